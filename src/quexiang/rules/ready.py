"""Ready hands: what they wait for, and the discards that leave one."""

from collections.abc import Iterator

from quexiang.engine.actions import Seat
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.tiles import COPIES, Mask, Tile


def open_waits(table: Table, seat: Seat, hand: Hand) -> Mask:
    """The kinds (a mask) that complete a hand and of which the seat has not all four.

    Its melds count as well as the hand.
    """
    return _open(table, seat, hand, table.shape.waits(hand, exclude_held=True))


def _open(table: Table, seat: Seat, hand: Hand, mask: Mask) -> Mask:
    for meld in table.seats[seat].melds if mask else ():
        tile = meld.tiles[0]
        if meld.tiles.count(tile) + hand.counts[tile] == COPIES:
            mask &= ~(1 << tile)
    return mask


def waits(table: Table, seat: Seat) -> Mask:
    """The open waits of the seat's resting hand."""
    return table.kept_waits(seat, _waits)


def _waits(table: Table, seat: Seat) -> Mask:
    return open_waits(table, seat, table.standing(seat))


def without(hand: Hand, *tiles: Tile) -> Hand:
    """A copy of a hand without some of its tiles."""
    rest = hand.copy()
    for tile in tiles:
        rest.remove(tile)
    return rest


def open_ready_discards(table: Table, seat: Seat) -> Iterator[tuple[Tile, int]]:
    """The discards that leave a ready hand, each with the open waits (a mask) after it."""
    hand = table.hand(seat)
    for tile, mask in table.shape.ready_discards(hand):
        rest = without(hand, tile)
        if waited := _open(table, seat, rest, mask):
            yield tile, waited

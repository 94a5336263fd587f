"""Ready hands: what they wait for, and the discards that leave one."""

from collections.abc import Callable, Iterator

from quexiang.engine.actions import Seat
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.tiles import COPIES, Tile


def open_waits(table: Table, seat: Seat, hand: Hand) -> int:
    """The kinds (a mask) that complete a hand and of which the seat has not all four.

    Its melds count as well as the hand.
    """
    mask = table.shape.waits(hand, exclude_held=True)
    for meld in table.seats[seat].melds if mask else ():
        tile = meld.tiles[0]
        if meld.tiles.count(tile) + hand.counts[tile] == COPIES:
            mask &= ~(1 << tile)
    return mask


def waits(table: Table, seat: Seat) -> int:
    """The open waits of the seat's resting hand, kept until the hand changes."""
    player = table.seats[seat]
    if player.waits is None:
        player.waits = open_waits(table, seat, table.resting(seat))
    return player.waits


def without(hand: Hand, *tiles: Tile) -> Hand:
    """A copy of a hand without some of its tiles."""
    rest = hand.copy()
    for tile in tiles:
        rest.remove(tile)
    return rest


def ready_discards(hand: Hand, waits: Callable[[Hand], int]) -> Iterator[tuple[Tile, int]]:
    """The discards that leave a ready hand, each with the waits (a mask) after it."""
    rest = hand.copy()
    for tile in sorted(set(hand.tiles())):
        rest.remove(tile)
        if mask := waits(rest):
            yield tile, mask
        rest.add(tile)

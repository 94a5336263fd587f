"""A plain sensible bot: wins when it can, and otherwise comes nearer to a complete hand."""

from __future__ import annotations

from collections.abc import Sequence

from quexiang.bots.bot import Bot
from quexiang.bots.town import weights_of
from quexiang.engine.actions import (
    PASS,
    WIN,
    Action,
    Choose,
    Chow,
    Discard,
    Kong,
    Offer,
    OpenChoice,
    Pong,
)
from quexiang.engine.table import Table
from quexiang.engine.view import View
from quexiang.hand import Hand


class PlainBot(Bot):
    """Distance first, then the number of useful tiles that it has not seen."""

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Win, declare, claim what helps, discard what is missed least."""
        if WIN in offers:
            return WIN
        first, table = offers[0], view.table
        assert view.seat is not None
        if isinstance(first, Choose | OpenChoice):
            picked = weights_of(view.rules).pick(table, view.seat, offers)
            if picked is not None:
                return picked
        if isinstance(first, OpenChoice):
            return first.smallest()
        hand = table.seats[view.seat].hand
        discards = [offer for offer in offers if isinstance(offer, Discard)]
        if discards:
            return _own_turn(table, hand, discards, offers)
        return _claim(table, hand, offers)


def _own_turn(table: Table, hand: Hand, discards: list[Discard], offers: Sequence[Offer]) -> Action:
    for offer in offers:
        if isinstance(offer, Kong):
            return offer
    return best_discard(table, hand, discards)


def best_discard(table: Table, hand: Hand, discards: list[Discard]) -> Discard:
    """The discard that leaves the nearest hand, of those the widest; declared rather than not."""
    shape = table.shape
    rests = {discard.tile: without(hand, discard.tile) for discard in discards}
    distances = {tile: shape.distance(rest) for tile, rest in rests.items()}
    least = min(distances.values())
    near = [discard for discard in discards if distances[discard.tile] == least]
    if len(near) == 1:
        return near[0]
    unseen = unseen_counts(table, hand)
    widths = {d.tile: _width(shape.useful(rests[d.tile]), unseen) for d in near}
    return max(near, key=lambda d: (widths[d.tile], bool(d.declare), d.tile))


def _width(useful: int, unseen: list[int]) -> int:
    """How many tiles that would help are still unseen."""
    return sum(count for tile, count in enumerate(unseen[:34]) if useful >> tile & 1)


def without(hand: Hand, tile: int) -> Hand:
    """The hand with one tile less."""
    rest = hand.copy()
    rest.remove(tile)
    return rest


def _claim(table: Table, hand: Hand, offers: Sequence[Offer]) -> Action:
    """The claim that brings the hand nearer, else pass."""
    if not table.offered:
        return _first(offers)
    now = table.shape.distance(hand)
    best: tuple[int, Action] = (now, _first(offers))
    for offer in offers:
        rest = _after_claim(table, hand, offer)
        if rest is not None:
            nearer = min((table.shape.distance(left) for left in _without_one(rest)), default=9)
            if nearer < best[0]:
                best = (nearer, offer)  # type: ignore[assignment]
    return best[1]


def _first(offers: Sequence[Offer]) -> Action:
    if PASS in offers:
        return PASS
    assert isinstance(offers[0], Action)
    return offers[0]


def _after_claim(table: Table, hand: Hand, offer: Offer) -> Hand | None:
    """The concealed tiles once the claim is laid down."""
    tile = table.offered[0]
    match offer:
        case Pong():
            gone = [tile, tile]
        case Chow(low=low, high=high):
            gone = [low, high]
        case _:
            return None
    rest = hand.copy()
    for used in gone:
        rest.remove(used)
    return rest


def _without_one(hand: Hand) -> list[Hand]:
    return [without(hand, tile) for tile in set(hand.tiles())]


def unseen_counts(table: Table, hand: Hand) -> list[int]:
    """How many copies of each kind the seat cannot see."""
    unseen = [4 - count for count in hand.counts]
    for player in table.seats:
        for tile in player.open_river:
            unseen[tile] -= 1
        for meld in player.melds:
            for tile in meld.tiles:
                unseen[tile] -= 1
    if table.indicator is not None:
        unseen[table.indicator] -= 1
    return [max(0, count) for count in unseen]

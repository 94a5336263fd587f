"""A plain sensible bot: wins when it can, and otherwise comes nearer to a complete hand."""

from __future__ import annotations

from collections.abc import Sequence

from quexiang.bots.bot import Bot
from quexiang.bots.claims import after_claim, pass_or_first, without
from quexiang.bots.town_weights import weights_of
from quexiang.engine.actions import (
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
    """Goes by distance first, then by the number of unseen useful tiles."""

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
        if not discards:
            return _claim(table, hand, offers)
        kongs = (offer for offer in offers if isinstance(offer, Kong))
        return next(kongs, None) or best_discard(table, hand, discards)


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
    """The number of unseen tiles that would help."""
    return sum(count for tile, count in enumerate(unseen[:34]) if useful >> tile & 1)


def _claim(table: Table, hand: Hand, offers: Sequence[Offer]) -> Action:
    """The claim that brings the hand nearest, or a pass."""
    best = pass_or_first(offers)
    if not table.offered:
        return best
    distance = table.shape.distance
    nearest = distance(hand)
    for offer in offers:
        if isinstance(offer, Pong | Chow):
            rest = after_claim(hand, offer, table.offered)
            far = min((distance(without(rest, tile)) for tile in set(rest.tiles())), default=9)
            if far < nearest:
                nearest, best = far, offer
    return best


def unseen_counts(table: Table, hand: Hand) -> list[int]:
    """The copies of each kind that are neither in the hand, a river, a meld nor the indicator."""
    unseen = [4 - count for count in hand.counts]
    for player in table.seats:
        for tile in (*player.open_river, *(tile for meld in player.melds for tile in meld.tiles)):
            unseen[tile] -= 1
    if table.indicator is not None:
        unseen[table.indicator] -= 1
    return [max(0, count) for count in unseen]

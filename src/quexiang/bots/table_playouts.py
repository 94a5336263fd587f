"""Plays a round out by a quick and simple policy."""

from __future__ import annotations

from collections.abc import Sequence

from quexiang.bots.claims import after_claim, pass_or_first
from quexiang.engine.actions import WIN, Action, Chow, Discard, Kong, Offer, OpenChoice, Pong, Seat
from quexiang.engine.round import Round
from quexiang.engine.table import Table
from quexiang.hand import Hand
from quexiang.hand.goals import ANY
from quexiang.tiles import mask_of

EVERY = (1 << 34) - 1
TURN_SIZE = 2
FAR = 3
"""Goals farther away than this are given up."""


def play_out(round_: Round, unseen: list[int], goals: dict[Seat, int]) -> None:
    """Play to the end of the round, some seats with a goal."""
    policy = Policy(round_.table, unseen, goals)
    for seat in round_.pending:
        round_.answer(seat, policy.choose(seat, round_.asked[seat]))
    while round_.asked:
        for seat, offers in list(round_.asked.items()):
            round_.answer(seat, policy.choose(seat, offers))


class Policy:
    """WaitPayouts, comes nearer by the widest way, and claims what brings it nearer."""

    def __init__(self, table: Table, unseen: list[int], goals: dict[Seat, int]) -> None:
        self.table, self.unseen, self.goals = table, unseen, goals
        self.goal = ANY
        self.reach = table.shape.reach
        self.wild = mask_of(table.wild)

    def choose(self, seat: Seat, offers: Sequence[Offer]) -> Action:
        """One of the offers."""
        first = offers[0]
        if len(offers) == 1 and isinstance(first, Action):
            return first
        if WIN in offers:
            return WIN
        if isinstance(first, OpenChoice):
            return first.smallest()
        hand = self.table.seats[seat].hand
        self.goal = self.goals.get(seat, ANY)
        if self.goal != ANY and (hand.size % 3 == 0 or self.reach.distance(hand, self.goal) > FAR):
            self.goal = ANY
        if hand.size % 3 == TURN_SIZE:
            return self._turn(hand, offers)
        return self._claim(hand, offers)

    def _turn(self, hand: Hand, offers: Sequence[Offer]) -> Action:
        thrown: dict[int, Discard] = {}
        for offer in offers:
            if isinstance(offer, Discard):
                if offer.declare or offer.tile not in thrown:
                    thrown[offer.tile] = offer
            elif isinstance(offer, Kong) and self._keeps(hand, offer):
                return offer
        if not thrown:
            return pass_or_first(offers)
        tile = self._best(hand, mask_of(tile for tile in thrown if tile < 34))[0]  # noqa: PLR2004 - no flowers
        return thrown.get(tile) or next(iter(thrown.values()))

    def _best(self, hand: Hand, allowed: int) -> tuple[int, int, int]:
        plain = allowed & ~self.wild
        return self.reach.best(hand, self.unseen, EVERY & ~(plain or allowed), self.goal)

    def _keeps(self, hand: Hand, kong: Kong) -> bool:
        """Tell whether a kong leaves the hand as near as it was."""
        rest = after_claim(hand, kong, ())
        if rest.size % 3 != 1:
            return False
        return self.reach.distance(rest, self.goal) <= max(0, self.reach.distance(hand, self.goal))

    def _claim(self, hand: Hand, offers: Sequence[Offer]) -> Action:
        if not self.table.offered or hand.size % 3 != 1:
            return pass_or_first(offers)
        now = self.reach.distance(hand, self.goal)
        best: Action | None = None
        for offer in offers:
            if isinstance(offer, Kong) and self._keeps(hand, offer):
                return offer
            if isinstance(offer, Pong | Chow):
                rest = after_claim(hand, offer, self.table.offered)
                far = self.reach.nearest(rest, self.wild, self.goal)
                if far < now:
                    now, best = far, offer
        return best or pass_or_first(offers)

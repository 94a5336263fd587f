"""Compares choices by playing the own hand on, over the hidden tiles in many random orders."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from time import thread_time
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from quexiang.bots.bot import Judged
from quexiang.bots.claims import after_claim, without
from quexiang.bots.evaluator import HandEvaluator, left_open
from quexiang.bots.lookahead import KINDS, may_chow
from quexiang.bots.offers import OfferValues
from quexiang.bots.reasons import judged
from quexiang.engine.actions import Chow, Discard, Kong, Pass, Pong
from quexiang.engine.events import Meld
from quexiang.hand import Hand
from quexiang.hand.futures import Futures
from quexiang.hand.goals import ANY, PAIRS

STAGES: Final = (40, 80, 160, 320)
"""Numbers of orders after which the worse half of the branches is dropped."""
KEPT: Final = 0.35
"""The chance that another seat keeps the tile it drew."""
NONE: Final = 99
FAR: Final = 5
FAR_PAIRS: Final = 3
"""Goals farther away are not pursued."""
TRIED: Final = 2
"""How many discards are tried after a claim."""


class Continuation(Struct, frozen=True):
    """The hand that a choice leaves, from which play goes on."""

    hand: Hand
    melds: tuple[Meld, ...]
    sure: float
    """Points that the choice itself brings or costs."""
    skipped: int = 0
    """How many of the others do not draw before this seat does."""


class Branch(Struct):
    """One way to go on: a choice, the hand that it leaves, and the goal of that hand."""

    choice: int
    sure: float = 0.0
    """Points known without playing on."""
    hand: Hand | None = None
    """None if nothing has to be played."""
    goal: int = ANY
    open: int = 0
    skipped: int = 0
    total: float = 0.0
    number: int = 0

    @property
    def value(self) -> float:
        """The sure points and the mean of those played for."""
        return self.sure + self.total / max(1, self.number)


class HandPlayouts:
    """Plays the choices of one decision on with the own hand alone."""

    def __init__(self, evaluator: HandEvaluator, source: random.Random) -> None:
        self.evaluator, self.source = evaluator, source
        self.offers = OfferValues(evaluator)
        self.futures = futures_of(evaluator)
        unseen = evaluator.unseen
        self.pool = [tile for tile in range(KINDS) for _ in range(unseen[tile])]
        self.pool += [NONE] * (evaluator.total - len(self.pool))

    def better(self, choices: Sequence[Judged], until: float) -> list[Judged]:
        """The choices valued by their best branches; unchanged if time runs out too soon."""
        best = _best(self._played(choices, until))
        if not best:
            return list(choices)
        return [self._said(one, branch) for one, branch in zip(choices, best, strict=True)]

    def _said(self, one: Judged, branch: Branch) -> Judged:
        """A choice with its new value, and a new reason if its goal has changed."""
        evaluator, action = self.evaluator, one.action
        if branch.hand is not None and branch.goal != one.goal:
            goal = next(goal for goal in evaluator.goals if goal.kind == branch.goal)
            value = evaluator.towards(branch.hand, goal)
            if value is not None:
                fear = evaluator.danger_cost(action.tile) if isinstance(action, Discard) else 0.0
                return judged(action, value, branch.value, fear)
        return replace(one, value=branch.value, goal=branch.goal)

    def _played(self, choices: Sequence[Judged], until: float) -> list[Branch]:
        """All branches, the worse half dropped after every stage; none if time was too short."""
        branches = [b for place, one in enumerate(choices) for b in self._branches(place, one)]
        left, done = branches, 0
        for stage in STAGES:
            live = [branch for branch in left if branch.hand is not None]
            for _ in range(stage - done if live else 0):
                self._play(live)
                if thread_time() > until:
                    return branches if done else []
            done = stage
            left = sorted(left, key=lambda branch: -branch.value)[: max(2, (len(left) + 1) // 2)]
            if len({branch.choice for branch in left}) == 1:
                break
        return branches

    def _play(self, live: list[Branch]) -> None:
        """Play all branches on with the hidden tiles in one random order."""
        evaluator, chance = self.evaluator, self.source.random
        seats = evaluator.others + 1
        order = self.source.sample(
            self.pool, min(len(self.pool), evaluator.left + evaluator.others)
        )
        for place in range(len(order)):
            if place % seats != evaluator.others and chance() < KEPT:
                order[place] = NONE
        tiles = bytes(order)
        for one in live:
            assert one.hand is not None
            one.total += self.futures.played(one.hand, one.goal, one.open, one.skipped, tiles)
            one.number += 1

    def _branches(self, place: int, one: Judged) -> Iterator[Branch]:
        """The ways to go on after a choice."""
        evaluator, hand = self.evaluator, self.offers.hand
        match one.action:
            case Discard() as offer:
                yield from self._discarded(place, offer, one)
            case Pong() | Chow() as offer:
                yield from self._claimed(place, offer, one)
            case Kong() as offer:
                rest, melds = after_claim(hand, offer, ()), self.offers.melds_with(offer)
                points, skipped = evaluator.kong(offer), evaluator.others
                yield from self._towards(place, Continuation(rest, melds, points, skipped))
            case Pass() if hand.size % 3 == 1 and evaluator.reach.distance(hand) > 0:
                melds, skipped = evaluator.player.melds, evaluator.others - evaluator.before
                yield from self._towards(place, Continuation(hand, melds, 0.0, skipped))
            case _:
                yield Branch(place, one.value)

    def _discarded(self, place: int, offer: Discard, one: Judged) -> Iterator[Branch]:
        """A ready hand is valued by the rules or, if they pay nothing yet, as judged."""
        evaluator, rest = self.evaluator, without(self.offers.hand, offer.tile)
        left = Continuation(rest, evaluator.player.melds, -evaluator.danger_cost(offer.tile))
        if evaluator.reach.distance(rest) > 0:
            yield from self._towards(place, left)
            return
        ready = evaluator.ready(offer, rest)
        if ready is None:
            yield Branch(place, one.value)
        else:
            value = self.futures.ready(rest, ready.chance, ready.worth)
            yield Branch(place, value + left.sure + evaluator.held(rest))
        yield from self._special(place, left)

    def _claimed(self, place: int, offer: Pong | Chow, one: Judged) -> Iterator[Branch]:
        """The best discards after a claim, or the judged value if there is none."""
        evaluator = self.evaluator
        melds, found = self.offers.melds_with(offer), self.offers.after(offer)[:TRIED]
        for kind, rest, _value in found:
            yield from self._towards(place, Continuation(rest, melds, -evaluator.danger_cost(kind)))
        if not found:
            yield Branch(place, one.value)

    def _towards(self, place: int, left: Continuation) -> Iterator[Branch]:
        """One branch for each goal of a hand."""
        yield self._branch(place, left, ANY)
        yield from self._special(place, left)

    def _special(self, place: int, left: Continuation) -> Iterator[Branch]:
        reach, possible = self.evaluator.reach, left_open(left.melds)
        for goal in self.evaluator.goals[1:]:
            most = FAR_PAIRS if goal.kind == PAIRS else FAR
            if possible >> goal.kind & 1 and 0 < reach.distance(left.hand, goal.kind) <= most:
                yield self._branch(place, left, goal.kind)

    def _branch(self, place: int, left: Continuation, goal: int) -> Branch:
        sure = left.sure + self.evaluator.held(left.hand)
        return Branch(place, sure, left.hand, goal, left_open(left.melds), left.skipped)


def futures_of(evaluator: HandEvaluator) -> Futures:
    """The futures of one seat, by the weights of its town."""
    weights, pace = evaluator.weights, evaluator.paces[ANY]
    plain = evaluator.goals[0]
    return Futures(
        evaluator.reach,
        unseen=evaluator.unseen,
        total=evaluator.total,
        draws=evaluator.left,
        alive=[pace.alive(evaluator.turn + later) for later in range(evaluator.draws + 1)],
        loss=weights.loss * evaluator.times,
        pays=lambda hand: evaluator.paid(hand, plain),
        goals=[
            (goal.kind, goal.worth, -1.0 if goal.thrown is None else evaluator.unit * goal.thrown)
            for goal in evaluator.goals[1:]
        ],
        others=evaluator.others,
        rate=evaluator.rate,
        again=weights.again,
        chows=may_chow(evaluator.rules, evaluator.table, evaluator.me),
    )


def _best(branches: Iterable[Branch]) -> list[Branch]:
    """The best branch of each choice, in the order of the choices."""
    best: dict[int, Branch] = {}
    for branch in branches:
        if branch.choice not in best or branch.value > best[branch.choice].value:
            best[branch.choice] = branch
    return [best[choice] for choice in sorted(best)]

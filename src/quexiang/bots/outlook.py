"""Choices compared by what becomes of the hand, played on over hidden tiles in many orders."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from time import thread_time
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from quexiang.bots.bot import Judged
from quexiang.bots.imagine import KINDS, may_chow
from quexiang.bots.mind import Mind, left_open
from quexiang.bots.thinker import USED, Weighing, meld_of
from quexiang.bots.words import judged
from quexiang.engine.actions import Chow, Discard, Kong, Pass, Pong
from quexiang.engine.events import Meld
from quexiang.hand import Hand
from quexiang.hand.futures import Futures
from quexiang.hand.goals import ANY, PAIRS

STAGES: Final = (40, 80, 160, 320)
"""After so many orders the worse half of the branches is given up."""
KEPT: Final = 0.35
"""How often others keep what they drew."""
NONE: Final = 99
FAR: Final = 5
FAR_PAIRS: Final = 3
"""Goals farther away are not pursued."""
TRIED: Final = 2
"""So many discards are tried after a claim."""


class Left(Struct, frozen=True):
    """What a choice leaves."""

    hand: Hand
    melds: tuple[Meld, ...]
    sure: float
    """Points that it brings or costs besides."""
    skipped: int = 0
    """So many of the others do not draw before this seat does."""


class Branch(Struct):
    """One way to go on: a choice, the hand that it leaves, and what this shall become."""

    choice: int
    sure: float = 0.0
    """Points that need no playing."""
    hand: Hand | None = None
    """None where all is sure."""
    goal: int = ANY
    open: int = 0
    skipped: int = 0
    total: float = 0.0
    number: int = 0

    @property
    def value(self) -> float:
        """What is sure and the mean of what was played."""
        return self.sure + self.total / max(1, self.number)


class Outlook:
    """The choices of one decision, each played on by the own hand alone."""

    def __init__(self, mind: Mind, source: random.Random) -> None:
        self.mind, self.source = mind, source
        self.weighing = Weighing(mind)
        self.futures = futures_of(mind)
        unseen = mind.unseen
        self.pool = [tile for tile in range(KINDS) for _ in range(unseen[tile])]
        self.pool += [NONE] * (mind.total - len(self.pool))

    def better(self, choices: Sequence[Judged], until: float) -> list[Judged]:
        """The choices, each by its best branch; as they are if the clock is up too soon."""
        best = _best(self._played(choices, until))
        if not best:
            return list(choices)
        return [self._said(one, branch) for one, branch in zip(choices, best, strict=True)]

    def _said(self, one: Judged, branch: Branch) -> Judged:
        """A choice with its new value, and why, if it is now good for something else."""
        mind, action = self.mind, one.action
        if branch.hand is not None and branch.goal != one.goal:
            goal = next(goal for goal in mind.goals if goal.kind == branch.goal)
            thought = mind.towards(branch.hand, goal)
            if thought is not None:
                fear = mind.feared(action.tile) if isinstance(action, Discard) else 0.0
                return judged(action, thought, branch.value, fear)
        return replace(one, value=branch.value, goal=branch.goal)

    def _played(self, choices: Sequence[Judged], until: float) -> list[Branch]:
        """All branches; the worse half is given up after every stage. None, if time was short."""
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
        """Play all branches on with the hidden tiles in one order."""
        mind, chance = self.mind, self.source.random
        seats = mind.others + 1
        order = self.source.sample(self.pool, min(len(self.pool), mind.left + mind.others))
        for place in range(len(order)):
            if place % seats != mind.others and chance() < KEPT:
                order[place] = NONE
        tiles = bytes(order)
        for one in live:
            assert one.hand is not None
            one.total += self.futures.played(one.hand, one.goal, one.open, one.skipped, tiles)
            one.number += 1

    def _branches(self, place: int, one: Judged) -> Iterator[Branch]:
        """The ways to go on after a choice."""
        mind, hand = self.mind, self.weighing.hand
        melds = mind.player.melds
        match one.action:
            case Discard() as offer:
                yield from self._discarded(place, offer, one)
            case Pong() | Chow() as offer:
                yield from self._claimed(place, offer, one)
            case Kong(kind=kind, tile=tile) as offer:
                rest = self.weighing.without(*(tile,) * min(USED[kind], hand.counts[tile]))
                left = Left(rest, (*melds, meld_of(offer, tile)), mind.kong(offer), mind.others)
                yield from self._towards(place, left)
            case Pass() if hand.size % 3 == 1 and mind.reach.distance(hand) > 0:
                yield from self._towards(place, Left(hand, melds, 0.0, mind.others - mind.before))
            case _:
                yield Branch(place, one.value)

    def _discarded(self, place: int, offer: Discard, one: Judged) -> Iterator[Branch]:
        """A hand that is ready is paid by the rules; where they pay nothing yet, as judged."""
        mind, rest = self.mind, self.weighing.without(offer.tile)
        left = Left(rest, mind.player.melds, -mind.feared(offer.tile))
        if mind.reach.distance(rest) > 0:
            yield from self._towards(place, left)
            return
        ready = mind.ready(offer, rest)
        if ready is None:
            yield Branch(place, one.value)
        else:
            value = self.futures.ready(rest, ready.chance, ready.worth)
            yield Branch(place, value + left.sure + mind.held(rest))
        yield from self._special(place, left)

    def _claimed(self, place: int, offer: Pong | Chow, one: Judged) -> Iterator[Branch]:
        """The best discards after a claim; as judged, if there is none."""
        mind = self.mind
        melds = (*mind.player.melds, meld_of(offer, mind.table.offered[0]))
        found = self.weighing.after(offer, melds)[:TRIED]
        for kind, rest, _thought in found:
            yield from self._towards(place, Left(rest, melds, -mind.feared(kind)))
        if not found:
            yield Branch(place, one.value)

    def _towards(self, place: int, left: Left) -> Iterator[Branch]:
        """One branch for each goal of a hand."""
        yield self._branch(place, left, ANY)
        yield from self._special(place, left)

    def _special(self, place: int, left: Left) -> Iterator[Branch]:
        reach, possible = self.mind.reach, left_open(left.melds)
        for goal in self.mind.goals[1:]:
            most = FAR_PAIRS if goal.kind == PAIRS else FAR
            if possible >> goal.kind & 1 and 0 < reach.distance(left.hand, goal.kind) <= most:
                yield self._branch(place, left, goal.kind)

    def _branch(self, place: int, left: Left, goal: int) -> Branch:
        sure = left.sure + self.mind.held(left.hand)
        return Branch(place, sure, left.hand, goal, left_open(left.melds), left.skipped)


def futures_of(mind: Mind) -> Futures:
    """The futures of one seat, by the weights of its town."""
    weights, pace = mind.weights, mind.paces[ANY]
    plain = mind.goals[0]
    return Futures(
        mind.reach,
        unseen=mind.unseen,
        total=mind.total,
        draws=mind.left,
        alive=[pace.alive(mind.turn + later) for later in range(mind.draws + 1)],
        loss=weights.loss * mind.times,
        pays=lambda hand: mind.paid(hand, plain),
        goals=[
            (goal.kind, goal.worth, mind.unit * goal.thrown if goal.thrown >= 0 else -1.0)
            for goal in mind.goals[1:]
        ],
        others=mind.others,
        rate=mind.rate,
        again=weights.again,
        chows=may_chow(mind.rules, mind.table, mind.me),
    )


def _best(branches: Iterable[Branch]) -> list[Branch]:
    """The best branch of each choice, in the order of the choices."""
    best: dict[int, Branch] = {}
    for branch in branches:
        if branch.choice not in best or branch.value > best[branch.choice].value:
            best[branch.choice] = branch
    return [best[choice] for choice in sorted(best)]

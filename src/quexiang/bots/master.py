"""宗师: deals the hidden tiles many times, plays each choice out, and takes the best on average."""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time
from typing import Final

from msgspec.structs import replace

from quexiang.bots.bot import Judged
from quexiang.bots.evaluating import ExpertBot
from quexiang.bots.evaluator import HandEvaluator
from quexiang.bots.hand_playouts import HandPlayouts
from quexiang.bots.hidden_tiles import HiddenTiles
from quexiang.bots.table_playouts import play_out
from quexiang.engine.actions import Choose, Offer, Pass
from quexiang.engine.round import Round
from quexiang.engine.view import View

BUDGET: Final = 0.28
PLAYOUTS: Final = 216
CANDIDATES: Final = 5
NEAR: Final = 1.0
"""Choices within this many ordinary wins of the best are searched."""
LAST: Final = 3
"""Whole tables are played out when at most this many own draws are left."""
PLAYED: Final = 3
"""How many choices are then played out."""
STAGES: Final = ("turn", "discard")
"""Stages whose question can be asked again at a random table."""
TRUST: Final = 0.1
"""The standard error of the evaluation, in ordinary wins."""
WIDE: Final = 12.0
"""The assumed spread of playouts, in such errors."""
GUESSED: Final = 6
"""The number of playouts that the assumed spread counts as."""


class MasterBot(ExpertBot):
    """Plays out what the expert finds close, up to a number of playouts and a time limit."""

    keen = True

    def __init__(self, seed: str, budget: float = BUDGET, playouts: int = PLAYOUTS) -> None:
        super().__init__(seed)
        self.budget, self.playouts = budget, playouts

    def judge(self, view: View, offers: Sequence[Offer]) -> list[Judged]:
        """The expert's judgement, corrected by playouts of the close choices."""
        until = thread_time() + self.budget
        evaluator = HandEvaluator(view, deep=self.deep, keen=self.keen)
        found = self.weigh(evaluator, offers)
        close = _close(evaluator, found)
        if len(close) == 1:
            return found
        if evaluator.draws <= LAST and view.table.due.stage in STAGES:
            search = TablePlayouts(self, view, offers, evaluator.weights.declared)
            better = search.better(close[:PLAYED], until, TRUST * evaluator.unit)
        else:
            better = HandPlayouts(evaluator, self.random).better(close, until)
        better.sort(key=lambda one: -one.value)
        least = better[-1].value
        rest = [replace(one, value=min(one.value, least)) for one in found[len(better) :]]
        return better + rest


def _close(evaluator: HandEvaluator, found: list[Judged]) -> list[Judged]:
    """The best choices, if the end is near enough for playouts to tell them apart.

    A claim cannot be taken back, so the search may only prevent one.
    """
    hand = evaluator.player.hand
    if hand.size % 3 == 0 or evaluator.reach.distance(hand) > evaluator.weights.searched:
        return found[:1]
    if isinstance(found[0].action, Pass | Choose):
        return found[:1]
    return [one for one in found[:CANDIDATES] if found[0].value - one.value < NEAR * evaluator.unit]


class TablePlayouts:
    """Plays the choices of one decision out, each time with the same hidden tiles for all."""

    def __init__(
        self, bot: MasterBot, view: View, offers: Sequence[Offer], ready: tuple[str, ...]
    ) -> None:
        assert view.seat is not None
        self.bot, self.me, self.offers = bot, view.seat, list(offers)
        self.rules = view.rules
        self.dealing = HiddenTiles(view.rules, view.table, view.seat, bot.random, ready)

    def better(self, close: list[Judged], until: float, trust: float) -> list[Judged]:
        """The choices with the expert's values and the playouts combined by their certainty."""
        results: list[list[int]] = []
        while len(results) * len(close) < self.bot.playouts and thread_time() < until:
            start = self._imagined()
            if start is None:
                break
            results.append([self._played(start.copy(), one) for one in close])
        if not results:
            return close
        return [
            replace(one, value=self._weighed(results, close, place, trust))
            for place, one in enumerate(close)
        ]

    def _weighed(
        self, results: list[list[int]], close: list[Judged], place: int, trust: float
    ) -> float:
        """The value of a choice: the expert's prior and the mean of the playouts combined."""
        base, number = close[0].value, len(results)
        gains = [result[place] - result[0] for result in results]
        mean = sum(gains) / number
        known = GUESSED * (trust * WIDE) ** 2
        spread = (sum((gain - mean) ** 2 for gain in gains) + known) / (number - 1 + GUESSED)
        sure, trusted = number / spread, 1 / trust**2
        prior = close[place].value - base
        return base + (mean * sure + prior * trusted) / (sure + trusted)

    def _imagined(self) -> Round | None:
        """A random table with the same open question; None if the deal does not lead to it."""
        table, wall = self.dealing.deal()
        round_ = Round.at(self.rules, table, wall, self.dealing.dice())
        return round_ if round_.asked.get(self.me) == self.offers else None

    def _played(self, round_: Round, one: Judged) -> int:
        round_.answer(self.me, one.action)
        play_out(round_, self.dealing.unseen, {self.me: one.goal})
        return round_.table.changes()[self.me]

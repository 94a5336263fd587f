"""宗师: deals the hidden tiles many times, plays each choice out, and takes the best on average."""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time
from typing import Final

from msgspec.structs import replace

from quexiang.bots.bot import Judged
from quexiang.bots.dealing import Dealing
from quexiang.bots.expert import ExpertBot
from quexiang.bots.mind import Mind
from quexiang.bots.outlook import Outlook
from quexiang.bots.playout import play_out
from quexiang.engine.actions import Choose, Offer, Pass
from quexiang.engine.round import Round
from quexiang.engine.view import View

BUDGET: Final = 0.28
PLAYOUTS: Final = 216
CANDIDATES: Final = 5
NEAR: Final = 1.0
"""Choices are searched whose value is so near to the best, in ordinary wins."""
LAST: Final = 3
"""With so many own draws left, or fewer, whole tables are played out."""
PLAYED: Final = 3
"""So many choices are played out at them."""
STAGES: Final = ("turn", "discard")
"""The questions that can be put again at an imagined table."""
TRUST: Final = 0.1
"""How far, in ordinary wins, the evaluation is off by itself."""
WIDE: Final = 12.0
GUESSED: Final = 6
"""Before anything was played out, results are thought to spread so many times as wide as that, as
if so many had shown it."""


class MasterBot(ExpertBot):
    """Searches what the expert finds close; so many playouts, the clock being the last resort."""

    keen = True

    def __init__(self, seed: str, budget: float = BUDGET, playouts: int = PLAYOUTS) -> None:
        super().__init__(seed)
        self.budget, self.playouts = budget, playouts

    def judge(self, view: View, offers: Sequence[Offer]) -> list[Judged]:
        """The expert's judgement, corrected by playing the close choices out."""
        until = thread_time() + self.budget
        mind = Mind(view, deep=self.deep, keen=self.keen)
        found = self.weigh(mind, offers)
        close = _close(mind, found)
        if len(close) == 1:
            return found
        if mind.draws <= LAST and view.table.due.stage in STAGES:
            search = Search(self, view, offers, mind.weights.declared)
            better = search.better(close[:PLAYED], until, TRUST * mind.unit)
        else:
            better = Outlook(mind, self.random).better(close, until)
        better.sort(key=lambda one: -one.value)
        least = better[-1].value
        rest = [replace(one, value=min(one.value, least)) for one in found[len(better) :]]
        return better + rest


def _close(mind: Mind, found: list[Judged]) -> list[Judged]:
    """The best choices, if the end is near enough to tell them apart by playing on.

    What is claimed cannot be taken back: the search may only keep the expert from a claim.
    """
    hand = mind.player.hand
    if hand.size % 3 == 0 or mind.reach.distance(hand) > mind.weights.searched:
        return found[:1]
    if isinstance(found[0].action, Pass | Choose):
        return found[:1]
    return [one for one in found[:CANDIDATES] if found[0].value - one.value < NEAR * mind.unit]


class Search:
    """One decision played out again and again; all choices meet the same hidden tiles."""

    def __init__(
        self, bot: MasterBot, view: View, offers: Sequence[Offer], ready: tuple[str, ...]
    ) -> None:
        assert view.seat is not None
        self.bot, self.me, self.offers = bot, view.seat, list(offers)
        self.rules = view.rules
        self.dealing = Dealing(view.rules, view.table, view.seat, bot.random, ready)

    def better(self, close: list[Judged], until: float, trust: float) -> list[Judged]:
        """The choices with the expert's values and the playouts weighed, each by its certainty."""
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
        """How much better than the expert's first choice it is, prior and playouts together."""
        base, number = close[0].value, len(results)
        gains = [result[place] - result[0] for result in results]
        mean = sum(gains) / number
        known = GUESSED * (trust * WIDE) ** 2
        spread = (sum((gain - mean) ** 2 for gain in gains) + known) / (number - 1 + GUESSED)
        sure, trusted = number / spread, 1 / trust**2
        prior = close[place].value - base
        return base + (mean * sure + prior * trusted) / (sure + trusted)

    def _imagined(self) -> Round | None:
        """A table with hidden tiles at which the same question is open."""
        table, wall = self.dealing.deal()
        round_ = Round.at(self.rules, table, wall, self.dealing.dice())
        return round_ if round_.asked.get(self.me) == self.offers else None

    def _played(self, round_: Round, one: Judged) -> int:
        round_.answer(self.me, one.action)
        play_out(round_, self.dealing.unseen, {self.me: one.goal})
        return round_.table.changes()[self.me]

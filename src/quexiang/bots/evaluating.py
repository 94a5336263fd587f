"""熟手, 新手 and 高手: bots that give every offer a value in points and take the best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from quexiang.bots.bot import Bot, Judged
from quexiang.bots.evaluator import HandEvaluator
from quexiang.bots.offers import OfferValues
from quexiang.bots.tile_choice import best_tiles
from quexiang.engine.actions import WIN, Action, Choose, Offer, OpenChoice
from quexiang.engine.view import View
from quexiang.text import Text

CARELESS: Final = 0.35
"""The chance that a novice goes on to the next best choice."""


class EvaluatingBot(Bot):
    """Takes the best offer by its evaluation; the levels differ in what they look at."""

    deep: ClassVar[bool] = True
    keen: ClassVar[bool] = False

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """The best offer by its own judgement."""
        if len(offers) == 1 and isinstance(offers[0], Action):
            return offers[0]
        return self.judge(view, offers)[0].action

    def judge(self, view: View, offers: Sequence[Offer]) -> list[Judged]:
        """All offers, best first."""
        return self.weigh(HandEvaluator(view, deep=self.deep, keen=self.keen), offers)

    def weigh(self, evaluator: HandEvaluator, offers: Sequence[Offer]) -> list[Judged]:
        """All offers as this evaluator values them, best first."""
        first = offers[0]
        if isinstance(first, Choose | OpenChoice):
            picked = evaluator.weights.pick(evaluator.table, evaluator.me, offers)
            if picked is not None:
                return [*_picked_by_town(picked, offers)]
        if isinstance(first, OpenChoice):
            return [best_tiles(evaluator, first)]
        found = OfferValues(evaluator).all(offers)
        order = {offer: place for place, offer in enumerate(offers)}
        return sorted(found, key=lambda one: (-one.value, order[one.action]))


def _picked_by_town(picked: Action, offers: Sequence[Offer]) -> Iterator[Judged]:
    """The town's own pick, and the other choices after it."""
    yield Judged(picked, 0.0, Text("照这里的打法", "as the town plays it"))
    for offer in offers:
        if isinstance(offer, Action) and offer != picked:
            yield Judged(offer, -1.0, Text("也可以", "possible too"))


class ExpertBot(EvaluatingBot):
    """高手: also weighs goals, danger, specials, and when to let a win pass."""


class SkilledBot(EvaluatingBot):
    """熟手: comes nearer by the shortest and widest way, and wins when it can."""

    deep = False


class NoviceBot(SkilledBot):
    """新手: plays like 熟手, but now and then takes the second or third best choice."""

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Mostly the best choice."""
        if WIN in offers:
            return WIN
        if isinstance(offers[0], OpenChoice):
            return offers[0].smallest()
        found = self.judge(view, offers)[:3]
        place = 0
        while place < len(found) - 1 and self.random.random() < CARELESS:
            place += 1
        return found[place].action

"""A bot that gives every offer its worth in points, and takes the best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from quexiang.bots.bot import Bot, Judged
from quexiang.bots.imagine import Wins, settle, turnable
from quexiang.bots.mind import CLOSE, Mind, Thought
from quexiang.bots.throwing import best_throw
from quexiang.bots.words import judged
from quexiang.engine import events as ev
from quexiang.engine.actions import (
    Action,
    Choose,
    Chow,
    Discard,
    Kong,
    Offer,
    OpenChoice,
    Pass,
    Pong,
    Win,
)
from quexiang.engine.view import View
from quexiang.hand import Hand
from quexiang.text import Text
from quexiang.tiles import Tile

USED = {"exposed": 3, "added": 1, "concealed": 4}
LOOKED_AT = 4
"""So many of the best discards are looked at one step further."""


USUAL: Final = Text("照常", "as usual")


class Thinker(Bot):
    """Weighs what is offered by one evaluation; its levels differ in how much they look at."""

    deep: ClassVar[bool] = True
    keen: ClassVar[bool] = False

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """The best by its own judgement."""
        if len(offers) == 1 and isinstance(offers[0], Action):
            return offers[0]
        return self.judge(view, offers)[0].action

    def judge(self, view: View, offers: Sequence[Offer]) -> list[Judged]:
        """All offers, the best first."""
        return self.weigh(Mind(view, deep=self.deep, keen=self.keen), offers)

    def weigh(self, mind: Mind, offers: Sequence[Offer]) -> list[Judged]:
        """All offers by what a mind reckons, the best first."""
        first = offers[0]
        if isinstance(first, Choose | OpenChoice):
            picked = mind.weights.pick(mind.table, mind.me, offers)
            if picked is not None:
                return [*as_the_town(picked, offers)]
        if isinstance(first, OpenChoice):
            return [best_throw(mind, first)]
        found = Weighing(mind).all(offers)
        order = {offer: place for place, offer in enumerate(offers)}
        return sorted(found, key=lambda one: (-one.value, order[one.action]))


class Weighing:
    """The offers of one question, each with its worth."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.hand = mind.player.hand

    def all(self, offers: Sequence[Offer]) -> list[Judged]:
        """Every offer judged."""
        discards = [offer for offer in offers if isinstance(offer, Discard)]
        found = self.discards(discards)
        for offer in offers:
            if isinstance(offer, Action) and not isinstance(offer, Discard):
                found.append(self.other(offer))
        return found

    def other(self, offer: Action) -> Judged:
        """A win, a claim, a kong, a pass, or something else that decides little."""
        match offer:
            case Win():
                return self.win(offer)
            case Pong() | Chow():
                return self.claim(offer)
            case Kong():
                return self.kong(offer)
            case Pass():
                return self.passing(offer)
            case _:
                return Judged(offer, 0.0, USUAL)

    def win(self, offer: Win) -> Judged:
        """What the rules pay now; only a deep thinker lets it pass for more."""
        mind = self.mind
        if not mind.deep or mind.table.due.need != "ask":  # a secret question shows no stage
            return Judged(offer, 1000.0, Text("能胡就胡", "a win is a win"))
        points = settle(mind.rules, mind.table.copy(), mind.me, turnable(mind.unseen))
        why = Text(f"现在胡，得{points}分", f"winning now brings {points}")
        return Judged(offer, points, why)

    def discards(self, offers: list[Discard]) -> list[Judged]:
        """Every discard by the hand that it leaves; the best are looked at more closely."""
        mind, wild = self.mind, self.mind.wild
        thoughts: dict[Discard, Thought] = {}
        for offer in offers:
            if wild >> offer.tile & 1 and not mind.deep and len(offers) > 1:
                thoughts[offer] = Thought(-1000.0, 9, 0, 0.0)
                continue
            thoughts[offer] = self.discard(offer)
        if mind.deep and len(offers) > 1:
            self.look_closer(thoughts)
        return [self.feared(offer, thought) for offer, thought in thoughts.items()]

    def look_closer(self, thoughts: dict[Discard, Thought]) -> None:
        """Put those that are as near as the best in order by the step after the next."""
        order = sorted(thoughts, key=lambda offer: -thoughts[offer].value)
        top = thoughts[order[0]]
        alike = [o for o in order if (thoughts[o].far, thoughts[o].goal) == (top.far, top.goal)]
        if not 0 < top.far <= CLOSE or len(alike) == 1:
            return
        closer = {o: self.mind.closer(self.without(o.tile), top) for o in alike[:LOOKED_AT]}
        best = max(thought.value for thought in closer.values())
        for offer, thought in closer.items():
            value = top.value + thought.value - best
            thoughts[offer] = replace(thoughts[offer], value=value)

    def discard(self, offer: Discard) -> Thought:
        """What a discard leaves."""
        rest = self.without(offer.tile)
        thought = self.mind.rest(rest, self.mind.player.melds)
        if self.mind.reach.distance(rest) == 0:
            return self.mind.waits_or(self.mind.ready(offer, rest), thought)
        return thought

    def feared(self, offer: Discard, thought: Thought) -> Judged:
        """A discard with its danger counted in."""
        fear = self.mind.feared(offer.tile)
        return judged(offer, thought, thought.value - fear, fear)

    def passing(self, offer: Pass) -> Judged:
        """The hand as it is; on the own turn the drawn tile goes."""
        mind, hand = self.mind, self.hand
        drawn = mind.table.turn.drawn
        if hand.size % 3 == 2:  # noqa: PLR2004 - a turn that may be passed
            hand = self.without(drawn) if drawn is not None and hand.counts[drawn] else hand
        if hand.size % 3 != 1:
            return Judged(offer, 0.0, USUAL)
        return self.still(offer, hand)

    def still(self, offer: Pass, hand: Hand) -> Judged:
        """A hand that stays as it is."""
        mind = self.mind
        more = int(mind.keen and mind.table.due.stage == "discard" and mind.before == 0)
        thought = mind.rest(hand, mind.player.melds, more=more)
        if mind.reach.distance(hand) == 0:
            wins = Wins(mind.rules, mind.table, mind.me, mind.unseen)
            thought = mind.waits_or(mind.waiting(wins, hand, more=more), thought)
        return judged(offer, thought, thought.value, 0.0)

    def claim(self, offer: Pong | Chow) -> Judged:
        """The best discard after a chow or pong."""
        melds = (*self.mind.player.melds, meld_of(offer, self.mind.table.offered[0]))
        found = self.after(offer, melds)
        if not found:
            return Judged(offer, -1000.0, Text("没有牌可打", "no tile to discard"))
        _kind, _rest, best = found[0]
        return judged(offer, best, best.value - self.mind.caution, 0.0)

    def after(
        self, offer: Pong | Chow, melds: tuple[ev.Meld, ...]
    ) -> list[tuple[Tile, Hand, Thought]]:
        """The discards after a chow or pong, and the hands that they leave, the best first."""
        mind, tile = self.mind, self.mind.table.offered[0]
        gone = (tile, tile) if isinstance(offer, Pong) else (offer.low, offer.high)
        rest = self.without(*gone)
        found = []
        for kind in dict.fromkeys(rest.tiles()):
            if not mind.wild >> kind & 1:
                trial = rest.copy()
                trial.remove(kind)
                found.append((kind, trial, mind.rest(trial, melds)))
        return sorted(found, key=lambda one: -one[2].value)

    def kong(self, offer: Kong) -> Judged:
        """The hand without the kong, with a draw more, and the kong's own points."""
        mind = self.mind
        used = min(USED[offer.kind], self.hand.counts[offer.tile])
        rest = self.without(*(offer.tile,) * used)
        if rest.size % 3 != 1:
            return Judged(offer, 0.0, USUAL)
        melds = (*mind.player.melds, meld_of(offer, offer.tile))
        thought = mind.rest(rest, melds, more=1)
        return judged(offer, thought, thought.value + mind.kong(offer), 0.0)

    def without(self, *tiles: int) -> Hand:
        """The own hand without these."""
        rest = self.hand.copy()
        for tile in tiles:
            rest.remove(tile)
        return rest


def as_the_town(picked: Action, offers: Sequence[Offer]) -> Iterator[Judged]:
    """What a town says to choose, and the other choices after it."""
    yield Judged(picked, 0.0, Text("照这里的打法", "as the town plays it"))
    for offer in offers:
        if isinstance(offer, Action) and offer != picked:
            yield Judged(offer, -1.0, Text("也可以", "possible too"))


def meld_of(offer: Action, tile: Tile) -> ev.Meld:
    """What a claim or a kong lays out."""
    match offer:
        case Chow(low=low, high=high):
            return ev.Meld("chow", (low, tile, high))
        case Kong(kind=kind):
            return ev.Meld(kind, (tile,) * 4)
        case _:
            return ev.Meld("pong", (tile,) * 3)

"""The value of each offer of one question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from quexiang.bots.bot import Judged
from quexiang.bots.claims import after_claim, meld_of, without
from quexiang.bots.evaluator import CLOSE, HandEvaluator, HandValue
from quexiang.bots.lookahead import WaitPayouts, settle, turnable
from quexiang.bots.reasons import judged
from quexiang.engine.actions import Action, Chow, Discard, Kong, Offer, Pass, Pong, Win
from quexiang.engine.events import Meld
from quexiang.hand import Hand
from quexiang.text import Text
from quexiang.tiles import Tile

LOOKED_AT: Final = 4
"""How many of the best discards are looked at one step further."""
USUAL: Final = Text("照常", "as usual")


class OfferValues:
    """Values the offers of one question by the hands that they leave."""

    def __init__(self, evaluator: HandEvaluator) -> None:
        self.evaluator = evaluator
        self.hand = evaluator.player.hand

    def all(self, offers: Sequence[Offer]) -> list[Judged]:
        """Every offer judged."""
        found = self.discards([offer for offer in offers if isinstance(offer, Discard)])
        others = (o for o in offers if isinstance(o, Action) and not isinstance(o, Discard))
        return found + [self.other(offer) for offer in others]

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
        """The payment by the rules; only a deep evaluation lets a win pass for more."""
        evaluator = self.evaluator
        if (
            not evaluator.deep or evaluator.table.due.need != "ask"
        ):  # a secret question has no stage
            return Judged(offer, 1000.0, Text("能胡就胡", "a win is a win"))
        turned = turnable(evaluator.unseen)
        points = settle(evaluator.rules, evaluator.table.copy(), evaluator.me, turned)
        why = Text(f"现在胡，得{points}分", f"winning now brings {points}")
        return Judged(offer, points, why)

    def discards(self, offers: list[Discard]) -> list[Judged]:
        """Every discard by the hand that it leaves, the best looked at more closely."""
        evaluator, wild = self.evaluator, self.evaluator.wild
        values: dict[Discard, HandValue] = {}
        for offer in offers:
            if wild >> offer.tile & 1 and not evaluator.deep and len(offers) > 1:
                values[offer] = HandValue(-1000.0, 9, 0, 0.0)
            else:
                values[offer] = self.discard(offer)
        if evaluator.deep and len(offers) > 1:
            self.look_closer(values)
        return [self.with_danger(offer, value) for offer, value in values.items()]

    def look_closer(self, values: dict[Discard, HandValue]) -> None:
        """Reorder the discards that are as near as the best by the step after the next."""
        order = sorted(values, key=lambda offer: -values[offer].value)
        top = values[order[0]]
        alike = [o for o in order if (values[o].far, values[o].goal) == (top.far, top.goal)]
        if not 0 < top.far <= CLOSE or len(alike) == 1:
            return
        rests = {offer: without(self.hand, offer.tile) for offer in alike[:LOOKED_AT]}
        closer = {offer: self.evaluator.closer(rest, top).value for offer, rest in rests.items()}
        best = max(closer.values())
        for offer, value in closer.items():
            values[offer] = replace(values[offer], value=top.value + value - best)

    def discard(self, offer: Discard) -> HandValue:
        """The hand that a discard leaves."""
        rest = without(self.hand, offer.tile)
        value = self.evaluator.rest(rest, self.evaluator.player.melds)
        if self.evaluator.reach.distance(rest) == 0:
            return self.evaluator.waits_or(self.evaluator.ready(offer, rest), value)
        return value

    def with_danger(self, offer: Discard, value: HandValue) -> Judged:
        """A discard less the cost of its danger."""
        danger = self.evaluator.danger_cost(offer.tile)
        return judged(offer, value, value.value - danger, danger)

    def passing(self, offer: Pass) -> Judged:
        """The hand as it is; on the own turn the drawn tile is discarded."""
        hand, drawn = self.hand, self.evaluator.table.turn.drawn
        if hand.size % 3 == 2 and drawn is not None and hand.counts[drawn]:  # noqa: PLR2004 - a turn that may be passed
            hand = without(hand, drawn)
        return self.still(offer, hand) if hand.size % 3 == 1 else Judged(offer, 0.0, USUAL)

    def still(self, offer: Pass, hand: Hand) -> Judged:
        """A hand that stays as it is."""
        evaluator = self.evaluator
        next_to_draw = evaluator.table.due.stage == "discard" and evaluator.before == 0
        more = int(evaluator.keen and next_to_draw)
        value = evaluator.rest(hand, evaluator.player.melds, more=more)
        if evaluator.reach.distance(hand) == 0:
            payouts = WaitPayouts(evaluator.rules, evaluator.table, evaluator.me, evaluator.unseen)
            value = evaluator.waits_or(evaluator.waiting(payouts, hand, more=more), value)
        return judged(offer, value, value.value, 0.0)

    def claim(self, offer: Pong | Chow) -> Judged:
        """The best discard after a chow or pong."""
        found = self.after(offer)
        if not found:
            return Judged(offer, -1000.0, Text("没有牌可打", "no tile to discard"))
        best = found[0][2]
        return judged(offer, best, best.value - self.evaluator.caution, 0.0)

    def after(self, offer: Pong | Chow) -> list[tuple[Tile, Hand, HandValue]]:
        """The discards after a chow or pong with the hands that they leave, best first."""
        evaluator, melds = self.evaluator, self.melds_with(offer)
        rest = after_claim(self.hand, offer, evaluator.table.offered)
        found = []
        for kind in dict.fromkeys(rest.tiles()):
            if not evaluator.wild >> kind & 1:
                left = without(rest, kind)
                found.append((kind, left, evaluator.rest(left, melds)))
        return sorted(found, key=lambda one: -one[2].value)

    def melds_with(self, claim: Pong | Chow | Kong) -> tuple[Meld, ...]:
        """The own melds and that of a claim."""
        return (*self.evaluator.player.melds, meld_of(claim, self.evaluator.table.offered))

    def kong(self, offer: Kong) -> Judged:
        """The hand without the kong, with a draw more, and the kong's own points."""
        rest = after_claim(self.hand, offer, ())
        if rest.size % 3 != 1:
            return Judged(offer, 0.0, USUAL)
        value = self.evaluator.rest(rest, self.melds_with(offer), more=1)
        return judged(offer, value, value.value + self.evaluator.kong(offer), 0.0)

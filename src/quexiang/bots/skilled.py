"""熟手 and 新手: distance first, then the useful tiles that are still unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.bots.bot import Judged
from quexiang.bots.plain import PlainBot, unseen_counts, without
from quexiang.engine.actions import Discard
from quexiang.tiles import tiles_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quexiang.engine.actions import Action, Offer
    from quexiang.engine.view import View


class SkilledBot(PlainBot):
    """Efficient: comes nearer by the shortest and widest way."""

    def judge(self, view: View, offers: Sequence[Offer]) -> list[Judged]:
        """All discards by what they leave, or else only its own choice."""
        chosen = PlainBot.choose(self, view, offers)
        if not isinstance(chosen, Discard):
            return [Judged(chosen, 0.0, "离和牌更近", "nearer to a complete hand")]
        assert view.seat is not None
        table = view.table
        hand = table.seats[view.seat].hand
        unseen = unseen_counts(table, hand)
        judged = []
        for offer in offers:
            if isinstance(offer, Discard):
                rest = without(hand, offer.tile)
                far = table.shape.distance(rest)
                wide = sum(unseen[tile] for tile in tiles_of(table.shape.useful(rest)))
                zh, en = f"差{far}步听牌，进张{wide}张", f"{far} from ready, {wide} useful tiles"
                judged.append(Judged(offer, wide / 50 - far, zh, en))
        return sorted(judged, key=lambda one: (-one.value, one.action != chosen))


class NoviceBot(SkilledBot):
    """Legal and a little careless: now and then it takes the second best."""

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Mostly the best choice."""
        judged = self.judge(view, offers)
        careless = len(judged) > 1 and self.random.random() < 0.3  # noqa: PLR2004
        return judged[careless].action

"""熟手 and 新手: distance, useful tiles that are still unseen, and what a ready hand pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quexiang.bots.thinker import Thinker
from quexiang.engine.actions import WIN, Action, Offer, OpenChoice
from quexiang.engine.view import View

CARELESS: Final = 0.35


class SkilledBot(Thinker):
    """Efficient: comes nearer by the shortest and widest way, and wins when it can."""

    deep = False


class NoviceBot(SkilledBot):
    """Legal and a little careless: now and then it takes what comes to mind second or third."""

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

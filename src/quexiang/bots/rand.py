"""A bot that plays any legal action, for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Sequence

from quexiang.bots.bot import Bot, choose_at_random
from quexiang.engine.actions import Action, Offer, OpenChoice
from quexiang.engine.view import View


class RandomBot(Bot):
    """Every offer is as likely as the others."""

    at_once = True

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Give any of the offers."""
        offer = offers[int(self.random.random() * len(offers))]
        return choose_at_random(offer, self.random) if isinstance(offer, OpenChoice) else offer

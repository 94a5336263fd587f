"""A bot that plays any legal action, for tests and benchmarks."""

from __future__ import annotations

import random
from collections.abc import Sequence

from quexiang.bots.bot import Bot
from quexiang.engine.actions import Action, Choose, Offer, OpenChoice
from quexiang.engine.view import View


class RandomBot(Bot):
    """Takes every offer with the same chance."""

    at_once = True

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._chance = self.random.random

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Give any of the offers."""
        offer = offers[int(self._chance() * len(offers))]
        return choose_at_random(offer, self.random) if isinstance(offer, OpenChoice) else offer


def choose_at_random(choice: OpenChoice, source: random.Random) -> Choose:
    """Any choice that an open offer allows."""
    pools = choice.pools(0)
    most = max(map(len, pools), default=0)
    size = source.choice([size for size in choice.sizes if size <= most])
    pools = [pool for pool in pools if len(pool) >= size]
    pool = pools[0] if len(pools) == 1 else source.choice(pools)
    return Choose(choice.key, tiles=tuple(sorted(source.sample(pool, size))))

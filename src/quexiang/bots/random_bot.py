"""A bot that plays any legal action, for tests and benchmarks."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from quexiang.bots.bot import Bot
from quexiang.engine.actions import Action, Choose, Offer, OpenChoice
from quexiang.engine.view import View
from quexiang.tiles import Tile


class RandomBot(Bot):
    """Takes every offer with the same chance."""

    at_once = True

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._chance = self.random.random

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Give any of the offers."""
        chance = self._chance()
        place = int(chance * len(offers))
        offer = offers[place]
        return choose_at_random(offer, self.random) if type(offer) is OpenChoice else offer


def choose_at_random(choice: OpenChoice, source: random.Random) -> Choose:
    """Any choice that an open offer allows."""
    bits = source.getrandbits
    pools = choice.pools(0)
    most = max([len(pool) for pool in pools], default=0)
    sizes = [size for size in choice.sizes if size <= most]
    size = sizes[_below(len(sizes), bits)]
    pools = [pool for pool in pools if len(pool) >= size]
    left = list(pools[0] if len(pools) == 1 else pools[_below(len(pools), bits)])
    taken: list[Tile] = []
    for last in range(len(left) - 1, len(left) - 1 - size, -1):
        place = _below(last + 1, bits)
        taken.append(left[place])
        left[place] = left[last]
    return Choose(choice.key, 0, tuple(sorted(taken)))


def _below(count: int, bits: Callable[[int], int]) -> int:
    """A number below another, from as few random bits as `random.Random` takes."""
    size = count.bit_length()
    number = bits(size)
    while number >= count:
        number = bits(size)
    return number

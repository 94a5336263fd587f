"""What every bot is."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import Struct

from quexiang.engine.actions import Action, Choose, Offer, OpenChoice
from quexiang.engine.view import View
from quexiang.hand.goals import ANY
from quexiang.text import Text


class Judged(Struct, frozen=True):
    """What a bot thinks of one choice; values compare within one decision only."""

    action: Action
    value: float
    """The points that the choice is worth to the seat, by the bot's estimate."""
    why: Text
    goal: int = ANY
    """What it is good for, one of `hand.goals`."""


class Bot:
    """Chooses among offers by its view; deterministic by its seed."""

    at_once: ClassVar[bool] = False
    """Whether its choice takes next to no time, so that a server need not give it a thread."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)  # noqa: S311 - play, not secrets

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Give one of the offers."""
        raise NotImplementedError

    def judge(self, view: View, offers: Sequence[Offer]) -> list[Judged]:
        """Tell what it thinks of the choices, the best first; at least of its own."""
        return [Judged(self.choose(view, offers), 0.0, Text("随它的习惯", "by its habit"))]

    @property
    def faults(self) -> Mapping[str, int]:
        """How often it could not answer by itself, by the reason."""
        return {}

    def close(self) -> None:
        """Let go of what it holds."""


def choose_at_random(choice: OpenChoice, source: random.Random) -> Choose:
    """Some choice that an open offer allows."""
    size = source.choice([size for size in choice.sizes if choice.pools(size)])
    pools = choice.pools(size)
    pool = pools[0] if len(pools) == 1 else source.choice(pools)
    return Choose(choice.key, tiles=tuple(sorted(source.sample(pool, size))))

"""What every bot is."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, ClassVar

from quexiang.engine.actions import Action, Throw, ThrowChoice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quexiang.engine.actions import Offer
    from quexiang.engine.view import View


class Bot:
    """Chooses among offers by its view; deterministic by its seed."""

    at_once: ClassVar[bool] = False
    """Whether its choice takes next to no time, so that a server need not give it a thread."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)  # noqa: S311 - play, not secrets

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Give one of the offers."""
        raise NotImplementedError


def throw_at_random(choice: ThrowChoice, source: random.Random) -> Throw:
    """Some throw that an open offer allows."""
    size = source.choice([size for size in choice.sizes if size <= len(choice.tiles)])
    return Throw(tuple(sorted(source.sample(choice.tiles, size))))

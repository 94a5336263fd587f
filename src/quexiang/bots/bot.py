"""The interface of every bot."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import Struct

from quexiang.engine.actions import Action, Offer
from quexiang.engine.view import View
from quexiang.hand.goals import ANY
from quexiang.text import Text


class Judged(Struct, frozen=True):
    """A bot's judgement of one choice; values compare within one decision only."""

    action: Action
    value: float
    """Estimated points of the choice for the seat."""
    why: Text
    goal: int = ANY
    """The shape that it aims at, one of `hand.goals`."""


class Bot:
    """Chooses among offers by its view; deterministic by its seed."""

    at_once: ClassVar[bool] = False
    """Whether a choice takes next to no time, so that a server needs no thread for it."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)  # noqa: S311 - play, not secrets

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Give one of the offers; of an `OpenChoice` something that it allows."""
        raise NotImplementedError

    def judge(self, view: View, offers: Sequence[Offer]) -> list[Judged]:
        """Judge the choices, best first; at least the one it would take."""
        return [Judged(self.choose(view, offers), 0.0, Text("随它的习惯", "by its habit"))]

    @property
    def faults(self) -> Mapping[str, int]:
        """Decisions that it failed to make itself, counted by reason."""
        return {}

    def close(self) -> None:
        """Release its resources."""

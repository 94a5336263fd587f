"""Playing rounds to their end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from quexiang.engine.actions import Action, Offer
from quexiang.engine.round import Round
from quexiang.engine.view import View


class Chooser(Protocol):
    """Chooses for a seat."""

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Give one of the offers."""


class Contender(Chooser, Protocol):
    """A chooser that can fail and holds resources."""

    @property
    def faults(self) -> Mapping[str, int]:
        """Decisions that it failed to make itself, counted by reason."""

    def close(self) -> None:
        """Release its resources."""


def views_of(round_: Round) -> list[View]:
    """The view of each seat on a round."""
    log = round_.log if round_.log is not None else []
    return [View(round_.rules, log, seat) for seat in range(round_.rules.players)]


def play_round(round_: Round, choosers: Sequence[Chooser]) -> int:
    """Play until the round is over; return the number of decisions."""
    decisions = 0
    views = views_of(round_)
    while round_.asked:
        for seat, offers in round_.asked.items():  # each question is a dictionary of its own
            decisions += 1
            round_.answer(seat, choosers[seat].choose(views[seat], offers))
    return decisions


def add_counts(counts: dict[str, int], more: Mapping[str, int]) -> None:
    """Add counts by key."""
    for key, count in more.items():
        counts[key] = counts.get(key, 0) + count

"""The one loop in which players, bots and tests play a round to its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from quexiang.engine.actions import Action, Offer
from quexiang.engine.round import Round
from quexiang.engine.view import View


class Chooser(Protocol):
    """Whatever chooses for a seat."""

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Give one of the offers."""


class Contender(Chooser, Protocol):
    """A chooser that can fail, and holds something to let go of."""

    @property
    def faults(self) -> Mapping[str, int]:
        """How often it could not answer by itself, by the reason."""

    def close(self) -> None:
        """Let go of what it holds."""


def views_of(round_: Round) -> list[View]:
    """What each seat sees of a round."""
    log = round_.log if round_.log is not None else []
    return [View(round_.rules, log, seat) for seat in range(round_.rules.players)]


def play_round(round_: Round, choosers: Sequence[Chooser]) -> int:
    """Play until the round is over and tell how many decisions it took."""
    decisions = 0
    views = views_of(round_)
    answer = round_.answer
    while round_.asked:
        for seat, offers in round_.asked.items():  # each question is a dictionary of its own
            decisions += 1
            answer(seat, choosers[seat].choose(views[seat], offers))
    return decisions

"""The one loop in which players, bots and tests play a round to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from quexiang.engine.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quexiang.engine.actions import Action, Offer
    from quexiang.engine.round import Round


class Chooser(Protocol):
    """Whatever chooses for a seat."""

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """Give one of the offers."""


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

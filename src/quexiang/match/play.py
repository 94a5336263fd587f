"""The one loop in which players, bots and tests play a round to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quexiang.engine.actions import Action, Offer, Seat
    from quexiang.engine.round import Round


class Chooser(Protocol):
    """Whatever chooses for a seat."""

    def choose(self, round_: Round, seat: Seat, offers: Sequence[Offer]) -> Action:
        """Give one of the offers."""


def play_round(round_: Round, choosers: Sequence[Chooser]) -> int:
    """Play until the round is over and tell how many decisions it took."""
    decisions = 0
    answer = round_.answer
    while round_.asked:
        for seat, offers in list(round_.asked.items()):
            decisions += 1
            answer(seat, choosers[seat].choose(round_, seat, offers))
    return decisions

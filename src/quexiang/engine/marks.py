"""Marks: what a rule must remember about a seat or the table, declared once with its life span."""

from __future__ import annotations

from enum import Enum

from quexiang.engine.actions import Seat
from quexiang.engine.events import Marked, Unmarked, Value
from quexiang.text import Named


class Life(Enum):
    """When a mark of a seat ends by itself. 本轮, 同一圈 and 过手 look alike and are not."""

    ROUND = "round"
    """Only with the round, or by an event."""
    OWN_TURN = "own_turn"
    """过自己手: the owner's next front draw, or his next chow, pong or exposed kong."""
    OWN_FRONT_DRAW = "own_front_draw"
    """The owner's next draw from the front; claims and replacements do not end it."""
    OWN_DRAW = "own_draw"
    """The owner's next draw, from the front or the back."""


class Mark(Named, frozen=True):
    """A named fact about a seat, or with seat None about the table."""

    life: Life = Life.ROUND
    public: bool = True
    rule: str = ""
    """The id of the rule that explains it."""
    counted: bool = False
    """Its value is a number that a player reads: 飘 2."""

    def set(self, seat: Seat | None, value: Value = 1) -> Marked:
        """Give the event that sets the mark."""
        return Marked(seat, self.key, value, self.public)

    def clear(self, seat: Seat | None) -> Unmarked:
        """Give the event that takes the mark away."""
        return Unmarked(seat, self.key, self.public)


FRONT_DRAW_ENDS = (Life.OWN_TURN, Life.OWN_FRONT_DRAW, Life.OWN_DRAW)
BACK_DRAW_ENDS = (Life.OWN_DRAW,)
CLAIM_ENDS = (Life.OWN_TURN,)

"""What is due next, as constants, and the record of a turn."""

from __future__ import annotations

from typing import Final

from quexiang.engine.actions import Seat
from quexiang.engine.events import Due
from quexiang.tiles import KINDS, Tile

TURN_DUE: Final = tuple(Due("ask", seat, "turn") for seat in range(4))
DISCARD_DUE: Final = tuple(Due("ask", seat, "discard") for seat in range(4))
DRAW_DUE: Final = tuple(Due("draw", seat) for seat in range(4))
BACK_DUE: Final = tuple(Due("draw", seat, back=True) for seat in range(4))
ROB_DUE: Final = tuple(Due("ask", seat, "kong") for seat in range(4))
SETTLE_DUE: Final = Due("settle")
PHASE_DUE: Final = Due("phase")
OVER_DUE: Final = Due("over")
ONE_OFFERED: Final = tuple((tile,) for tile in range(KINDS))
"""One tile on offer."""


class Turn:
    """How the present turn began and what was done in it; lives until the next turn begins."""

    __slots__ = ("began", "drawn", "kongs", "seat")

    def __init__(
        self, seat: Seat, began: str, drawn: Tile | None = None, kongs: tuple[str, ...] = ()
    ) -> None:
        self.seat = seat
        self.began = began
        """`deal`, `draw`, or the kind of the claim: `chow`, `pong`, `exposed`."""
        self.drawn = drawn
        self.kongs = kongs

    def _fields(self) -> tuple[object, ...]:
        return self.seat, self.began, self.drawn, self.kongs

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Turn) and self._fields() == other._fields()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"Turn({self.seat}, {self.began!r}, {self.drawn}, {self.kongs})"


DRAW_TURN: Final = tuple(
    tuple(Turn(seat, "draw", tile) for tile in range(KINDS)) for seat in range(4)
)
"""Every turn that begins with a draw, by seat and tile: made once, like the draws themselves."""
SEATS_AFTER: Final = {
    players: tuple(
        tuple((seat + step) % players for step in range(1, players)) for seat in range(players)
    )
    for players in (2, 3, 4)
}

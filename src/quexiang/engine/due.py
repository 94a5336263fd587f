"""What is due next, as constants, and the record of a turn."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from quexiang.engine.actions import Seat
from quexiang.engine.events import Due
from quexiang.tiles import Tile

TURN_DUE: Final = tuple(Due("ask", seat, "turn") for seat in range(4))
DISCARD_DUE: Final = tuple(Due("ask", seat, "discard") for seat in range(4))
DRAW_DUE: Final = tuple(Due("draw", seat) for seat in range(4))
BACK_DUE: Final = tuple(Due("draw", seat, back=True) for seat in range(4))
ROB_DUE: Final = tuple(Due("ask", seat, "kong") for seat in range(4))
SETTLE_DUE: Final = Due("settle")
OVER_DUE: Final = Due("over")


class Turn(Struct, frozen=True, gc=False):
    """How the present turn began and what was done in it; lives until the next turn begins."""

    seat: Seat
    began: str
    """`deal`, `draw`, or the kind of the claim: `chow`, `pong`, `exposed`."""
    drawn: Tile | None = None
    kongs: tuple[str, ...] = ()


SEATS_AFTER: Final = {
    players: tuple(
        tuple((seat + step) % players for step in range(1, players)) for seat in range(players)
    )
    for players in (2, 3, 4)
}

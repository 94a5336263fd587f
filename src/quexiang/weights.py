"""What a town tells the bots: how its game is worth playing. Every number has a default."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from quexiang.engine.actions import Seat
    from quexiang.engine.table import Table
    from quexiang.hand import Hand

Worth = Callable[["Table", int], float]
Holding = Callable[["Table", int, "Hand"], float]


def same(table: Table, seat: Seat) -> float:  # noqa: ARG001 - a default looks at nothing
    """The default: worth the same to everybody, always."""
    return 1.0


def nothing(table: Table, seat: Seat, hand: Hand) -> float:  # noqa: ARG001 - likewise
    """The default: tiles are worth nothing by themselves."""
    return 0.0


class Goal(Struct, frozen=True):
    """Something that a hand may become, and how many ordinary wins it is worth."""

    kind: int
    """One of `hand.goals`: PAIRS, TRIPLETS, ALONE, SUIT."""
    worth: float
    pace: float = 1.0
    """How quickly it is reached, against an ordinary hand at the same distance."""


class Weights(Struct, frozen=True, kw_only=True):
    """One town's weights."""

    win: float = 6.0
    """The points of an ordinary win."""
    loss: float = 3.0
    """What another's win costs on an average."""
    times: Worth = same
    """How many times this, for this seat in this round (dealer, level)."""
    steps: tuple[float, ...] = (0.10, 0.22, 0.34, 0.42, 0.47, 0.5)
    """The chance to come nearer in one go-around, from ready on, where nothing better is known."""
    pace: float = 1.3
    """How much quicker claims make it than own draws alone."""
    thrown: float = 0.5
    """How often another throws the tile one waits for, having drawn it."""
    hazard: float = 0.012
    """By how much, with every go-around, it is likelier that another wins in the next one."""
    goals: tuple[Goal, ...] = ()
    kongs: tuple[float, float, float] = (1.0, 1.0, 2.0)
    """The points of an exposed, an added and a concealed kong."""
    danger: float = 3.0
    """What it costs more than another's win to have thrown the tile for it."""
    declared: tuple[str, ...] = ()
    """Keys of public marks that say that a seat is ready."""
    hold: Holding = nothing
    """The points of tiles in hand, whoever wins."""

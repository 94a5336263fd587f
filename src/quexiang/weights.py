"""The weights by which bots play a town; every one has a default."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from quexiang.engine.actions import Action, Offer, Seat
from quexiang.engine.table import Table
from quexiang.hand import Hand
from quexiang.hand.goals import ALONE, ANY, PAIRS, SUIT, TRIPLETS

Worth = Callable[["Table", int], float]
Holding = Callable[["Table", int, "Hand"], float]
Picking = Callable[["Table", int, Sequence[Offer]], Action | None]
Paying = Callable[["Table", int, "Hand"], tuple[float, float]]


def same(table: Table, seat: Seat) -> float:  # noqa: ARG001 - a default looks at nothing
    """The default: worth the same to everybody, always."""
    return 1.0


def nothing(table: Table, seat: Seat, hand: Hand) -> float:  # noqa: ARG001 - likewise
    """The default: tiles are worth nothing by themselves."""
    return 0.0


def undecided(table: Table, seat: Seat, offers: Sequence[Offer]) -> Action | None:  # noqa: ARG001 - likewise
    """The default: choices are left to the bot."""
    return None


def alike(table: Table, seat: Seat, hand: Hand) -> tuple[float, float]:  # noqa: ARG001 - likewise
    """The default: every ready hand is an ordinary one, won by a draw or on a discard."""
    return 1.0, 0.5


PACES: Final = {
    ANY: (1.15, ()),
    PAIRS: (1.0, (0.05, 0.11, 0.18, 0.25, 0.3)),
    TRIPLETS: (2.0, (0.12, 0.2, 0.25, 0.3, 0.33)),
    ALONE: (1.1, (1.0, 0.1, 0.2, 0.3, 0.35)),
    SUIT: (1.2, (0.14, 0.18, 0.22, 0.24, 0.26)),
}
"""For each kind of goal the speed-up by claims, and the default chances to come nearer in one
go-around, from ready on."""


class Goal(Struct, frozen=True):
    """A shape to aim at, and how many ordinary wins it is worth."""

    kind: int
    """One of `hand.goals`."""
    worth: float
    thrown: float | None = None
    """Its worth on a discard, if that is not `worth` times an ordinary win on a discard."""

    @property
    def pace(self) -> float:
        """The speed-up by claims over own draws alone."""
        return PACES[min(self.kind, SUIT)][0]


class Weights(Struct, frozen=True, kw_only=True):
    """The weights of one town."""

    win: float = 6.0
    """Points of an ordinary win by self-draw."""
    loss: float = 3.0
    """Mean cost of another's win."""
    stake: str = "base_score"
    """Key of the option that multiplies all points, if there is one."""
    times: Worth = same
    """Multiplier of all points for this seat in this round (dealer, level)."""
    thrown: float = 0.5
    """Wins on discards relative to self-draws."""
    steps: tuple[float, ...] = (0.15, 0.29, 0.4, 0.5, 0.6)
    """Chances of ordinary hands to come nearer in one turn, from ready on."""
    calm: int = 4
    """Turns before anybody is likely to win."""
    rush: float = 0.035
    """Growth of the chance that another wins, with every turn after these."""
    again: float = 0.0
    """Chance that a winner plays on with the same hand."""
    goals: tuple[Goal, ...] = ()
    kongs: tuple[float, float, float] = (1.0, 1.0, 2.0)
    """Points of an exposed, an added and a concealed kong."""
    danger: float = 3.0
    """Extra cost of discarding the winning tile."""
    risk: Worth = same
    """Multiplier of `danger` for this seat in this round; 0 if discards cannot be won."""
    declared: tuple[str, ...] = ()
    """Keys of public marks of seats that are ready."""
    guessed: float = 0.3
    """Weight of the guess, by turns and melds, that another seat is ready."""
    pays: Paying = alike
    """Ordinary wins that a ready hand is worth by self-draw, and on a discard."""
    caution: float = 0.0
    """Ordinary wins by which a claim must beat a pass, for levels that ignore the draw it costs."""
    searched: int = 2
    """Distance up to which the master searches."""
    pick: Picking = undecided
    """The choice or declaration to make; None leaves it to the bot."""
    hold: Holding = nothing
    """Points that the tiles of a hand earn whoever wins."""

"""What a town tells the bots: how its game is worth playing. Every number has a default."""

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
"""How much quicker claims make each kind of goal, and the chance to come nearer in one go-around,
from ready on, where nothing better is known."""


class Goal(Struct, frozen=True):
    """Something that a hand may become, and how many ordinary wins it is worth."""

    kind: int
    """One of `hand.goals`."""
    worth: float
    thrown: float = -1.0
    """The same on another's discard, where that is not so many times what it is for any shape."""

    @property
    def pace(self) -> float:
        """How much quicker claims make it than own draws alone."""
        return PACES[min(self.kind, SUIT)][0]


class Weights(Struct, frozen=True, kw_only=True):
    """One town's weights."""

    win: float = 6.0
    """The points of an ordinary win by an own draw."""
    loss: float = 3.0
    """What another's win costs on an average."""
    stake: str = "base_score"
    """The key of the option that multiplies all points, where there is one."""
    times: Worth = same
    """How many times this, for this seat in this round (dealer, level)."""
    thrown: float = 0.5
    """How often a discard of another is what one waits for, compared with an own draw."""
    steps: tuple[float, ...] = (0.15, 0.29, 0.4, 0.5, 0.6)
    """The chances of ordinary hands to come nearer in one turn, from ready on."""
    calm: int = 4
    """So many turns pass before anybody is likely to win."""
    rush: float = 0.035
    """By how much, with every turn after these, it is likelier that another wins in the next."""
    again: float = 0.0
    """How often a winner plays on with the same hand and may win again."""
    goals: tuple[Goal, ...] = ()
    kongs: tuple[float, float, float] = (1.0, 1.0, 2.0)
    """The points of an exposed, an added and a concealed kong."""
    danger: float = 3.0
    """What it costs more than another's win to have thrown the tile for it."""
    risk: Worth = same
    """How many times that danger, for this seat in this round; 0 where discards are not won."""
    declared: tuple[str, ...] = ()
    """Keys of public marks that say that a seat is ready."""
    guessed: float = 0.3
    """How far the others' turns and melds tell that they are ready."""
    pays: Paying = alike
    """How many ordinary wins a ready hand brings by an own draw, and on another's discard."""
    caution: float = 0.0
    """By how much, in ordinary wins, a claim must be better than passing, where the draw that it
    costs is not counted."""
    searched: int = 2
    """The master searches hands that are so near."""
    pick: Picking = undecided
    """What to choose or declare, where the town knows it; None leaves it to the bot."""
    hold: Holding = nothing
    """What tiles bring whoever wins, if the seat's next act leaves it this hand."""

"""How 血战 is worth playing: fan double, kongs pay at once, and who feeds a win pays it alone."""

from collections.abc import Sequence
from typing import Final

from quexiang.engine.actions import Action, Offer, Seat
from quexiang.engine.table import Table
from quexiang.hand.goals import PAIRS, SUIT, TRIPLETS
from quexiang.weights import Goal, Weights

from .play import suggested


def pick(table: Table, seat: Seat, offers: Sequence[Offer]) -> Action | None:
    """XZ-3, XZ-6: the shortest suit goes."""
    return suggested(table.seats[seat].hand, offers[0])


WEIGHTS: Final = Weights(
    win=6.0,
    loss=2.0,
    danger=2.5,
    thrown=0.7,
    goals=(
        Goal(PAIRS, 3.5),
        Goal(TRIPLETS, 2.0),
        *(Goal(SUIT + suit, 3.5) for suit in range(3)),
    ),
    kongs=(2.0, 3.0, 6.0),
    pick=pick,
)

"""How 血战 is worth playing: every fan doubles, kongs pay at once, and whoever feeds a win pays it."""

from collections.abc import Sequence
from typing import Final

from quexiang.engine.actions import Action, Choose, Offer, OpenChoice, Seat
from quexiang.engine.table import Table
from quexiang.hand.goals import PAIRS, SUIT, TRIPLETS
from quexiang.weights import Goal, Weights

from .play import least_wanted, shortest_suit


def pick(table: Table, seat: Seat, offers: Sequence[Offer]) -> Action | None:
    """XZ-3, XZ-6: the shortest suit goes."""
    hand = table.seats[seat].hand
    match offers[0]:
        case OpenChoice():
            return least_wanted(hand)
        case Choose():
            return shortest_suit(hand)
        case _:
            return None


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

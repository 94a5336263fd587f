"""How Anshun is worth playing: pairs, one suit and triplets pay many times a plain win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.hand.goals import PAIRS, SUIT, TRIPLETS
from quexiang.weights import Goal, Weights

from .patterns import DECLARED
from .play import has_opening_bean

if TYPE_CHECKING:
    from quexiang.engine.actions import Seat
    from quexiang.engine.table import Table
    from quexiang.hand import Hand


def pays(table: Table, seat: Seat, hand: Hand) -> tuple[float, float]:
    """AS-41: a plain hand wins discards only with a bean."""
    return 1.0, 0.5 if has_opening_bean(table, seat) else 0.0


SUITED: Final = tuple(Goal(SUIT + suit, 7.0, thrown=1.7) for suit in range(3))

WEIGHTS: Final = Weights(
    win=7.0,
    calm=4,
    rush=0.025,
    thrown=0.7,
    steps=(0.11, 0.2, 0.35, 0.5, 0.7),
    loss=3.3,
    goals=(Goal(PAIRS, 6.0, thrown=1.8), Goal(TRIPLETS, 5.0, thrown=1.2), *SUITED),
    kongs=(1.0, 3.0, 6.0),
    pays=pays,
    searched=1,
    danger=5.0,
    declared=(DECLARED.key,),
)

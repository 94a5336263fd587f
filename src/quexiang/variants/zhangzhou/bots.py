"""How Zhangzhou is worth playing: everybody pays every win, and 游金 is worth twice a 自摸."""

from typing import Final

from quexiang.engine.actions import Seat
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.hand.goals import ALONE
from quexiang.weights import Goal, Weights

from .play import GOLD_OUT


def pays(table: Table, seat: Seat, hand: Hand) -> tuple[float, float]:
    """ZZ-48, ZZ-49: no discard is won with two golds, nor once a gold is out."""
    barred = GOLD_OUT.key in table.marks or sum(hand.counts[tile] for tile in table.wild) > 1
    return 1.0, 0.0 if barred else 0.5


WEIGHTS: Final = Weights(
    win=9.5,
    calm=6,
    rush=0.09,
    thrown=0.7,
    steps=(0.41, 0.33, 0.43, 0.5, 0.61, 0.7),
    loss=2.4,
    goals=(Goal(ALONE, 2.0),),
    kongs=(1.0, 1.0, 2.0),
    pays=pays,
    danger=0.0,
)

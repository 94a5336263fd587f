"""How Zhangzhou is worth playing: everybody pays every win, and 游金 is worth twice a 自摸."""

from typing import Final

from quexiang.hand.goals import ALONE
from quexiang.weights import Goal, Weights

WEIGHTS: Final = Weights(
    win=6.0,
    calm=6,
    rush=0.09,
    thrown=0.35,
    steps=(0.41, 0.33, 0.43, 0.5, 0.61, 0.7),
    loss=2.4,
    goals=(Goal(ALONE, 2.2),),
    kongs=(1.0, 1.0, 2.0),
    danger=0.0,
)

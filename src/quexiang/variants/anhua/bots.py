"""How Anhua is worth playing: 清一色 and 小七对 double, kongs turn tiles that may win."""

from typing import Final

from quexiang.hand.goals import PAIRS, SUIT
from quexiang.weights import Goal, Weights

WEIGHTS: Final = Weights(
    win=8.5,
    calm=3,
    rush=0.04,
    thrown=0.1,
    steps=(0.18, 0.31, 0.43, 0.52, 0.7),
    loss=3.1,
    goals=(Goal(PAIRS, 2.0), Goal(SUIT, 2.0), Goal(SUIT + 1, 2.0), Goal(SUIT + 2, 2.0)),
    kongs=(2.0, 2.0, 2.0),
    danger=3.0,
)

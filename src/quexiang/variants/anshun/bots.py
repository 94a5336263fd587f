"""How Anshun is worth playing: pairs, one suit and triplets pay many times a plain win."""

from typing import Final

from quexiang.hand.goals import PAIRS, SUIT, TRIPLETS
from quexiang.weights import Goal, Weights

from .patterns import DECLARED

WEIGHTS: Final = Weights(
    win=6.0,
    calm=4,
    rush=0.02,
    thrown=0.1,
    steps=(0.11, 0.2, 0.35, 0.5, 0.7),
    loss=2.7,
    goals=(
        Goal(PAIRS, 4.5),
        Goal(TRIPLETS, 2.3),
        Goal(SUIT, 4.5),
        Goal(SUIT + 1, 4.5),
        Goal(SUIT + 2, 4.5),
    ),
    kongs=(1.0, 3.0, 6.0),
    danger=5.0,
    declared=(DECLARED.key,),
)

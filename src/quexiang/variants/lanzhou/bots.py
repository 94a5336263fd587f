"""How Lanzhou is worth playing: 七对 doubles, and who throws the tile pays alone.

Nobody wins undeclared, so only the declared are feared.
"""

from typing import Final

from quexiang.hand.goals import PAIRS
from quexiang.weights import Goal, Weights

from .play import TING

WEIGHTS: Final = Weights(
    win=4.0,
    calm=2,
    rush=0.015,
    thrown=0.3,
    steps=(0.14, 0.24, 0.26, 0.33, 0.4),
    loss=1.5,
    goals=(Goal(PAIRS, 2.0),),
    kongs=(0.0, 0.0, 0.0),
    danger=1.5,
    guessed=0.0,
    declared=(TING.key,),
)

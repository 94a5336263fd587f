"""How Lanzhou is worth playing: 七对, 黑三风 and 中发白 double, and who throws the tile pays alone.

Nobody wins undeclared, so only the declared are feared.
"""

from typing import Final

from msgspec.structs import replace

from quexiang.engine.actions import Seat
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.hand.goals import PAIRS
from quexiang.rulebook import Options
from quexiang.weights import Goal, Weights

from .options import discards_win
from .play import TING

SET: Final = 3
SPECIAL: Final = 2.0


def pays(table: Table, seat: Seat, hand: Hand) -> tuple[float, float]:
    """LZ-59, LZ-60: three winds or dragons that are a set pay more."""
    worth = 1.0
    for family in table.shape.families:
        if sum(hand.counts[tile] > 0 for tile in family) >= SET:
            worth *= SPECIAL
    return worth, worth


WEIGHTS: Final = Weights(
    win=5.5,
    calm=2,
    rush=0.015,
    thrown=0.3,
    steps=(0.14, 0.24, 0.26, 0.33, 0.4),
    loss=1.5,
    again=0.55,
    goals=(Goal(PAIRS, 2.0),),
    kongs=(0.0, 0.0, 0.0),
    pays=pays,
    danger=1.5,
    guessed=0.0,
    declared=(TING.key,),
)


def drawn(table: Table, seat: Seat, hand: Hand) -> tuple[float, float]:
    """LZ-81: the same where no discard is won."""
    return pays(table, seat, hand)[0], 0.0


def no_risk(table: Table, seat: Seat) -> float:
    """LZ-81: no discard is feared either."""
    return 0.0


def weights(options: Options) -> Weights:
    """The weights of a room."""
    return WEIGHTS if discards_win(options) else replace(WEIGHTS, pays=drawn, risk=no_risk)

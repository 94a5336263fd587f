"""How Anhua is worth playing: 硬庄, three wilds, 清一色 and 小七对 double."""

from typing import Final

from quexiang.engine.actions import Seat
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.hand.goals import PAIRS, SUIT
from quexiang.weights import Goal, Weights

BY_WILDS: Final = ((2.0, 0.65), (1.0, 0.0), (1.0, 0.0), (2.0, 0.0), (4.0, 0.0))


def pays(table: Table, seat: Seat, hand: Hand) -> tuple[float, float]:
    """AH-40, AH-53: only a hand without wilds wins discards; it doubles, and so do three."""
    return BY_WILDS[min(4, sum(hand.counts[tile] for tile in table.wild))]


WEIGHTS: Final = Weights(
    win=6.0,
    calm=2,
    rush=0.045,
    thrown=0.8,
    steps=(0.18, 0.31, 0.43, 0.52, 0.7),
    loss=2.3,
    goals=(Goal(PAIRS, 2.0), Goal(SUIT, 2.0), Goal(SUIT + 1, 2.0), Goal(SUIT + 2, 2.0)),
    kongs=(1.5, 1.5, 1.5),
    pays=pays,
    caution=0.01,
    danger=1.5,
)

"""How Anshun is worth playing: pairs, one suit and triplets pay many times a plain win.

A 幺鸡 is paid by all, whoever wins; the first that is thrown and stays counts twice.
"""

from typing import Final

from quexiang.engine.actions import Seat
from quexiang.engine.table import Table
from quexiang.engine.view import visible
from quexiang.hand.concealed import Hand
from quexiang.hand.goals import PAIRS, SUIT, TRIPLETS
from quexiang.tiles import COPIES
from quexiang.weights import Goal, Weights

from .patterns import DECLARED
from .play import FIRST_OUT, YAOJI, has_opening_bean


def pays(table: Table, seat: Seat, hand: Hand) -> tuple[float, float]:
    """AS-41: a plain hand wins discards only with a bean."""
    return 1.0, 0.5 if has_opening_bean(table, seat) else 0.0


WON: Final = 0.87
"""How often a round is won; only then chickens are paid."""
CLAIMED: Final = (0.0, 0.0, 0.06, 0.16)
"""How often a thrown 1s is ponged, with so many of them unseen."""


def hold(table: Table, seat: Seat, hand: Hand) -> float:
    """AS-56, AS-57, AS-59: the 1s that stay in hand, were thrown just now, or went into a meld."""
    kept = hand.counts[YAOJI]
    gone: float = table.hand(seat).counts[YAOJI] - kept
    if gone == 1:
        unseen = COPIES - sum(tile == YAOJI for tile in visible(table))
        gone = (1 if FIRST_OUT.key in table.marks else 2) * (1 - CLAIMED[unseen])
    elif 1 < gone < COPIES:
        gone += 1
    return (table.players - 1) * WON * (kept + gone)


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
    hold=hold,
    stake="base_stake",
    searched=1,
    danger=5.0,
    declared=(DECLARED.key,),
)

"""How Hangzhou is worth playing: 爆头 doubles and takes any tile, 七对 doubles."""

from typing import Final

from msgspec.structs import replace

from quexiang.engine.actions import Seat
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.hand.goals import ALONE, PAIRS
from quexiang.rulebook import Options
from quexiang.weights import Goal, Weights

from .play import TOP_LEVEL, level
from .settlement import stake

WIN: Final = 4.0


def times(table: Table, seat: Seat) -> float:
    """HZ-69, HZ-70: the dealer wins three stakes, others one and two singles."""
    return (3 * stake(table) if seat == table.dealer else stake(table) + 2) / WIN


def risk(table: Table, seat: Seat) -> float:
    """HZ-22: discards are won at 三老庄 only, and only across the dealer line."""
    if level(table) < TOP_LEVEL:
        return 0.0
    return 1.0 if seat == table.dealer else 1 / 3


def pays(table: Table, seat: Seat, hand: Hand) -> tuple[float, float]:
    """HZ-70: a discard is paid by the one who threw it."""
    return 1.0, stake(table) / (WIN * times(table, seat))


WEIGHTS: Final = Weights(
    win=WIN,
    calm=5,
    rush=0.05,
    thrown=0.5,
    steps=(0.17, 0.29, 0.39, 0.48, 0.57, 0.7),
    loss=1.3,
    times=times,
    goals=(Goal(PAIRS, 2.0), Goal(ALONE, 2.0)),
    kongs=(0.3, 0.3, 0.5),
    danger=8.0,
    risk=risk,
    pays=pays,
)


def weights(options: Options) -> Weights:
    """The weights of a room; HZ-23: where 爆头 may not take discards it is worth none."""
    if options.choice("baotou_discard") == "allowed":
        return WEIGHTS
    return replace(WEIGHTS, goals=(Goal(PAIRS, 2.0), Goal(ALONE, 2.0, thrown=0.0)))

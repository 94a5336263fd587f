"""The reason for a choice, in a sentence."""

from __future__ import annotations

from typing import Final

from quexiang.bots.bot import Judged
from quexiang.bots.evaluator import HandValue
from quexiang.engine.actions import Action
from quexiang.hand.goals import ALONE, PAIRS, SUIT, TRIPLETS
from quexiang.text import Text

GOALS: Final = {
    PAIRS: ("做七对，", "towards pairs, "),
    TRIPLETS: ("做对子，", "towards triplets, "),
    ALONE: ("单留一张百搭，", "towards a lone wild, "),
    SUIT: ("做清一色万，", "towards one suit, "),
    SUIT + 1: ("做清一色筒，", "towards one suit, "),
    SUIT + 2: ("做清一色条，", "towards one suit, "),
}
SMALL: Final = 0.3
"""Points that are not worth mentioning."""


def judged(action: Action, hand: HandValue, value: float, danger: float) -> Judged:
    """A choice with its value and the sentence that says why."""
    zh, en = GOALS.get(hand.goal, ("", ""))
    if hand.far <= 0:
        zh, en = f"{zh}听牌，还有{hand.width}张", f"{en}ready, {hand.width} tiles left"
    else:
        zh = f"{zh}差{hand.far}步听牌，进张{hand.width}张"
        en = f"{en}{hand.far} from ready, {hand.width} useful tiles"
    percent = round(100 * hand.won)
    zh, en = f"{zh}，约{percent}%能胡", f"{en}, wins about {percent} %"
    zh, en = f"{zh}，胡了约{hand.worth:.0f}分", f"{en}, worth about {hand.worth:.0f}"
    if hand.held > SMALL:
        zh = f"{zh}，不论谁胡还有约{hand.held:.1f}分"
        en = f"{en}, and about {hand.held:.1f} whoever wins"
    if danger > SMALL:
        zh, en = f"{zh}，点炮险{danger:.1f}分", f"{en}, danger {danger:.1f}"
    return Judged(action, value, Text(zh, en), hand.goal)

"""Why, in a sentence."""

from __future__ import annotations

from typing import Final

from quexiang.bots.bot import Judged
from quexiang.bots.mind import Thought
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


def judged(action: Action, thought: Thought, value: float, fear: float) -> Judged:
    """A choice with its value and the sentence that says why."""
    zh, en = GOALS.get(thought.goal, ("", ""))
    if thought.far <= 0:
        zh, en = f"{zh}听牌，还有{thought.width}张", f"{en}ready, {thought.width} tiles left"
    else:
        zh = f"{zh}差{thought.far}步听牌，进张{thought.width}张"
        en = f"{en}{thought.far} from ready, {thought.width} useful tiles"
    zh, en = f"{zh}，胡了约{thought.worth:.0f}分", f"{en}, worth about {thought.worth:.0f}"
    if thought.held > SMALL:
        zh = f"{zh}，不论谁胡还有约{thought.held:.1f}分"
        en = f"{en}, and about {thought.held:.1f} whoever wins"
    if fear > SMALL:
        zh, en = f"{zh}，点炮险{fear:.1f}分", f"{en}, danger {fear:.1f}"
    return Judged(action, value, Text(zh, en), thought.goal)

"""What seats say to each other, and what is put to the vote."""

from __future__ import annotations

from typing import Final

from quexiang.rulebook import Variant
from quexiang.text import Text

PHRASES: Final = {
    "hello": Text("大家好", "Hello everyone"),
    "hurry": Text("快点打呀", "Your move, please"),
    "wait": Text("等我想想", "Let me think"),
    "nice": Text("打得好", "Well played"),
    "lucky": Text("手气真好", "What luck"),
    "pity": Text("可惜了", "What a pity"),
    "thanks": Text("谢谢", "Thank you"),
    "sorry": Text("不好意思", "Sorry"),
    "again": Text("再来一局", "One more match"),
    "bye": Text("先走了，下次再打", "Got to go, see you next time"),
}
BALLOTS: Final = {
    "dissolve": Text("解散，牌局到此为止", "End the match here"),
    "short_start": Text("人不齐，两个人先打", "Start with two"),
}


def phrases_of(variant: Variant) -> dict[str, Text]:
    """What can be said at a table of this town: the common phrases, then its own."""
    return PHRASES | {phrase.key: phrase.name for phrase in variant.phrases}

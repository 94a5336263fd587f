"""LZ-97: what the creator of a Lanzhou room may choose; LZ-98: everything goes together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.rulebook import Option
from quexiang.tiles import parse_tiles

if TYPE_CHECKING:
    from quexiang.rulebook import Options
    from quexiang.tiles import Tile

ON_OFF: Final = (("关闭", "off"), ("开启", "on"))
ZUIZI: Final = {"none": "", "xiaoji": "1s", "jidan": "1s1p", "sanyao": "1s1m1p", "sanjiu": "9m9s9p"}
"""LZ-49."""


def zuizi(options: Options) -> tuple[Tile, ...]:
    """LZ-49 嘴子: the suit tiles that may stand for honours."""
    return tuple(parse_tiles(ZUIZI[options.choice("zuizi")]))


def eye_ranks(options: Options) -> frozenset[int]:
    """LZ-63, LZ-66: the three privileged ranks, none without an eyes rule."""
    return frozenset(map(int, filter(str.isdigit, options.choice("eyes"))))


def has_hard_eyes(options: Options) -> bool:
    """LZ-63 硬将."""
    return options.choice("eyes").startswith("hard")


def _switch(key: str, zh: str, en: str, rule: str, note_zh: str, note_en: str) -> Option:
    return Option(
        key=key,
        zh=zh,
        en=en,
        default=True,
        values=(False, True),
        labels=ON_OFF,
        note_zh=note_zh,
        note_en=note_en,
        rule=rule,
    )


def _choice(
    key: str, zh: str, en: str, rule: str, labels: dict[str, tuple[str, str]], *note: str
) -> Option:
    return Option(
        key=key,
        zh=zh,
        en=en,
        default=next(iter(labels)),
        values=tuple(labels),
        labels=tuple(labels.values()),
        note_zh=note[0] if note else "",
        note_en=note[1] if note else "",
        rule=rule,
    )


OPTIONS: Final = (
    _switch(
        "throw_tiles",
        *("甩牌", "Throw", "LZ-7"),
        *("开打前把用不着的幺九字牌三张三张甩掉", "Put terminals and honours away in threes first"),
    ),
    _choice(
        "ready_mode",
        *("听牌", "Ready", "LZ-19"),
        {
            "declare": ("报听", "declared"),
            "silent": ("悄悄胡", "silent"),
        },
        *("报了听才能胡，有洗澡", "Declare before you win; bathing (洗澡) exists"),
    ),
    _switch(
        "zhongfabai",
        *("中发白", "Three dragons", "LZ-59"),
        *("中发白各一张是一副，翻一番", "One of each dragon is a set and doubles"),
    ),
    _switch(
        "heisanfeng",
        *("黑三风", "Three winds", "LZ-60"),
        *("三张不同的风是一副，翻一番", "Three different winds are a set and double"),
    ),
    _switch(
        "seven_pairs",
        *("七对", "Seven pairs", "LZ-62"),
        *("七个对子能胡，翻一番", "Seven pairs win and double"),
    ),
    _choice(
        "eyes",
        *("将牌", "Eyes", "LZ-63"),
        {
            "none": ("无将牌", "no rule"),
            "hard147": ("一四七硬将", "hard 1 4 7"),
            "soft147": ("一四七软将", "soft 1 4 7"),
            "hard258": ("二五八硬将", "hard 2 5 8"),
            "soft258": ("二五八软将", "soft 2 5 8"),
            "hard369": ("三六九硬将", "hard 3 6 9"),
            "soft369": ("三六九软将", "soft 3 6 9"),
        },
        *(
            "硬将必须用这些做将，不许等将；都翻一番",
            "Hard eyes are a must and not waited for; both double",
        ),
    ),
    _choice(
        "zuizi",
        *("嘴子", "Zuizi", "LZ-49"),
        {
            "none": ("无嘴子", "none"),
            "xiaoji": ("小鸡飞", "1 bamboo"),
            "jidan": ("鸡蛋双飞", "1 bamboo, 1 dots"),
            "sanyao": ("三幺飞", "all ones"),
            "sanjiu": ("三九飞", "all nines"),
        },
        *(
            "只在中发白、黑三风里顶字牌；两样都关就不起作用",
            "Stand for honours in those two sets only; idle if both are off",
        ),
    ),
    _choice(
        "claims",
        *("吃碰", "Claims", "LZ-36"),
        {
            "two": ("两报", "pong and kong"),
            "three": ("三报", "chow, pong and kong"),
            "closed": ("门清", "none"),
        },
    ),
    _choice(
        "wins",
        *("胡牌", "Wins", "LZ-81"),
        {
            "once": ("胡一次", "to the first self-draw"),
            "twice": ("胡两次", "to the second self-draw"),
            "all": ("胡到底", "to the last tile"),
        },
        *("放炮胡不散局", "Wins on discards never end the round"),
    ),
    Option(
        key="base_score",
        zh="底分",
        en="Base score",
        default=1,
        low=1,
        high=100,
        offered=(1, 2, 5, 10),
        rule="LZ-74",
    ),
    Option(
        key="rounds",
        zh="局数",
        en="Rounds",
        default=8,
        low=1,
        high=64,
        offered=(4, 8, 16),
        rule="LZ-95",
    ),
)

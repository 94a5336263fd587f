"""LZ-97: what the creator of a Lanzhou room may choose; LZ-98: everything goes together."""

from functools import partial
from typing import Final

from quexiang.rulebook import Options, choice, number, rounds, switch
from quexiang.text import Text
from quexiang.tiles import Tile, parse_tiles

from .readings import READINGS

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


def discards_win(options: Options) -> bool:
    """LZ-81: whether discards are won and paid; in 胡到底 they always are (LZ-83)."""
    return options.choice("wins") == "all" or options.choice("discard_wins") == "paid"


_pattern = partial(switch, on=True, labels=(Text("关闭", "off"), Text("开启", "on")))

OPTIONS: Final = (
    switch(
        *("LZ-7", "throw_tiles", "甩牌", "Throw"),
        on=True,
        labels=(Text("不甩牌", "no throw"), Text("甩牌", "throw")),
        note=Text(
            "开打前把用不着的幺九字牌三张三张甩掉", "Put terminals and honours away in threes first"
        ),
    ),
    choice(
        *("LZ-19", "ready_mode", "听牌", "Ready"),
        {"declare": Text("报听", "declared"), "silent": Text("悄悄胡", "silent")},
        note=Text(
            "报了听才能胡，能报不报要洗澡",
            "Declare before you win; who could and does not is bathing",
        ),
    ),
    _pattern(
        *("LZ-59", "zhongfabai", "中发白", "Three dragons"),
        note=Text("中发白各一张是一副，翻一番", "One of each dragon is a set and doubles"),
    ),
    _pattern(
        *("LZ-60", "heisanfeng", "黑三风", "Three winds"),
        note=Text("三张不同的风是一副，翻一番", "Three different winds are a set and double"),
    ),
    _pattern(
        *("LZ-62", "seven_pairs", "七对", "Seven pairs"),
        note=Text("七个对子能胡，翻一番", "Seven pairs win and double"),
    ),
    choice(
        *("LZ-63", "eyes", "将牌", "Eyes"),
        {
            "none": Text("无将牌", "no rule"),
            "hard147": Text("一四七硬将", "hard 1 4 7"),
            "soft147": Text("一四七软将", "soft 1 4 7"),
            "hard258": Text("二五八硬将", "hard 2 5 8"),
            "soft258": Text("二五八软将", "soft 2 5 8"),
            "hard369": Text("三六九硬将", "hard 3 6 9"),
            "soft369": Text("三六九软将", "soft 3 6 9"),
        },
        note=Text("做将翻一番；硬将必须用，还不许等将", "Such eyes double; hard ones are a must"),
    ),
    choice(
        *("LZ-49", "zuizi", "嘴子", "Zuizi"),
        {
            "none": Text("无嘴子", "none"),
            "xiaoji": Text("小鸡飞", "1 bamboo"),
            "jidan": Text("鸡蛋双飞", "1 bamboo, 1 dots"),
            "sanyao": Text("三幺飞", "all ones"),
            "sanjiu": Text("三九飞", "all nines"),
        },
        note=Text(
            "只在中发白、黑三风里顶字牌", "Stand for honours in three dragons and three winds only"
        ),
    ),
    choice(
        *("LZ-36", "claims", "吃碰", "Claims"),
        {
            "two": Text("两报", "pong and kong"),
            "three": Text("三报", "chow, pong and kong"),
            "closed": Text("门清", "nothing"),
        },
        note=Text("胡以外还能要什么", "What may be claimed besides a win"),
    ),
    choice(
        *("LZ-81", "wins", "胡牌", "Wins"),
        {
            "once": Text("胡一次", "one self-draw"),
            "twice": Text("胡两次", "two self-draws"),
            "all": Text("胡到底", "to the last tile"),
        },
        note=Text(
            "几次自摸散局，放炮不算", "How many self-draws end the round; wins on discards do not"
        ),
    ),
    number("LZ-74", "base_score", "底分", "Base score", 1, (1, 100), offered=(1, 2, 5, 10)),
    rounds("LZ-95", 64),
    *READINGS,
)

"""LZ-97: what the creator of a Lanzhou room may choose; LZ-98: everything goes together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.rulebook import Option
from quexiang.text import Text
from quexiang.tiles import parse_tiles

if TYPE_CHECKING:
    from quexiang.rulebook import Options, OptionValue
    from quexiang.tiles import Tile

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


def _both(text: str) -> Text:
    zh, en = text.split("|")
    return Text(zh, en)


def _choice(
    key: str, name: str, rule: str, note: str, values: tuple[OptionValue, ...], *labels: str
) -> Option:
    both = _both(name)
    return Option(
        key=key,
        zh=both.zh,
        en=both.en,
        default=True if True in values else values[0],
        values=values,
        labels=tuple(map(_both, labels)),
        note=_both(note),
        rule=rule,
    )


def _words(key: str, name: str, rule: str, note: str, **labels: str) -> Option:
    return _choice(key, name, rule, note, tuple(labels), *labels.values())


def _switch(
    key: str, name: str, rule: str, note: str, off: str = "关闭|off", on: str = "开启|on"
) -> Option:
    return _choice(key, name, rule, note, (False, True), off, on)


def _number(key: str, name: str, rule: str, *offered: int, default: int, high: int) -> Option:
    zh, en = name.split("|")
    return Option(
        key=key, zh=zh, en=en, default=default, low=1, high=high, offered=offered, rule=rule
    )


OPTIONS: Final = (
    _switch(
        *("throw_tiles", "甩牌|Throw", "LZ-7"),
        "开打前把用不着的幺九字牌三张三张甩掉|Put terminals and honours away in threes first",
        *("不甩牌|no throw", "甩牌|throw"),
    ),
    _words(
        *("ready_mode", "听牌|Ready", "LZ-19"),
        "报了听才能胡，能报不报要洗澡|Declare before you win; who could and does not is bathing",
        declare="报听|declared",
        silent="悄悄胡|silent",
    ),
    _switch(
        *("zhongfabai", "中发白|Three dragons", "LZ-59"),
        "中发白各一张是一副，翻一番|One of each dragon is a set and doubles",
    ),
    _switch(
        *("heisanfeng", "黑三风|Three winds", "LZ-60"),
        "三张不同的风是一副，翻一番|Three different winds are a set and double",
    ),
    _switch(
        *("seven_pairs", "七对|Seven pairs", "LZ-62"),
        "七个对子能胡，翻一番|Seven pairs win and double",
    ),
    _words(
        *("eyes", "将牌|Eyes", "LZ-63"),
        "做将翻一番；硬将必须用，还不许等将|Such eyes double; hard ones are a must",
        none="无将牌|no rule",
        hard147="一四七硬将|hard 1 4 7",
        soft147="一四七软将|soft 1 4 7",
        hard258="二五八硬将|hard 2 5 8",
        soft258="二五八软将|soft 2 5 8",
        hard369="三六九硬将|hard 3 6 9",
        soft369="三六九软将|soft 3 6 9",
    ),
    _words(
        *("zuizi", "嘴子|Zuizi", "LZ-49"),
        "只在中发白、黑三风里顶字牌|Stand for honours in three dragons and three winds only",
        none="无嘴子|none",
        xiaoji="小鸡飞|1 bamboo",
        jidan="鸡蛋双飞|1 bamboo, 1 dots",
        sanyao="三幺飞|all ones",
        sanjiu="三九飞|all nines",
    ),
    _words(
        *("claims", "吃碰|Claims", "LZ-36"),
        "胡以外还能要什么|What may be claimed besides a win",
        two="两报|pong and kong",
        three="三报|chow, pong and kong",
        closed="门清|nothing",
    ),
    _words(
        *("wins", "胡牌|Wins", "LZ-81"),
        "几次自摸散局，放炮不算|How many self-draws end the round; wins on discards do not",
        once="胡一次|one self-draw",
        twice="胡两次|two self-draws",
        all="胡到底|to the last tile",
    ),
    _number("base_score", "底分|Base score", "LZ-74", 1, 2, 5, 10, default=1, high=100),
    _number("rounds", "局数|Rounds", "LZ-95", 4, 8, 16, default=8, high=64),
)

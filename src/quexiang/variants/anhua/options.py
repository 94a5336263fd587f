"""AH-90: what the creator of an Anhua room may choose, and what does not go together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.rulebook import Option
from quexiang.text import Text

if TYPE_CHECKING:
    from quexiang.rulebook import Options

FEWEST: Final = 2
NO_NOTE: Final = Text("", "")
FOR_TWO: Final = Text("两人玩，或选了可少人开局", "Two players, or start with two")
NEED_TWO: Final = ("low_add", "total_double", "removed_tiles")
"""What only two players, or a room in which two may start, can choose."""
IDLE: Final = Text(
    "不抓鸟时无用；一鸟全中永远一只",
    "Nothing without birds; one bird hits all: always 1",
)
Words = tuple[str, str, str]
"""The rule, and the Chinese and English name."""


def switch(key: str, words: Words, *, on: bool = False, note: Text = NO_NOTE) -> Option:
    """Yes or no."""
    rule, zh, en = words
    return Option(key=key, zh=zh, en=en, rule=rule, default=on, note=note)


def number(key: str, words: Words, default: int, span: tuple[int, int], needs: str = "") -> Option:
    """A number of a range; with `needs` it is idle without that switch."""
    rule, zh, en = words
    low, high = span
    return Option(
        key=key, zh=zh, en=en, rule=rule, default=default, low=low, high=high, needs=needs
    )


def choice(key: str, words: Words, labels: dict[int | str, str], note: Text = NO_NOTE) -> Option:
    """One of a few values, the first by default; a label is `中文|English`."""
    rule, zh, en = words
    texts = tuple(Text(label.split("|")[0], label.split("|")[-1]) for label in labels.values())
    return Option(
        key=key,
        zh=zh,
        en=en,
        rule=rule,
        default=next(iter(labels)),
        values=tuple(labels),
        labels=texts,
        note=note,
    )


OPTIONS: Final = (
    Option(
        key="rounds",
        zh="局数",
        en="Rounds",
        default=8,
        low=1,
        high=10_000,
        offered=(4, 8, 16),
        note=Text("荒庄也算一局", "Drawn rounds count"),
        rule="AH-85",
    ),
    number("base_score", ("AH-70", "底分", "Base score"), 1, (1, 10)),
    choice(
        "first_dealer",
        ("AH-3", "坐庄", "First dealer"),
        {"creator": "房主坐庄|The creator", "random": "随机坐庄|By chance"},
    ),
    choice(
        "piao_mode",
        ("AH-9", "飘分", "Piao"),
        {"none": "不飘|None", "free": "自由飘|Free, 0 to 3", "fixed": "固定飘|Fixed"},
    ),
    number("fixed_piao", ("AH-10", "固定飘几分", "Fixed piao"), 1, (1, 10), "piao_mode"),
    switch(
        "self_wild_hard",
        ("AH-41", "王代本身算硬庄", "A wild as itself counts as no wilds"),
        on=True,
        note=Text("只管算分，有王照样不能接炮", "Scoring only: a hand with a wild wins no discard"),
    ),
    switch("rob_kong", ("AH-27", "可抢杠胡", "Kongs can be robbed"), on=True),
    switch(
        "kong_discard_big",
        ("AH-58", "杠上炮算单大胡", "Kong discard counts big"),
        on=True,
        note=Text(
            "不选也能胡杠后打出的牌，只是不翻倍", "Off: thrown tiles are won without the doubling"
        ),
    ),
    switch(
        "multi_win",
        ("AH-22", "一炮多响", "Several winners"),
        note=Text("三人以上才有意义", "Matters from three players on"),
    ),
    choice(
        "bird_type",
        ("AH-61", "抓鸟类型", "Birds"),
        {
            "159": "159 抓鸟|1, 5 and 9",
            "dealer": "庄家方位|Positions from the dealer",
            "winner": "赢家方位|Positions from the winner",
            "all": "一鸟全中|One bird hits all",
            "none": "不抓鸟|No birds",
        },
    ),
    choice(
        "bird_count",
        ("AH-61", "鸟数", "Number of birds"),
        {1: "1", 2: "2", 3: "3", 4: "4", 6: "6"},
        IDLE,
    ),
    choice("wild_mode", ("AH-7", "王的个数", "Wilds"), {4: "四王|Four", 7: "七王|Seven"}),
    choice("kong_tiles", ("AH-28", "杠牌个数", "Kong tiles"), {2: "2", 3: "3", 4: "4"}),
    switch("low_add", ("AH-87", "低于多少分加分", "Low score addition"), note=FOR_TWO),
    number("low_add_below", ("AH-87", "低于几分", "Below"), 10, (1, 100), "low_add"),
    number("low_add_points", ("AH-87", "加几分", "Add"), 10, (1, 100), "low_add"),
    choice(
        "total_double",
        ("AH-88", "翻倍", "Multiplied totals"),
        {"off": "不翻倍|Off", "2": "2 倍|Times 2", "3": "3 倍|Times 3", "4": "4 倍|Times 4"},
        FOR_TWO,
    ),
    number(
        "double_below",
        ("AH-88", "分差小于几分（0 为不限分）", "Difference below (0: no limit)"),
        10,
        (0, 100),
        "total_double",
    ),
    switch(
        "short_start",
        ("AH-89", "可少人开局", "Start with two"),
        note=Text("三人或四人房", "In a room for three or four"),
    ),
    choice(
        "removed_tiles",
        ("AH-5", "抽牌", "Removed tiles"),
        {0: "不抽|None", 13: "13 张|13", 26: "26 张|26"},
        FOR_TWO,
    ),
)


def conflict(options: Options, players: int) -> Text | None:
    """AH-5, AH-87 to AH-89: what needs two players, or a room in which two may start."""
    short = options.flag("short_start")
    if short and players == FEWEST:
        return Text("可少人开局只用于三人或四人房", "short_start needs a room for 3 or 4 players")
    if players == FEWEST or short:
        return None
    for option in OPTIONS:
        if option.key in NEED_TWO and options[option.key] != option.default:
            return Text(
                f"{option.zh}要两人玩，或可少人开局", f"{option.key} needs 2 players or short_start"
            )
    return None

"""AH-90: what the creator of an Anhua room may choose, and what does not go together."""

from typing import Final

from quexiang.rulebook import Options, choice, number, rounds, switch
from quexiang.text import Text

from .readings import READINGS

FEWEST: Final = 2
NEED_TWO: Final = ("low_add", "total_double", "removed_tiles")
"""What only two players, or a room in which two may start, can choose."""

NOT_BIG: Final = Text(
    "不选就不翻倍；补张还能不能胡，看读法",
    "Off: no doubling; whether thrown tiles are still won is a reading",
)
ONE_BIRD: Final = Text(
    "一鸟全中：翻一张，几点算几鸟，一点算十鸟：胡牌分×2×点数（一点×20）",
    "One bird hits all. One tile; the win is multiplied by 2 × its rank, rank 1 counting ten (×20)",
)
SEVERAL: Final = Text("三人以上才有意义", "Matters from three players on")
IDLE: Final = Text(
    "不抓鸟时无用；一鸟全中永远一只", "Nothing without birds; one bird hits all: always 1"
)
FOR_TWO: Final = Text("两人玩，或选了可少人开局", "Two players, or start with two")
FOR_MORE: Final = Text("三人或四人房", "In a room for three or four")

CREATOR: Final = Text("房主坐庄", "The creator")
BY_CHANCE: Final = Text("随机坐庄", "By chance")
PIAO: Final = {
    "none": Text("不飘", "None"),
    "free": Text("自由飘", "Free, 0 to 3"),
    "fixed": Text("固定飘", "Fixed"),
}
BIRDS: Final = {
    "159": Text("159 抓鸟", "1, 5 and 9"),
    "dealer": Text("庄家方位", "Positions from the dealer"),
    "winner": Text("赢家方位", "Positions from the winner"),
    "all": Text("一鸟全中", "One bird hits all"),
    "none": Text("不抓鸟", "No birds"),
}
WILDS: Final = {4: Text("四王", "Four"), 7: Text("七王", "Seven")}
TIMES: Final = {
    "off": Text("不翻倍", "Off"),
    **{f"{times}": Text(f"{times} 倍", f"Times {times}") for times in (2, 3, 4)},
}
REMOVED: Final = {0: Text("不抽", "None"), 13: Text("13 张", "13"), 26: Text("26 张", "26")}


def counted(*counts: int) -> dict[int, Text]:
    """Numbers that are their own labels."""
    return {count: Text(f"{count}", f"{count}") for count in counts}


OPTIONS: Final = (
    rounds("AH-85", 10_000, note=Text("荒庄也算一局", "Drawn rounds count")),
    number("AH-70", "base_score", "底分", "Base score", 1, (1, 10)),
    choice(
        "AH-3", "first_dealer", "坐庄", "First dealer", {"creator": CREATOR, "random": BY_CHANCE}
    ),
    choice("AH-9", "piao_mode", "飘分", "Piao", PIAO),
    number("AH-10", "fixed_piao", "固定飘几分", "Fixed piao", 1, (1, 10), needs="piao_mode"),
    switch(
        *("AH-41", "self_wild_hard", "王代本身算硬庄", "A wild as itself counts as no wilds"),
        on=True,
        note=Text("只管算分，有王照样不能接炮", "Scoring only: a hand with a wild wins no discard"),
    ),
    switch("AH-27", "rob_kong", "可抢杠胡", "Kongs can be robbed", on=True),
    switch(
        *("AH-58", "kong_discard_big", "杠上炮算单大胡", "Kong discard counts big"),
        on=True,
        note=NOT_BIG,
    ),
    switch("AH-22", "multi_win", "一炮多响", "Several winners", note=SEVERAL),
    choice("AH-61", "bird_type", "抓鸟类型", "Birds", BIRDS, note=ONE_BIRD),
    choice("AH-61", "bird_count", "鸟数", "Number of birds", counted(1, 2, 3, 4, 6), note=IDLE),
    choice("AH-7", "wild_mode", "王的个数", "Wilds", WILDS),
    choice("AH-28", "kong_tiles", "杠牌个数", "Kong tiles", counted(2, 3, 4)),
    switch("AH-87", "low_add", "低于多少分加分", "Low score addition", note=FOR_TWO),
    number("AH-87", "low_add_below", "低于几分", "Below", 10, (1, 100), needs="low_add"),
    number("AH-87", "low_add_points", "加几分", "Add", 10, (1, 100), needs="low_add"),
    choice("AH-88", "total_double", "翻倍", "Multiplied totals", TIMES, note=FOR_TWO),
    number(
        *("AH-88", "double_below", "分差小于几分（0 为不限分）", "Difference below (0: no limit)"),
        10,
        (0, 100),
        needs="total_double",
    ),
    switch("AH-89", "short_start", "可少人开局", "Start with two", note=FOR_MORE),
    choice("AH-5", "removed_tiles", "抽牌", "Removed tiles", REMOVED, note=FOR_TWO),
    *READINGS,
)


def conflict(options: Options, players: int) -> Text | None:
    """AH-5, AH-87 to AH-89: what needs two players, or a room in which two may start."""
    short = options.flag("short_start")
    if short and players == FEWEST:
        return Text("可少人开局只用于三人或四人房", "short_start needs a room for 3 or 4 players")
    chosen = [one for one in OPTIONS if one.key in NEED_TWO and options[one.key] != one.default]
    if players == FEWEST or short or not chosen:
        return None
    zh, en = f"{chosen[0].zh}要两人玩，或可少人开局", "needs 2 players or short_start"
    return Text(zh, f"{chosen[0].key} {en}")

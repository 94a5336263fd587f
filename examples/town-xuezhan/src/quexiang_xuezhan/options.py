"""XZ-46: what the creator of a room may choose."""

from typing import Final

from quexiang.rulebook import Options, OptionValue, choice, number, rounds, switch
from quexiang.text import Text

SELF_DRAW: Final[dict[OptionValue, Text]] = {
    "base": Text("加底", "adds a base"),
    "fan": Text("加番", "adds a fan"),
}
CAPS: Final[dict[OptionValue, Text]] = {
    3: Text("三番", "3 fan"),
    4: Text("四番", "4 fan"),
    5: Text("五番", "5 fan"),
    "none": Text("不封顶", "none"),
}
OPTIONS: Final = (
    switch("XZ-3", "exchange", "换三张", "Exchange of three", on=True),
    switch("XZ-14", "passed_win", "过手胡", "Passed win", on=True),
    switch("XZ-19", "transfer", "呼叫转移", "Kong money moves on", on=True),
    switch("XZ-34", "yaojiu_jiangdui", "幺九将对", "Terminals and 2-5-8"),
    choice("XZ-40", "self_draw", "自摸", "Self-draw", SELF_DRAW),
    choice("XZ-38", "cap", "封顶", "Cap", CAPS, default=4),
    number("XZ-46", "base_score", "底分", "Base score", 1, (1, 100), offered=(1, 2, 5, 10)),
    rounds("XZ-46", 64),
)


def cap_of(options: Options) -> int | None:
    """XZ-38: the most fan that count, None without a cap."""
    cap = options["cap"]
    return cap if isinstance(cap, int) else None

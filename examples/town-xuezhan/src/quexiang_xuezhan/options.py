"""XZ-46: what the creator of a room may choose."""

from typing import Final

from quexiang.rulebook import Option, Options, OptionValue
from quexiang.text import Text

SELF_DRAW: Final = (Text("加底", "adds a base"), Text("加番", "adds a fan"))
CAPS: Final = (
    *(Text(f"{zh}番", f"{fan} fan") for zh, fan in zip("三四五", (3, 4, 5), strict=True)),
    Text("不封顶", "none"),
)


def _one_of(
    key: str,
    rule: str,
    name: str,
    *values: OptionValue,
    default: OptionValue,
    labels: tuple[Text, ...] = (),
) -> Option:
    zh, en = name.split("|")
    return Option(key=key, zh=zh, en=en, values=values, labels=labels, default=default, rule=rule)


def _switch(key: str, rule: str, name: str, *, default: bool) -> Option:
    return _one_of(key, rule, name, default=default)


def _number(key: str, name: str, default: int, high: int, *offered: int) -> Option:
    zh, en = name.split("|")
    return Option(
        key=key, zh=zh, en=en, default=default, low=1, high=high, offered=offered, rule="XZ-46"
    )


OPTIONS: Final = (
    _switch("exchange", "XZ-3", "换三张|Exchange of three", default=True),
    _switch("passed_win", "XZ-14", "过手胡|Passed win", default=True),
    _switch("transfer", "XZ-19", "呼叫转移|Kong money moves on", default=True),
    _switch("yaojiu_jiangdui", "XZ-34", "幺九将对|Terminals and 2-5-8", default=False),
    _one_of(
        "self_draw", "XZ-40", "自摸|Self-draw", "base", "fan", labels=SELF_DRAW, default="base"
    ),
    _one_of("cap", "XZ-38", "封顶|Cap", 3, 4, 5, "none", labels=CAPS, default=4),
    _number("base_score", "底分|Base score", 1, 100, 1, 2, 5, 10),
    _number("rounds", "局数|Rounds", 8, 64, 4, 8, 16),
)


def cap_of(options: Options) -> int | None:
    """XZ-38: the most fan that count, None without a cap."""
    cap = options["cap"]
    return cap if isinstance(cap, int) else None

"""XZ-46: what the creator of a room may choose."""

from typing import Final

from quexiang.rulebook import Option, Options

SWITCH: Final = (("关", "off"), ("开", "on"))


def cap_of(options: Options) -> int | None:
    """XZ-38: the most fan that count, None without a cap."""
    cap = options["cap"]
    return cap if isinstance(cap, int) else None


OPTIONS: Final = (
    Option(
        key="exchange",
        zh="换三张",
        en="Exchange of three",
        default=True,
        labels=SWITCH,
        note_zh="发完牌，每人换出三张同门的牌",
        note_en="After the deal everybody passes three tiles of one suit",
        rule="XZ-3",
    ),
    Option(
        key="passed_win",
        zh="过手胡",
        en="Passed win",
        default=True,
        labels=SWITCH,
        note_zh="过了一次，再摸之前只能胡更大的",
        note_en="Who passes a win needs more fan until the next draw",
        rule="XZ-14",
    ),
    Option(
        key="transfer",
        zh="呼叫转移",
        en="Kong money moves on",
        default=True,
        labels=SWITCH,
        note_zh="杠上炮把杠钱转给胡的人",
        note_en="Whoever wins the discard after a kong gets the kong money",
        rule="XZ-19",
    ),
    Option(
        key="yaojiu_jiangdui",
        zh="幺九将对",
        en="Terminals and 2-5-8",
        default=False,
        labels=SWITCH,
        note_zh="带幺九、将对各加两番",
        note_en="带幺九 and 将对 add two fan each",
        rule="XZ-34",
    ),
    Option(
        key="self_draw",
        zh="自摸",
        en="Self-draw",
        default="base",
        values=("base", "fan"),
        labels=(("加底", "adds a base"), ("加番", "adds a fan")),
        rule="XZ-40",
    ),
    Option(
        key="cap",
        zh="封顶",
        en="Cap",
        default=4,
        values=(3, 4, 5, "none"),
        labels=(("三番", "3 fan"), ("四番", "4 fan"), ("五番", "5 fan"), ("不封顶", "none")),
        rule="XZ-38",
    ),
    Option(
        key="base_score",
        zh="底分",
        en="Base score",
        default=1,
        low=1,
        high=100,
        offered=(1, 2, 5, 10),
        note_zh="所有输赢都乘它",
        note_en="Multiplies everything won and lost",
        rule="XZ-46",
    ),
    Option(
        key="rounds",
        zh="局数",
        en="Rounds",
        default=8,
        low=1,
        high=64,
        offered=(4, 8, 16),
        note_zh="没人胡也算一局",
        note_en="Drawn rounds count",
        rule="XZ-46",
    ),
)

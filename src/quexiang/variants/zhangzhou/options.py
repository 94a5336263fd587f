"""ZZ-89, ZZ-90: what the creator of a Zhangzhou room may choose."""

from typing import Final

from quexiang.rulebook import OptionValue, choice, rounds
from quexiang.text import Text

from .readings import READINGS

DRAWN: Final = Text("流局也算一局，连庄不加局", "Drawn rounds count; a streak adds none")
MULTIPLES: Final[dict[OptionValue, Text]] = {
    "2/1": Text("庄2闲1", "dealer 2, others 1"),
    "3/1": Text("庄3闲1", "dealer 3, others 1"),
    "3/2": Text("庄3闲2", "dealer 3, others 2"),
}
WHOSE: Final = Text(
    "与庄家来往乘前一个数，闲家之间乘后一个数",
    "Payments with the dealer take the first number, others the second",
)
OPTIONS: Final = (
    rounds("ZZ-89", 99, note=DRAWN),
    choice(
        "ZZ-78",
        "settle_mode",
        "结算方式（庄/闲）",
        "Multiple (dealer/others)",
        MULTIPLES,
        note=WHOSE,
    ),
    choice("ZZ-77", "base_score", "底分", "Base score", (1, 2, 5, 10)),
    *READINGS,
)

"""ZZ-89, ZZ-90: what the creator of a Zhangzhou room may choose."""

from quexiang.rulebook import Option
from quexiang.text import Text

OPTIONS = (
    Option(
        key="rounds",
        zh="局数",
        en="Rounds",
        default=8,
        low=1,
        high=99,
        offered=(4, 8, 16),
        note=Text("流局也算一局，连庄不加局", "Drawn rounds count; a streak adds none"),
        rule="ZZ-89",
    ),
    Option(
        key="settle_mode",
        zh="结算方式（庄/闲）",
        en="Multiple (dealer/others)",
        default="2/1",
        values=("2/1", "3/1", "3/2"),
        labels=(
            Text("庄2闲1", "dealer 2, others 1"),
            Text("庄3闲1", "dealer 3, others 1"),
            Text("庄3闲2", "dealer 3, others 2"),
        ),
        note=Text(
            "与庄家来往乘前一个数，闲家之间乘后一个数",
            "Payments with the dealer take the first number, others the second",
        ),
        rule="ZZ-78",
    ),
    Option(
        key="base_score",
        zh="底分",
        en="Base score",
        default=1,
        values=(1, 2, 5, 10),
        rule="ZZ-77",
    ),
)

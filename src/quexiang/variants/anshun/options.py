"""AS-86: what the creator of an Anshun room may choose."""

from quexiang.rulebook import Option
from quexiang.text import Text

OPTIONS = (
    Option(
        key="rounds",
        zh="局数",
        en="Rounds",
        default=8,
        low=1,
        high=64,
        offered=(4, 8, 16),
        note=Text("荒庄也算一局", "Drawn rounds count"),
        rule="AS-84",
    ),
    Option(
        key="base_stake",
        zh="底注",
        en="Base stake",
        default=1,
        low=1,
        high=100,
        offered=(1, 2, 5, 10),
        note=Text("所有输赢都乘它", "Multiplies everything won and lost"),
        rule="AS-74",
    ),
    Option(
        key="tournament",
        zh="比赛场（每局重掷定庄）",
        en="Tournament table (dealer thrown for each round)",
        default=False,
        note=Text("每一局都当第一局，掷骰定庄", "Every round counts as a first round"),
        rule="AS-78",
    ),
)

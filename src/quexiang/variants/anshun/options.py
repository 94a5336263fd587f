"""AS-86: what the creator of an Anshun room may choose."""

from quexiang.rulebook import Option

OPTIONS = (
    Option(
        key="rounds",
        zh="局数",
        en="Rounds",
        default=8,
        low=1,
        high=64,
        offered=(4, 8, 16),
        note_zh="荒庄也算一局",
        note_en="Drawn rounds count",
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
        note_zh="所有输赢都乘它",
        note_en="Multiplies everything won and lost",
        rule="AS-74",
    ),
    Option(
        key="tournament",
        zh="比赛场（每局重掷定庄）",
        en="Tournament table (dealer thrown for each round)",
        default=False,
        note_zh="每一局都当第一局，掷骰定庄",
        note_en="Every round counts as a first round",
        rule="AS-78",
    ),
)

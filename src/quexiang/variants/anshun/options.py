"""AS-86: what the creator of an Anshun room may choose."""

from typing import Final

from quexiang.rulebook import number, rounds, switch
from quexiang.text import Text

from .readings import READINGS

OPTIONS: Final = (
    rounds("AS-84", 64, note=Text("荒庄也算一局", "Drawn rounds count")),
    number(
        *("AS-74", "base_stake", "底注", "Base stake", 1, (1, 100)),
        offered=(1, 2, 5, 10),
        note=Text("所有输赢都乘它", "Multiplies everything won and lost"),
    ),
    switch(
        *("AS-78", "tournament", "比赛场（每局重掷定庄）"),
        "Tournament table (dealer thrown for each round)",
        note=Text("每一局都当第一局，掷骰定庄", "Every round counts as a first round"),
    ),
    *READINGS,
)

"""HZ-94: what the creator of a Hangzhou room may choose."""

from quexiang.rulebook import Option
from quexiang.text import Text

OPTIONS = (
    Option(
        key="rounds",
        zh="局数",
        en="Rounds",
        default=8,
        low=1,
        high=32,
        offered=(4, 8, 16),
        note=Text("荒庄也算一局", "Drawn rounds count"),
        rule="HZ-93",
    ),
    Option(
        key="lou_hu",
        zh="漏胡",
        en="Passed win",
        default=False,
        note=Text(
            "放过的炮，过自己手之前不能再捉同一张（只在三老庄有用）",
            "A discard not won may not be won again before your next turn (level 3 only)",
        ),
        rule="HZ-50",
    ),
)

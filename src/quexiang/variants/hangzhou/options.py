"""HZ-94: what the creator of a Hangzhou room may choose."""

from typing import Final

from quexiang.rulebook import rounds, switch
from quexiang.text import Text

from .readings import READINGS

DRAWN: Final = Text("荒庄也算一局", "Drawn rounds count")
LOUHU: Final = Text(
    "放过的炮，过自己手之前不能再捉同一张（只在三老庄有用）",
    "A discard not won may not be won again before your next turn (level 3 only)",
)

OPTIONS: Final = (
    rounds("HZ-93", 32, note=DRAWN),
    switch("HZ-50", "lou_hu", "漏胡", "Passed win", note=LOUHU),
    *READINGS,
)

"""What the room of Anhua reads in its own way."""

from typing import Final

from quexiang.rulebook import Reading, reading
from quexiang.text import Text

READINGS: Final = (
    reading(
        *("AH-58", "kong_discard_off", "杠上炮不算大胡时", "With kong discards switched off"),
        Reading(
            *("no_doubling", "能胡，不加番", "Won without the doubling"),
            Text(
                "补张照样能胡，只是不算杠上炮",
                "Turned tiles may still be won; a kong discard counts nothing",
            ),
        ),
        Reading(
            *("no_win", "不能胡", "Not won at all"),
            Text("别家不能胡补张", "Nobody else may win on the turned tiles"),
            refuses="AH-58",
        ),
    ),
)

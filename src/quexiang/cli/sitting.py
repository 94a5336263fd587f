"""Bots as the command line names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.bots import LEVELS, bot_key
from quexiang.cli.wrong import Wrong

if TYPE_CHECKING:
    from quexiang.cli.texts import Words

_LEVELS = {level.key: level for level in LEVELS}


def bot_names(text: str) -> tuple[str, ...]:
    """Read names of bots with commas between them, as their keys."""
    try:
        return tuple(bot_key(name.strip()) for name in text.replace("，", ",").split(","))
    except ValueError as error:
        raise Wrong(f"--bots: {error}") from None


def seated(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """One bot for each seat; fewer names are repeated in turn."""
    if len(names) > seats:
        raise Wrong(f"--bots: {len(names)} bots cannot sit on {seats} seats")
    return tuple(names[seat % len(names)] for seat in range(seats))


def bot_name(key: str, words: Words) -> str:
    """A bot's name in the user's language."""
    level = _LEVELS.get(key)
    return key if level is None else words.pick(level.zh, level.en)

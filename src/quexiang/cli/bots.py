"""Bots as the command line names them."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

from quexiang.bots import COMMAND, LEVELS, bot_key
from quexiang.cli.errors import UserError
from quexiang.cli.texts import Words

_LEVELS = {level.key: level for level in LEVELS}


def bot_names(text: str) -> tuple[str, ...]:
    """Read names of bots with commas between them, as their keys."""
    return tuple(_checked(name.strip()) for name in text.replace("，", ",").split(","))


def _checked(name: str) -> str:
    """The key of a bot, or of a command that can be run."""
    try:
        key = bot_key(name)
        command = shlex.split(key.removeprefix(COMMAND)) if key.startswith(COMMAND) else None
    except ValueError as error:
        raise UserError(f"--bots: {error}") from None
    if command is not None and (not command or shutil.which(command[0]) is None):
        raise UserError(f"--bots {key}: there is no such program")
    return key


def seated(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """One bot for each seat; fewer names are repeated in turn."""
    if len(names) > seats:
        raise UserError(f"--bots: {len(names)} bots cannot sit on {seats} seats")
    return tuple(names[seat % len(names)] for seat in range(seats))


def bot_name(key: str, words: Words) -> str:
    """A bot's name in the user's language."""
    level = _LEVELS.get(key)
    if level is not None:
        return words.pick(level.zh, level.en)
    return Path(key.rsplit(maxsplit=1)[-1]).name if key.startswith(COMMAND) else key


def faults_text(faults: Mapping[str, int], words: Words) -> str:
    """What a program of somebody's own got wrong, and how often."""
    return words.listed([f"{words(f'fault_{key}')} {count}" for key, count in faults.items()])

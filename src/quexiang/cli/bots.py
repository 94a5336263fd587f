"""Bots as the command line names them."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from quexiang.bots import COMMAND, LEVELS, bot_key, load_class
from quexiang.bots.external import TRACE
from quexiang.cli.errors import new_file
from quexiang.cli.texts import Words
from quexiang.errors import UserError

Trace = Annotated[
    str | None,
    typer.Option(
        "--trace",
        metavar="FILE",
        help="cmd: 电脑的对话写进文件。 Write the dialogue with cmd: bots to a file.",
    ),
]
_LEVELS = {level.key: level for level in LEVELS}


def trace_to(file: str | None, *, force: bool = False) -> None:
    """Let all programs that are started from now on write their dialogues to a file."""
    if file is not None:
        new_file(file, force=force)
        os.environ[TRACE] = str(Path(file).resolve())


def bot_names(text: str) -> tuple[str, ...]:
    """Read names of bots with commas between them, as their keys."""
    return tuple(_checked(name.strip()) for name in text.replace("，", ",").split(","))


def _checked(name: str) -> str:
    """The key of a bot that is there: a level, a class of one's own, or a program."""
    key = bot_key(name)
    if key.startswith(COMMAND):
        _check_command(key)
    elif ":" in key:
        load_class(key)
    return key


def _check_command(key: str) -> None:
    try:
        command = shlex.split(key.removeprefix(COMMAND))
    except ValueError as error:
        raise UserError(f"--bots {key}：引号不成对", f"--bots {key}: {error}") from None
    if not command or shutil.which(command[0]) is None:
        raise UserError(f"--bots {key}：没有这个程序", f"--bots {key}: there is no such program")


def seated(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """One bot for each seat; fewer names are repeated in turn."""
    if len(names) > seats:
        zh = f"--bots：{len(names)} 个电脑，只有 {seats} 个座位"
        raise UserError(zh, f"--bots: {len(names)} bots cannot sit on {seats} seats")
    return tuple(names[seat % len(names)] for seat in range(seats))


def bot_name(key: str, words: Words) -> str:
    """A bot's name in the user's language."""
    level = _LEVELS.get(key)
    if level is not None:
        return words.pick(level.zh, level.en)
    return Path(key.rsplit(maxsplit=1)[-1]).name if key.startswith(COMMAND) else key


def faults_text(faults: Mapping[str, int], words: Words) -> str:
    """The faults of an external bot in words, each with its count."""
    return words.listed([f"{words(f'fault_{key}')} {count}" for key, count in faults.items()])

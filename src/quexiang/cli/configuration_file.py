"""A configuration file: its values, and the line of each."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

from quexiang.errors import UserError, of_system

LINE: Final = re.compile(r"\s*(?:\[\s*(?P<table>[\w.-]+)\s*\]|[\"']?(?P<key>[\w.-]+)[\"']?\s*=)")
PLACE: Final = re.compile(r" ?\(at (?P<where>[^)]*)\)")


class File(NamedTuple):
    """What a file says, and where."""

    path: str
    values: dict[str, Any]
    lines: dict[str, int]

    def at(self, key: str) -> str:
        """The file and the line of a key, or of the table that it is in."""
        line = self.lines.get(key) or self.lines.get(key.partition(".")[0])
        return f"{self.path}:{line}" if line else self.path


def read_file(path: str) -> File:
    """Read a TOML file; raises `UserError` if it cannot be had or is none."""
    try:
        text = Path(path).read_text("utf-8")
        return File(path, tomllib.loads(text), lines_of(text))
    except OSError as error:
        why = of_system(error)
        raise UserError(f"配置 {path}：{why.zh}", f"configuration {path}: {why.en}") from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: 不是 UTF-8 文本", f"{path}: is no text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(path, str(error)) from None


def _not_toml(path: str, message: str) -> UserError:
    where = PLACE.search(message)
    numbers = re.findall(r"\d+", where["where"]) if where else []
    zh = f"第 {numbers[0]} 行第 {numbers[1]} 列" if len(numbers) > 1 else "末尾"
    return UserError(f"{path}：不是 TOML，{zh}：{message}", f"{path}: is no TOML: {message}")


def lines_of(text: str) -> dict[str, int]:
    r"""The line of each key, those of a table as `table.key`.

    >>> lines_of("port = 1\n\n[limits]\nguests = '2/3'")
    {'port': 1, 'limits': 3, 'limits.guests': 4}
    """
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        match = LINE.match(line)
        if match is None:
            continue
        if match["table"]:
            table = match["table"]
        key = ".".join(part for part in (table, match["key"]) if part)
        found.setdefault(key, number)
    return found

"""`quexiang serve --check-config`: what holds, as a whole configuration file."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Final

import typer
from msgspec.structs import asdict

from quexiang.cli.configuration import (
    CROWD,
    LIMITS,
    SETTINGS,
    Configuration,
    Setting,
    misspelt,
)
from quexiang.cli.texts import Words

DEFAULT: Final = "default"
HIDDEN: Final = "***"
PASSWORD: Final = re.compile(r"(?<=://)([^:@/]*:).*(?=@)|([?&]password=)[^&]*")


def check(found: Configuration, words: Words, *, with_database: bool) -> None:
    """Print what holds; raises `UserError` for a database that cannot be used."""
    typer.echo(as_toml(found), nl=False)
    for strange in misspelt(os.environ):
        typer.echo(strange.pick(words.language), err=True)
    if with_database:
        from quexiang.cli.database import look  # noqa: PLC0415 - optional packages

        typer.echo(look(found.serving.database_url).pick(words.language), err=True)
    typer.echo(words.pick("配置没有问题。", "The configuration is sound."), err=True)


def as_toml(found: Configuration) -> str:
    """The configuration as a file that leads to it, but for secrets.

    >>> from quexiang.cli.configuration import configure
    >>> print(as_toml(configure({"port": 81}, {})).splitlines()[4])
    port = 81  # --port
    """
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Configuration) -> Iterator[str]:
    for setting in SETTINGS.values():
        source = found.sources.get(setting.key, DEFAULT)
        if setting.key != LIMITS and (not setting.told.is_hidden or source != DEFAULT):
            yield from _about(setting)
            yield _line(setting.key, _value(found, setting), source)
            yield ""
    yield from _about(SETTINGS[LIMITS])
    yield f"[{LIMITS}]"
    for name, value in asdict(found.serving.limits).items():
        if name != CROWD:
            yield _line(name, value, found.sources.get(f"{LIMITS}.{name}", DEFAULT))


def _about(setting: Setting) -> Iterator[str]:
    about = setting.told
    yield f"# {about.zh}。 {about.en}. {setting.flag}, {setting.env}"


def _line(key: str, value: object, source: str) -> str:
    return f"# {key} =  # {source}" if value is None else f"{key} = {_toml(value)}  # {source}"


def _value(found: Configuration, setting: Setting) -> object:
    value = getattr(found.serving, setting.key)
    if setting.told.is_secret:
        return HIDDEN
    return PASSWORD.sub(rf"\1\2{HIDDEN}", value) if isinstance(value, str) else value


def _toml(value: object) -> str:
    """A value as TOML writes it.

    >>> _toml((60, 600.0)), _toml(("a",)), _toml(True)
    ('"60/600"', '["a"]', 'true')
    """
    if isinstance(value, tuple) and value and not isinstance(value[0], str):
        value = "/".join(f"{part:g}" for part in value)
    return json.dumps(value, ensure_ascii=False)

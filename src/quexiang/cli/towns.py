"""`quexiang towns`: whose mahjong can be played here."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from quexiang.cli.common import AsJson, Lang, echo_json
from quexiang.cli.show import console
from quexiang.variants import Town, found

Keys = Annotated[bool, typer.Option("--keys", help="只列名字。 Only the keys.")]


def towns(*, keys: Keys = False, lang: Lang, as_json: AsJson = False) -> None:
    """有哪些地方的麻将，从哪里来。 The towns, and the package that each comes from.

    例 Examples:

      quexiang towns

      quexiang towns --lang en
    """
    known = found()
    if as_json:
        echo_json({"towns": [_row(town) for town in known.towns.values()], "broken": known.broken})
    elif keys:
        typer.echo("\n".join(known.towns))
    else:
        table = Table(box=None, show_header=False)
        for key, town in known.towns.items():
            variant = town.variant
            name = variant.en if lang == "en" else variant.zh
            table.add_row(key, name, variant.tagline.pick(lang), town.origin)
        console().print(table)


def _row(town: Town) -> dict[str, str]:
    variant = town.variant
    named = {"key": variant.key, "zh": variant.zh, "en": variant.en, "prefix": variant.prefix}
    return {**named, "version": variant.version, "origin": town.origin}

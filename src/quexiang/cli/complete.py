"""What a shell may complete: towns, bots, options of a room, ids of rules.

Nothing is loaded before a shell asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:  # the list of commands must not load the game
    from quexiang.rulebook import Variant

Completed = list[tuple[str, str]]


def towns(incomplete: str) -> Completed:
    """The towns, by key or by Chinese name."""
    from quexiang.variants import variants  # noqa: PLC0415 - only when a shell asks

    known = variants().values()
    names = [(town.key, town.zh) for town in known] + [(town.zh, town.en) for town in known]
    return _beginning(incomplete, names)


def bots(incomplete: str) -> Completed:
    """The last bot of a list with commas."""
    from quexiang.bots import BOTS, LEVELS  # noqa: PLC0415 - likewise

    before, comma, last = incomplete.rpartition(",")
    levels = [(level.zh, level.en) for level in LEVELS]
    names = [*((key, "") for key in BOTS), *levels, ("cmd:", "a program"), ("MODULE:CLASS", "")]
    return [(f"{before}{comma}{name}", told) for name, told in _beginning(last, names)]


def options(ctx: typer.Context, incomplete: str) -> Completed:
    """`key=` and, after the sign, the values of that option in the town named before."""
    return _beginning(incomplete, [*_options(ctx)])


def _options(ctx: typer.Context) -> Iterator[tuple[str, str]]:
    for town in _towns(ctx):
        for count in town.players:
            yield f"players={count}", "人数"
        for option in town.options:
            for value in option.choices():
                text = str(value).lower() if isinstance(value, bool) else str(value)
                yield f"{option.key}={text}", option.zh
        for preset in town.presets:
            yield f"preset={preset.key}", preset.zh


def rules(ctx: typer.Context, incomplete: str) -> Completed:
    """The ids of the town's rules."""
    books = [town.rules("zh").values() for town in _towns(ctx)]
    ids = [(rule.id, rule.title) for book in books for rule in book]
    return _beginning(incomplete.upper(), ids)


def _towns(ctx: typer.Context) -> list[Variant]:
    """The town that the command line names, or all where it has not been read so far."""
    from quexiang.cli.town import town_named  # noqa: PLC0415 - likewise
    from quexiang.variants import variants  # noqa: PLC0415 - likewise

    named = ctx.params.get("variant")
    return [town_named(str(named))] if named else [*variants().values()]


def _beginning(incomplete: str, names: Completed) -> Completed:
    return [*dict.fromkeys(one for one in names if one[0].startswith(incomplete))]

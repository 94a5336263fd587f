"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from quexiang.cli import complete
from quexiang.cli.texts import Language, usual_language
from quexiang.errors import BadOption
from quexiang.presets import named
from quexiang.rulebook import Options, Variant
from quexiang.text import Text

TOWN_HELP = "hangzhou 或 杭州…：quexiang towns。 hangzhou, anhua, …"
VariantName = Annotated[
    str, typer.Argument(metavar="VARIANT", help=TOWN_HELP, autocompletion=complete.towns)
]
Lang = Annotated[
    Language,
    typer.Option(
        "--lang",
        envvar="QUEXIANG_LANG",
        default_factory=usual_language,
        show_default="LANG",
        help="说中文或英文。 Chinese or English.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="给程序看的 JSON。 JSON for programs.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="KEY=VALUE",
        help="房间选项，preset=规则码也行。 An option of the room; repeatable; preset=CODE too.",
        autocompletion=complete.options,
    ),
]


def read_pairs(texts: list[str] | None) -> dict[str, str]:
    """Read options written `key=value`."""
    given: dict[str, str] = {}
    for text in texts or ():
        key, sign, value = text.partition("=")
        if not sign:
            raise BadOption(text, Text("写成 --option 键=值", "write --option key=value"))
        given[key.strip()] = value.strip()
    return given


def with_preset(variant: Variant, given: dict[str, str]) -> dict[str, str]:
    """Begin with the house rules that `preset` names; what else is given goes before them."""
    if "preset" not in given:
        return given
    options, players = named(variant, given.pop("preset"))
    whole = {key: str(value) for key, value in options.items()}
    return {**whole, "players": str(players), **given}


def choose(
    variant: Variant, texts: list[str] | None, players: int | None = None
) -> tuple[Options, int]:
    """Read the options of a room; `players` may be given among them."""
    given = with_preset(variant, read_pairs(texts))
    wanted = given.pop("players", None)
    if wanted is not None and not wanted.isdecimal():
        raise BadOption("players", Text(f"{wanted}不是数", f"{wanted!r} is not a number"))
    if players is None and wanted is not None:
        players = int(wanted)
    seats = variant.seats(players)
    return variant.choose(given, seats), seats


def echo_json(value: object) -> None:
    """Print one JSON object."""
    typer.echo(msgspec.json.encode(value).decode())

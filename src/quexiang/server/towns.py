"""The towns as data: options, patterns, rules, examples."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any, Final

import yaml
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct, field

from quexiang.bots import LEVELS, Level
from quexiang.engine.marks import Mark
from quexiang.rulebook import Option, OptionValue, RuleText, Variant
from quexiang.scoring.patterns import Pattern
from quexiang.server.gate import Limit
from quexiang.server.services import Served
from quexiang.variants import variant_named, variants

READ: Final = [Limit("reads")]
LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's where it is there: ten times faster."""


class Block(Struct):
    """A heading of payments."""

    key: str
    zh: str
    en: str


class Town(Struct):
    """Everything that a form or a lobby needs of a town."""

    key: str
    zh: str
    en: str
    prefix: str
    version: str
    players: tuple[int, ...]
    options: tuple[Option, ...]
    patterns: tuple[Pattern, ...]
    blocks: list[Block]
    marks: tuple[Mark, ...]
    wild_zh: str = ""
    """The sign for a wild tile: 财, 王, 金."""
    wild_en: str = ""


class OptionWish(Struct, forbid_unknown_fields=True):
    """Options to be checked."""

    options: dict[str, Any] = field(default_factory=dict)
    players: int | None = None


class Options(Struct):
    """Options, complete."""

    options: dict[str, OptionValue]
    players: int


class Example(Struct):
    """An executable example of rules."""

    file: str
    number: int
    title: str
    rules: list[str]
    text: str


@cache
def town(key: str) -> Town:
    """One town."""
    variant = variant_named(key)
    return Town(
        key=variant.key,
        zh=variant.zh,
        en=variant.en,
        prefix=variant.prefix,
        version=variant.version,
        players=variant.players,
        options=variant.options,
        patterns=variant.patterns,
        blocks=[Block(*block) for block in variant.blocks],
        marks=_marks(variant),
        wild_zh=variant.wild_zh,
        wild_en=variant.wild_en,
    )


def _marks(variant: Variant) -> tuple[Mark, ...]:
    players = max(variant.players)
    return tuple(variant.room(variant.choose({}, players), players).marks)


@cache
def examples(key: str) -> list[Example]:
    """The scenarios of a town, each with its text."""
    folder = resources.files(variant_named(key).package).joinpath("scenarios")
    found: list[Example] = []
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.name.endswith(".yaml"):
            found += _examples(path.name, path.read_text("utf-8"))
    return found


def _examples(name: str, text: str) -> list[Example]:
    found = []
    for number, part in enumerate(text.split("\n---\n"), 1):
        document = yaml.load(part, LOADER)  # noqa: S506 - a safe one
        if isinstance(document, dict):
            title, rules = str(document.get("title", "")), list(document.get("rules", ()))
            found.append(Example(name, number, title, rules, part.strip() + "\n"))
    return found


@get("/api/variants", guards=READ, sync_to_thread=False)
def towns() -> list[Town]:
    """All towns."""
    return [town(key) for key in variants()]


@get("/api/levels", guards=READ, sync_to_thread=False)
def levels() -> tuple[Level, ...]:
    """The levels of bots, the weakest first."""
    return LEVELS


@get("/api/variants/{key:str}", guards=READ, sync_to_thread=False)
def one_town(key: FromPath[str]) -> Town:
    """One town."""
    return town(key)


@post(
    "/api/variants/{key:str}/check", status_code=200, guards=[Limit("writes")], sync_to_thread=False
)
def check(key: FromPath[str], data: JSONBody[OptionWish]) -> Options:
    """Complete options, or say what is wrong with them."""
    variant = variant_named(key)
    players = data.players or max(variant.players)
    return Options(dict(variant.choose(data.options, players)), players)


@get("/api/variants/{key:str}/rules", guards=READ, sync_to_thread=False)
def rules(key: FromPath[str], lang: FromQuery[str] = "zh") -> list[RuleText]:
    """The rulebook in a language."""
    return list(variant_named(key).rules("en" if lang == "en" else "zh").values())


@get("/api/variants/{key:str}/scenarios", guards=READ)
async def scenarios(key: FromPath[str], services: Served) -> list[Example]:
    """The executable examples."""
    return await services.studying.run(examples, key)


ROUTES: Final = [towns, levels, one_town, check, rules, scenarios]

"""The towns as data: options, patterns, rules, examples."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import yaml
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct, field

from quexiang.bots import LEVELS
from quexiang.engine.actions import Declaration
from quexiang.engine.marks import Mark
from quexiang.presets import code_of, named
from quexiang.rulebook import Option, OptionValue, Preset, RuleText, Variant
from quexiang.scenarios.run import LESSONS
from quexiang.scoring.patterns import Pattern
from quexiang.server.gate import Limit
from quexiang.server.refusals import not_found
from quexiang.server.services import Served
from quexiang.study.calculator import Questions, questions
from quexiang.study.lessons import Lesson, lessons
from quexiang.text import Named
from quexiang.variants import variant_named, variants

READ: Final = [Limit("reads")]
LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's where it is there: ten times faster."""
PICTURE: Final = "picture.svg"
ONE_DAY: Final = "public, max-age=86400"


class OptionView(Struct):
    """An option as a form needs it."""

    key: str
    zh: str
    en: str
    default: OptionValue
    values: tuple[OptionValue, ...]
    low: int
    high: int
    offered: tuple[int, ...]
    labels: list[tuple[str, str]]
    note_zh: str
    note_en: str
    rule: str
    needs: str
    notes: list[tuple[str, str]]
    """读法: what each value means; empty for any other option."""


class PresetView(Struct):
    """House rules of a town, by their code."""

    key: str
    zh: str
    en: str
    note_zh: str
    note_en: str
    code: str


class LevelView(Struct):
    """A level of bots."""

    key: str
    zh: str
    en: str
    about_zh: str
    about_en: str


class TownView(Struct):
    """Everything that a form or a lobby needs of a town."""

    key: str
    zh: str
    en: str
    prefix: str
    version: str
    players: tuple[int, ...]
    options: list[OptionView]
    presets: list[PresetView]
    patterns: tuple[Pattern, ...]
    blocks: tuple[Named, ...]
    marks: tuple[Mark, ...]
    declarations: tuple[Declaration, ...]
    order: int
    """Where it stands in lists."""
    tagline_zh: str
    tagline_en: str
    wild_zh: str
    """The sign for a wild tile: 财, 王, 金."""
    wild_en: str
    picture: str
    """The address of its picture; empty if it has none."""
    has_lessons: bool
    calculator: Questions


class OptionWish(Struct, forbid_unknown_fields=True):
    """CompleteOptions to be checked."""

    options: dict[str, Any] = field(default_factory=dict)
    players: int | None = None
    code: str = ""
    """House rules by their key or code, instead of options."""


class CompleteOptions(Struct):
    """CompleteOptions, complete."""

    options: dict[str, OptionValue]
    players: int
    code: str
    """What stands for them in a link, or on paper."""


class Example(Struct):
    """An executable example of rules."""

    file: str
    number: int
    title: str
    rules: list[str]
    text: str


@cache
def town(key: str) -> TownView:
    """One town."""
    variant = variant_named(key)
    return TownView(
        key=variant.key,
        zh=variant.zh,
        en=variant.en,
        prefix=variant.prefix,
        version=variant.version,
        players=variant.players,
        options=[_option(option) for option in variant.options],
        presets=[_preset(variant, preset) for preset in variant.presets],
        patterns=variant.patterns,
        blocks=variant.blocks,
        marks=_marks(variant),
        declarations=variant.declarations,
        order=variant.order,
        tagline_zh=variant.tagline.zh,
        tagline_en=variant.tagline.en,
        wild_zh=variant.wild.zh,
        wild_en=variant.wild.en,
        picture=f"/api/variants/{key}/{PICTURE}" if variant.file(PICTURE).is_file() else "",
        has_lessons=variant.file(LESSONS).is_file(),
        calculator=questions(variant),
    )


def _option(option: Option) -> OptionView:
    fields = {
        key: getattr(option, key) for key in OptionView.__struct_fields__ if hasattr(option, key)
    }
    labels = [(label.zh, label.en) for label in option.labels]
    notes = [(one.note.zh, one.note.en) for one in option.readings]
    note = {"note_zh": option.note.zh, "note_en": option.note.en}
    return OptionView(**{**fields, **note, "labels": labels, "notes": notes})


def _preset(variant: Variant, preset: Preset) -> PresetView:
    options, players = named(variant, preset.key)
    code = code_of(variant, options, players)
    note = preset.note
    return PresetView(preset.key, preset.zh, preset.en, note.zh, note.en, code)


def _marks(variant: Variant) -> tuple[Mark, ...]:
    players = max(variant.players)
    return tuple(variant.room(variant.choose({}, players), players).marks)


@cache
def examples(key: str) -> list[Example]:
    """The scenarios of a town, each with its text."""
    folder = variant_named(key).file("scenarios")
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
def towns() -> list[TownView]:
    """All towns."""
    return [town(key) for key in variants()]


@get("/api/levels", guards=READ, sync_to_thread=False)
def levels() -> list[LevelView]:
    """The levels of bots, the weakest first."""
    return [LevelView(one.key, one.zh, one.en, one.about.zh, one.about.en) for one in LEVELS]


@get("/api/variants/{key:str}", guards=READ, sync_to_thread=False)
def one_town(key: FromPath[str]) -> TownView:
    """One town."""
    return town(key)


@post(
    "/api/variants/{key:str}/check", status_code=200, guards=[Limit("writes")], sync_to_thread=False
)
def check(key: FromPath[str], data: JSONBody[OptionWish]) -> CompleteOptions:
    """Complete options, or say what is wrong with them."""
    variant = variant_named(key)
    players = data.players or max(variant.players)
    if data.code:
        options, players = named(variant, data.code)
    else:
        options = variant.choose(data.options, players)
    return CompleteOptions(dict(options), players, code_of(variant, options, players))


@get("/api/variants/{key:str}/rules", guards=READ, sync_to_thread=False)
def rules(key: FromPath[str], lang: FromQuery[str] = "zh") -> list[RuleText]:
    """The rulebook in a language."""
    return list(variant_named(key).rules("en" if lang == "en" else "zh").values())


@get("/api/variants/{key:str}/scenarios", guards=READ)
async def scenarios(key: FromPath[str], services: Served) -> list[Example]:
    """The executable examples."""
    return await services.studying.run(examples, key)


@get("/api/variants/{key:str}/lessons", guards=READ)
async def lessons_of(key: FromPath[str], services: Served) -> tuple[Lesson, ...]:
    """The lessons, in the order in which they are taken."""
    return await services.studying.run(lessons, variant_named(key))


@get("/api/variants/{key:str}/picture.svg", guards=READ, sync_to_thread=False)
def picture(key: FromPath[str]) -> Response[bytes]:
    """The picture of a town."""
    file = variant_named(key).file(PICTURE)
    if not file.is_file():
        raise not_found()
    headers = {"cache-control": ONE_DAY}
    return Response(file.read_bytes(), media_type="image/svg+xml", headers=headers)


ROUTES: Final = [towns, levels, one_town, check, rules, scenarios, lessons_of, picture]

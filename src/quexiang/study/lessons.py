"""A town's lessons: a table set up as in a scenario, and at each step what to do and why."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import msgspec
import yaml
from msgspec import Struct

from quexiang.engine.ruleset import Ruleset
from quexiang.engine.wire import SeatLetter, TileText, tile_names
from quexiang.engine.wish import Wish
from quexiang.rulebook import Variant
from quexiang.scenarios.document import BadScenario
from quexiang.scenarios.given import staged
from quexiang.scenarios.steps import BadStep, parse_step
from quexiang.text import Text

FILE: Final = "lesson.yaml"


class WrittenHint(Struct, forbid_unknown_fields=True):
    """A hint as written: what to do in the words of a scenario's step, without the seat."""

    do: str
    zh: str
    en: str


class WrittenLesson(Struct, forbid_unknown_fields=True):
    """A lesson as written in a town's folder."""

    zh: str
    en: str
    setup: dict[str, Any]
    hints: list[WrittenHint]
    end: Text
    seat: SeatLetter = "A"


class Hint(Struct, frozen=True, omit_defaults=True):
    """What the lesson suggests at a step; the player may do something else."""

    do: str
    tiles: list[TileText]
    zh: str
    en: str
    value: int | None = None
    """The number to choose."""


class Lesson(Struct, frozen=True):
    """A practice table, and a word at every step of the learner."""

    zh: str
    en: str
    seat: SeatLetter
    text: str
    """The set-up, as a scenario."""
    hints: list[Hint]
    end: Text
    """What was learnt."""


class BadLesson(ValueError):
    """A lesson that cannot be played, with its place."""


@cache
def lessons(variant: Variant) -> tuple[Lesson, ...]:
    """The lessons of a town, none where it has none; raises `BadLesson`."""
    file = variant.file(FILE)
    return read_lessons(variant, file.read_text("utf-8")) if file.is_file() else ()


def read_lessons(variant: Variant, text: str) -> tuple[Lesson, ...]:
    """Read the lessons of a text."""
    try:
        written = list(yaml.safe_load_all(text))
    except yaml.YAMLError as error:
        problem = " ".join(str(error).split())
        raise BadLesson(f"{variant.key} {FILE}: not YAML: {problem}") from None
    return tuple(_lesson(variant, number, given) for number, given in enumerate(written, 1))


def _lesson(variant: Variant, number: int, given: object) -> Lesson:
    place = f"{variant.key} {FILE}, lesson {number}"
    try:
        written = msgspec.convert(given, WrittenLesson)
        text = _scenario(variant, written)
        rules = staged(text).round().rules
        wishes = [_wish(written.seat, hint, rules) for hint in written.hints]
    except (msgspec.ValidationError, BadScenario, BadStep) as error:
        problem = re.sub(r"^text:\d+: ", "", str(error))  # a line of the scenario, not of the file
        raise BadLesson(f"{place}: {problem}") from None
    hints = [
        Hint(wish.verb, tile_names(wish.tiles), hint.zh, hint.en, wish.value)
        for wish, hint in zip(wishes, written.hints, strict=True)
    ]
    return Lesson(written.zh, written.en, written.seat, text, hints, written.end)


def _scenario(variant: Variant, written: WrittenLesson) -> str:
    values = {"title": written.zh, "variant": variant.key, **written.setup}
    return yaml.safe_dump(values, allow_unicode=True, sort_keys=False)


def _wish(seat: SeatLetter, hint: WrittenHint, rules: Ruleset) -> Wish:
    return parse_step(f"{seat} can {hint.do}", rules).wish

"""读法: every reading is named in full, and its scenarios come true by it alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from quexiang.rulebook import Option, OptionValue, Variant
from quexiang.scenarios.document import Document
from quexiang.scenarios.files import documents
from quexiang.scenarios.run import run_document
from quexiang.variants import variants

ENOUGH = 3
"""Scenarios for every value that is not the default."""
HOUSES = list(variants().values())
by_key = pytest.mark.parametrize("variant", HOUSES, ids=lambda variant: variant.key)


def readings_of(variant: Variant) -> tuple[Option, ...]:
    return tuple(option for option in variant.options if option.readings)


@cache
def scenarios_of(key: str) -> tuple[Document, ...]:
    folder = variants()[key].file("scenarios")
    assert isinstance(folder, Path)
    found = [
        document for path in sorted(folder.glob("*.yaml")) for document in documents(str(path))
    ]
    return tuple(document for document in found if isinstance(document, Document))


def chosen(variant: Variant, document: Document) -> dict[str, OptionValue]:
    """The readings that a scenario chooses and that are not the default."""
    given = document.values.get("options") or {}
    assert isinstance(given, dict)
    readings = {option.key: option for option in readings_of(variant)}
    values = {key: readings[key].parse(given[key]) for key in given if key in readings}
    return {key: value for key, value in values.items() if value != readings[key].default}


def without(document: Document, key: str) -> Document:
    """The same scenario in a room that leaves this reading at its default."""
    given = document.values["options"]
    assert isinstance(given, dict)
    left = {name: value for name, value in given.items() if name != key}
    values = {**document.values, "options": left}
    return Document(document.file, document.line, values, document.lines, document.step_lines)


def read_otherwise() -> Iterator[object]:
    for variant in HOUSES:
        for document in scenarios_of(variant.key):
            for key in chosen(variant, document):
                name = f"{variant.key}:{key}:{document.line}:{document.title}"
                yield pytest.param(document, key, id=name)


@pytest.mark.parametrize(("document", "key"), list(read_otherwise()))
def test_a_scenario_of_a_reading_fails_without_it(document: Document, key: str) -> None:
    assert run_document(document).errors == ()

    row = run_document(without(document, key))
    assert not row.ok
    assert not row.bad


@by_key
def test_every_value_that_is_not_the_default_has_its_scenarios(variant: Variant) -> None:
    shown = Counter(
        pair for document in scenarios_of(variant.key) for pair in chosen(variant, document).items()
    )

    missing = [
        f"{option.key}={value}"
        for option in readings_of(variant)
        for value in option.values
        if value != option.default and shown[option.key, value] < ENOUGH
    ]
    assert missing == []


@by_key
def test_a_scenario_of_a_reading_names_its_rule(variant: Variant) -> None:
    rules = {option.key: option.rule for option in readings_of(variant)}
    for document in scenarios_of(variant.key):
        named = document.values.get("rules") or []
        assert isinstance(named, list)
        assert {rules[key] for key in chosen(variant, document)} <= {*named}, document.title


@by_key
def test_a_reading_has_names_notes_and_a_rule_in_both_languages(variant: Variant) -> None:
    """RD-1, RD-2, RD-4: the readings stand after all other options."""
    readings = readings_of(variant)

    assert readings or not variant.package.startswith("quexiang.")
    assert variant.options[len(variant.options) - len(readings) :] == readings
    for option in readings:
        assert option.rule in variant.rules()
        assert option.default == option.values[0]
        for one in option.readings:
            assert all((one.zh, one.en, one.note.zh, one.note.en))
            assert not one.refuses or one.refuses in variant.rules()


@by_key
def test_the_rulebook_explains_every_value_beside_its_rule(variant: Variant) -> None:
    """RD-4."""
    for option in readings_of(variant):
        chinese, english = (variant.rules(lang)[option.rule].text for lang in ("zh", "en"))
        for one in option.readings:
            assert f"`{one.key}`" in chinese or one.zh in chinese, (option.key, one.key)
            assert f"`{one.key}`" in english or one.en in english, (option.key, one.key)

"""The executable rulebook: every rule id is shown by a scenario, or named by a test."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from quexiang.rulebook import Variant
from quexiang.scenarios.document import Document
from quexiang.scenarios.files import documents
from quexiang.scenarios.run import run_document
from quexiang.scenarios.setup import Setup
from quexiang.variants import variants

TESTS = Path(__file__).parent
PLUG_INS = TESTS.parent / "examples"
VARIANTS = list(variants().values())
by_key = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)


def folder_of(variant: Variant) -> Path:
    folder = variant.file(".")
    assert isinstance(folder, Path)
    return folder


@cache
def scenarios_of(key: str) -> list[Document]:
    paths = sorted(folder_of(variants()[key]).glob("scenarios/*.yaml"))
    found = [document for path in paths for document in documents(str(path))]
    assert all(isinstance(document, Document) for document in found), found
    return [document for document in found if isinstance(document, Document)]


def named_by(document: Document) -> list[str]:
    named = document.values.get("rules") or []
    return [str(rule) for rule in named] if isinstance(named, list) else [str(named)]


@cache
def named_by_tests() -> frozenset[str]:
    paths = [*TESTS.rglob("test_*.py"), *PLUG_INS.rglob("test_*.py")]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return frozenset(re.findall(r"\b[A-Z]{2,3}-\d+\b", "\n".join(texts)))


SCENARIOS = [
    pytest.param(document, id=f"{variant.key}:{document.line}:{document.title}")
    for variant in VARIANTS
    for document in scenarios_of(variant.key)
]


@pytest.mark.parametrize("document", SCENARIOS)
def test_scenario_comes_true(document: Document) -> None:
    assert run_document(document).errors == ()


@by_key
def test_both_rulebooks_have_the_same_rules_in_order(variant: Variant) -> None:
    chinese, english = variant.rules("zh"), variant.rules("en")

    assert list(chinese) == list(english)
    numbers = [int(rule.split("-")[1]) for rule in chinese]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(rule.startswith(f"{variant.prefix}-") for rule in chinese)
    assert all(text.title and text.text for text in (*chinese.values(), *english.values()))


@by_key
def test_every_rule_is_shown_by_a_scenario_or_named_by_a_test(variant: Variant) -> None:
    shown = {rule for document in scenarios_of(variant.key) for rule in named_by(document)}

    missing = [rule for rule in variant.rules() if rule not in shown | named_by_tests()]
    assert missing == []


@by_key
def test_scenarios_name_only_rules_of_the_rulebook(variant: Variant) -> None:
    named = {rule for document in scenarios_of(variant.key) for rule in named_by(document)}

    assert named <= set(variant.rules())


@by_key
def test_each_rule_object_is_missed_by_a_scenario_that_names_it(variant: Variant) -> None:
    missed: dict[str, bool] = {}
    for document in scenarios_of(variant.key):
        if document.is_totals:
            continue
        for rule in Setup(document).rules.rules:
            name = type(rule).__name__ + str(rule.ids)
            if missed.get(name) or not set(rule.ids) & set(named_by(document)):
                missed.setdefault(name, False)
                continue
            missed[name] = fails_without(document, name)

    assert [name for name, is_missed in missed.items() if not is_missed] == []


def fails_without(document: Document, name: str) -> bool:
    def is_left_out(rule: object) -> bool:
        return type(rule).__name__ + str(getattr(rule, "ids", ())) == name

    try:
        row = run_document(document, lambda rules: rules.without(is_left_out))
    except Exception:  # noqa: BLE001 - without the rule the round may break down in any way
        return True
    return not row.ok


@by_key
def test_every_veto_and_payment_names_a_rule_of_the_rulebook(variant: Variant) -> None:
    texts = [path.read_text(encoding="utf-8") for path in folder_of(variant).glob("*.py")]

    used = set(re.findall(rf"\b{variant.prefix}-\d+\b", "\n".join(texts)))

    assert used
    assert used <= set(variant.rules())

import json
from collections.abc import Callable

import pytest
from typer.testing import Result

from quexiang.variants import variants

Run = Callable[..., Result]


def test_the_rulebook_is_printed_in_both_languages(run: Run) -> None:
    chinese, english = run("rules", "hangzhou"), run("rules", "hangzhou", "--lang", "en")

    assert "### HZ-45 财飘" in chinese.output
    assert "### HZ-45" in english.output
    assert chinese.output != english.output


def test_one_rule_is_printed_with_the_scenarios_that_name_it(run: Run) -> None:
    result = run("rules", "hangzhou", "HZ-45")

    assert result.exit_code == 0
    assert result.output.startswith("HZ-45 财飘")
    assert "worked-contracts.yaml:" in result.output
    assert "variant: hangzhou" in result.output


@pytest.mark.parametrize("written", ["HZ-45", "hz-45", "45", "HZ45"])
def test_a_rule_is_found_however_its_id_is_written(run: Run, written: str) -> None:
    assert json.loads(run("rules", "hangzhou", written, "--json").output)["id"] == "HZ-45"


def test_the_scenarios_of_a_rule_have_their_place_and_text(run: Run) -> None:
    found = json.loads(run("rules", "hangzhou", "HZ-45", "--json").output)["scenarios"]

    for scenario in found:
        assert f"title: {scenario['title']}" in scenario["text"]
        assert scenario["line"] > 0
        assert "HZ-45" in scenario["text"]


def test_an_unknown_rule_gets_near_ones(run: Run) -> None:
    result = run("rules", "hangzhou", "HZ-95")

    assert result.exit_code == 2
    assert "HZ-94" in result.output


@pytest.mark.parametrize("name", sorted(variants()))
def test_every_variant_lists_its_rules(run: Run, name: str) -> None:
    variant = variants()[name]

    listed = json.loads(run("rules", name, "--json", "--lang", "en").output)["rules"]
    titles = run("rules", name, "--titles").output

    assert [rule["id"] for rule in listed] == list(variant.rules("en"))
    assert all(text.title in titles for text in variant.rules().values())

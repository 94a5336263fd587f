import json
from collections.abc import Callable

import pytest
from typer.testing import Result

from quexiang.variants import variants

Run = Callable[..., Result]


@pytest.mark.parametrize("name", sorted(variants()))
def test_the_schema_lists_every_option_with_what_a_form_needs(run: Run, name: str) -> None:
    variant = variants()[name]

    schema = json.loads(run("options", name, "--json").output)

    assert [field["key"] for field in schema["options"]] == [o.key for o in variant.options]
    for field in schema["options"]:
        assert field["label"]["zh"]
        assert field["label"]["en"]
        if field["type"] == "number":
            assert field["low"] <= field["default"] <= field["high"]
        else:
            assert field["default"] in [choice["value"] for choice in field["values"]]


@pytest.mark.parametrize("name", sorted(variants()))
def test_the_table_names_every_option_in_the_language_asked_for(run: Run, name: str) -> None:
    chinese, english = run("options", name), run("options", name, "--lang", "en")

    for option in variants()[name].options:
        assert option.key in chinese.output
        assert option.key in english.output
    assert "默认" in chinese.output
    assert "Default" in english.output


def test_what_a_number_may_be_is_told_in_the_language_asked_for(run: Run) -> None:
    given = ("simulate", "hangzhou", "--option", "rounds=99")

    assert "可以是1 到 32" in run(*given).stderr
    assert "allowed: 1 to 32" in run(*given, "--lang", "en").stderr

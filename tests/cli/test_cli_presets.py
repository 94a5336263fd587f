"""House rules at the command line: by key, by name, by code."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from quexiang.cli.app import app

RUN = CliRunner()


def schema(*arguments: str) -> dict[str, object]:
    found = RUN.invoke(app, ["options", *arguments, "--json"])
    assert found.exit_code == 0, found.output
    return dict(json.loads(found.output))


def test_options_name_readings_and_house_rules() -> None:
    shown = RUN.invoke(app, ["options", "anshun"]).output
    assert "读法" in shown
    assert "抢杠包三家" in shown
    options = schema("anshun")["options"]
    assert isinstance(options, list)
    readings = [option for option in options if option["reading"]]
    assert [option["key"] for option in readings] == [
        *("robbed_pay", "tianting_base", "tianting_double", "kept_fourth", "hot_plain")
    ]
    assert options[-len(readings) :] == readings
    assert all(value["note"]["zh"] for option in readings for value in option["values"])


@pytest.mark.parametrize("name", ["draw_only", "只许自摸"])
def test_a_discard_is_no_win_where_only_draws_are(name: str) -> None:
    asked = ["score", "lanzhou", "123m 456m 789p 11s 45s", "6s", "--from", "B"]
    more = ["--option", f"preset={name}", "--option", "ready_mode=silent"]

    refused = RUN.invoke(app, [*asked, *more])

    assert refused.exit_code != 0
    assert "LZ-81" in refused.output
    assert "照胡照付" in refused.output


def test_simulate_begins_with_a_code() -> None:
    presets = schema("hangzhou")["presets"]
    assert isinstance(presets, list)
    given = ["--option", f"preset={presets[0]['code']}", "--option", "rounds=1"]

    played = RUN.invoke(app, ["simulate", "hangzhou", "--rounds", "2", "--check", *given])

    assert played.exit_code == 0, played.output

"""Bots of one's own, and what is told of them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from test_cli_first_hour import Run

from quexiang.bots import make_bot
from quexiang.match.match import Match
from quexiang.match.play import views_of
from quexiang.variants import variant_named

OWN = """
from quexiang.bots import Bot


class Patient(Bot):
    def choose(self, view, offers):
        return view.rules.neutral(view.table, view.seat, offers)


class Stranger:
    pass
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module with a bot, in the folder where the command is called."""
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    sys.modules.pop("own", None)


@pytest.mark.usefixtures("own")
def test_a_class_of_ones_own_plays(run: Run) -> None:
    result = run("simulate", "hangzhou", "--bots", "own:Patient", "--rounds", "1", "--json")

    assert result.exit_code == 0, result.output
    assert '"rounds":1' in result.output


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("own:Hasty", "own 里没有 Hasty"),
        ("mine:Patient", "没有模块 mine"),
        ("own:Stranger", "子类"),
    ],
)
def test_a_class_that_is_none_is_told_in_a_sentence(run: Run, name: str, why: str) -> None:
    result = run("simulate", "hangzhou", "--bots", name, "--rounds", "1")

    assert result.exit_code == 2
    assert why in result.output


def test_a_bot_that_fails_leaves_a_status(run: Run) -> None:
    program = f"cmd:{sys.executable} -c pass"

    result = run("simulate", "hangzhou", "--bots", program, "--rounds", "1")

    assert result.exit_code == 1
    assert "程序退出" in result.output


def test_hints_are_asked_of_a_bot_by_its_view() -> None:
    variant = variant_named("hangzhou")
    match = Match(variant, variant.choose({}, 4), 4, "reasons")
    match.start_round()
    seat, offers = next(iter(match.round.asked.items()))

    judged = make_bot("expert", "0").judge(views_of(match.round)[seat], offers)

    assert all("% " in one.why.en or "%" in one.why.zh for one in judged)

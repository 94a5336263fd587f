from collections.abc import Callable

import pytest
from typer.testing import Result

from quexiang.cli import live

Run = Callable[..., Result]
LONG = ("simulate", "hangzhou", "--bots", "random", "--rounds", "24")


def test_a_log_is_told_now_and_then_how_far_a_run_is(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LOG_PAUSE", -1.0)

    told = run(*LONG).stderr.splitlines()

    assert told == ["杭州  8/24", "杭州  16/24", "杭州  24/24"]
    assert run(*LONG, "--json").stderr == ""


def test_a_short_run_is_told_at_its_end_alone(run: Run) -> None:
    assert run(*LONG).stderr == ""

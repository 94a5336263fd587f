import json
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

Run = Callable[..., Result]


def test_a_replay_tells_every_round_and_compares(run: Run, log: Path) -> None:
    result = run("replay", str(log))

    assert result.exit_code == 0
    assert "杭州 第 1 局" in result.output
    assert "杭州 第 2 局" in result.output
    assert "输赢" in result.output
    assert "重算一致：2 局" in result.output


def test_a_replay_speaks_english(run: Run, log: Path) -> None:
    result = run("replay", str(log), "--round", "1", "--lang", "en")

    assert "Hangzhou, round 1" in result.output
    assert "round 2" not in result.output
    assert "discard" in result.output


def test_check_only_compares(run: Run, log: Path) -> None:
    result = run("replay", str(log), "--check", "--lang", "en")

    assert result.output.startswith("recomputed and the same: 2 rounds")


def test_programs_get_steps_and_results(run: Run, log: Path) -> None:
    found = json.loads(run("replay", str(log), "--json").output)

    assert found["same"] is True
    assert [each["number"] for each in found["rounds"]] == [1, 2]
    assert sum(found["totals"].values()) == 0
    assert all(" discard " in each["play"][0] for each in found["rounds"])


def test_a_changed_event_is_found(run: Run, log: Path) -> None:
    lines = log.read_text("utf-8").splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if '"paid"' in line)
    lines[place] = lines[place].replace('"amount":', '"amount":1')
    log.write_text("".join(lines), encoding="utf-8")

    result = run("replay", str(log), "--check", "--lang", "en")

    assert result.exit_code == 2
    assert f"line {place + 1}" in result.output

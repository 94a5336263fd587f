from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from typer.testing import Result

from quexiang.match.log import Recorder
from quexiang.scenarios.export import export
from quexiang.scenarios.run import run_file
from quexiang.variants import variants

Run = Callable[..., Result]
Play = Callable[[str, int, str], Recorder]


@pytest.mark.slow
@pytest.mark.parametrize("bots", ["random", "plain"])
@pytest.mark.parametrize("name", sorted(variants()))
def test_a_played_round_becomes_a_scenario_that_passes(
    play_match: Play, tmp_path: Path, name: str, bots: str
) -> None:
    file = tmp_path / "round.yaml"
    for seed in range(8):
        recorder = play_match(name, seed, bots)
        for number in range(1, len(recorder.match.rounds) + 1):
            file.write_text(export(recorder.match, recorder.entries, number), encoding="utf-8")

            (row,) = run_file(str(file))

            assert row.ok, f"match {seed}, round {number}: {row.errors}"


def test_an_exported_round_says_what_became_of_it(play_match: Play) -> None:
    recorder = play_match("hangzhou", 7, "plain")

    scenario = yaml.safe_load(export(recorder.match, recorder.entries, 1))

    table = recorder.match.rounds[0].table
    assert scenario["result"]["changes"] == dict(zip("ABCD", table.changes(), strict=True))
    assert len(scenario["result"]["wins"]) == len(table.wins)


def test_a_round_that_was_left_becomes_a_scenario_too(play_match: Play, tmp_path: Path) -> None:
    recorder = play_match("hangzhou", 7, "plain")
    fresh = Recorder(type(recorder.match)(recorder.match.variant, recorder.match.options, 4, "x"))
    fresh.start_round()
    fresh.leave(2)

    file = tmp_path / "left.yaml"
    file.write_text(export(fresh.match, fresh.entries, 1), encoding="utf-8")

    assert "C leave" in file.read_text("utf-8")
    assert all(row.ok for row in run_file(str(file)))


def test_the_command_prints_a_scenario_that_runs(run: Run, log: Path, tmp_path: Path) -> None:
    for arguments in (["--round", "1"], []):
        file = tmp_path / "dispute.yaml"
        file.write_text(run("scenario", "--from", str(log), *arguments).output, encoding="utf-8")

        assert run("scenario", str(file)).exit_code == 0

"""`--out`: what simulate and arena play, as Parquet."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from quexiang import data
from quexiang.cli import runs

Run = Callable[..., Result]
SIMULATE = ("simulate", "anhua", "--rounds", "6", "--bots", "random", "--seed", "4", "--lang", "en")
ARENA = ("arena", "hangzhou", "--bots", "plain,random", "--rotations", "--matches", "2")


@pytest.mark.parametrize("kind", data.KINDS)
def test_a_simulation_is_written_and_says_the_same(run: Run, kind: str, tmp_path: Path) -> None:
    file = tmp_path / "some.parquet"

    plain, kept = run(*SIMULATE), run(*SIMULATE, "--out", str(file), "--rows", kind)

    assert kept.exit_code == 0, kept.output
    assert plain.output.splitlines()[1:] == kept.output.splitlines()[1:]
    rows = list(data.rows(file))
    assert data.facts(file)["rows"] == kind
    assert len({(row.match, row.round) for row in rows}) == 6
    data.replay(rows[-1])


def test_checked_rounds_are_written_too(run: Run, tmp_path: Path) -> None:
    plain, checked = tmp_path / "plain.parquet", tmp_path / "checked.parquet"

    run(*SIMULATE, "--out", str(plain))
    run(*SIMULATE, "--out", str(checked), "--check")

    assert plain.read_bytes() == checked.read_bytes()


def test_an_arena_is_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "arena.parquet"

    result = run(*ARENA, "--out", str(file), "--rows", "rounds")

    assert result.exit_code == 0, result.output
    assert [row.match for row in data.rows(file)] == ["1/1", "1/2", "2/1", "2/2"]
    assert data.facts(file)["made_by"] == "arena"


def test_files_are_not_lost_or_misnamed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "there.parquet"
    file.write_text("mine")

    there = run(*SIMULATE, "--out", str(file))
    csv = run(*SIMULATE, "--out", str(tmp_path / "some.csv"))
    nowhere = run(*SIMULATE, "--out", str(tmp_path / "nowhere" / "some.parquet"))

    assert [there.exit_code, csv.exit_code, nowhere.exit_code] == [2, 2, 2]
    assert "there already" in there.output
    assert "only Parquet" in csv.output
    assert "nowhere" in nowhere.output
    assert file.read_text() == "mine"
    assert run(*SIMULATE, "--out", str(file), "--force").exit_code == 0


def test_what_does_not_go_together_is_refused(run: Run, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.jsonl")

    resumed = run(*ARENA, "--out", "some.parquet", "--resume", kept, "--lang", "en")
    both = run(*SIMULATE, "--jobs", "2", "--ray", "local")

    assert [resumed.exit_code, both.exit_code] == [2, 2]
    assert "either --out or --resume" in resumed.output
    assert "either --jobs or --ray" in both.output


@pytest.mark.parametrize(("option", "module"), [("--out", "pyarrow"), ("--ray", "ray")])
def test_what_an_extra_brings_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, option: str, module: str
) -> None:
    monkeypatch.setattr(runs, "find_spec", lambda name: None if name == module else name)

    refused = run(*SIMULATE, option, "some.parquet")

    assert refused.exit_code == 2
    assert f"{module} is missing; pip install 'quexiang[" in refused.output

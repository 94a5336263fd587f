"""`quexiang train`: a module with a bot that the other commands take."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from quexiang import learning
from quexiang.errors import UserError
from quexiang.learning import NAMES

Run = Callable[..., Result]
SHORT = ("train", "anhua", "--rounds", "32", "--generation", "16", "--lang", "en")


def test_what_is_learnt_is_a_bot(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    told = run(*SHORT, "--out", "learnt_by_cli.py")

    assert told.exit_code == 0, told.output
    assert "quexiang arena anhua --bots learnt_by_cli:Learnt,random" in " ".join(
        told.output.split()
    )
    bots = "learnt_by_cli:Learnt,random"
    played = run("simulate", "anhua", "--rounds", "1", "--bots", bots, "--json")
    assert played.exit_code == 0, played.output


def test_weights_are_told_by_name_and_follow_from_the_seed(run: Run, tmp_path: Path) -> None:
    def weights(name: str, *more: str) -> dict[str, float]:
        told = run(*SHORT, "--json", "--out", str(tmp_path / name), *more)
        assert told.exit_code == 0, told.output
        found: dict[str, float] = json.loads(told.output.splitlines()[-1])["weights"]
        return found

    first = weights("one.py", "--seed", "a")

    assert tuple(first) == NAMES
    assert weights("two.py", "--seed", "a", "--jobs", "2") == first
    assert weights("three.py", "--seed", "b") != first


@pytest.mark.parametrize("name", ["learnt.txt", "my-bot.py"])
def test_a_file_that_python_cannot_import_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    told = run(*SHORT, "--out", str(tmp_path / name))

    assert told.exit_code == 2
    assert "name a Python module" in told.output
    assert not (tmp_path / name).exists()


def test_a_module_that_is_there_is_kept(run: Run, tmp_path: Path) -> None:
    (tmp_path / "learnt.py").write_text("mine", "utf-8")

    told = run(*SHORT, "--out", str(tmp_path / "learnt.py"))

    assert told.exit_code == 2
    assert (tmp_path / "learnt.py").read_text("utf-8") == "mine"


def test_what_is_broken_off_leaves_no_module(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise UserError("断了", "broken off")

    monkeypatch.setattr(learning, "train", broken)
    (tmp_path / "mine.py").write_text("mine", "utf-8")

    for name, more in (("learnt.py", ()), ("mine.py", ("--force",))):
        told = run(*SHORT, "--out", str(tmp_path / name), *more)
        assert "broken off" in told.output

    assert [one.name for one in tmp_path.iterdir()] == ["mine.py"]
    assert (tmp_path / "mine.py").read_text("utf-8") == "mine"


def test_a_module_says_how_many_rounds_were_played(run: Run, tmp_path: Path) -> None:
    told = run(*SHORT, "--rounds", "1", "--seed", 'a"""\\', "--out", str(tmp_path / "learnt.py"))

    assert told.exit_code == 0, told.output
    text = (tmp_path / "learnt.py").read_text("utf-8")
    assert ast.get_docstring(ast.parse(text)) == 'Learnt from 16 rounds of anhua, seed a"""\\.'

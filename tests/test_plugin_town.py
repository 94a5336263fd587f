"""A town in a package of its own: installed into a folder, it is played like the others."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "examples" / "town-xuezhan"
MODULE = "quexiang_xuezhan"
TOWN = "xuezhan"
HAND = "123m 456m 789m 11p 23p"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the package is installed: the one on the path, or a new one."""
    found = find_spec(MODULE)
    if found is not None and found.origin is not None:
        return Path(found.origin).parents[1]
    source, home = (tmp_path_factory.mktemp(name) / "town" for name in ("source", "home"))
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("__pycache__"))
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    run(None, "-m", "pip", "install", *options, "--target", str(home), str(source))
    return home


def run(home: Path | None, *arguments: str) -> str:
    """Run Python with the package in this folder beside the project, or without the package."""
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    paths = [str(home or ""), *(path for path in given if not Path(path, MODULE).is_dir())]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, *arguments],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def quexiang(home: Path, *arguments: str) -> str:
    return run(home, "-m", "quexiang", *arguments)


def answered(home: Path, *arguments: str) -> dict[str, Any]:
    answer = json.loads(quexiang(home, *arguments, "--json"))
    assert isinstance(answer, dict)
    return answer


def test_it_stands_beside_the_others(home: Path) -> None:
    code = "from quexiang.variants import variants; print(*variants())"

    assert run(home, "-c", code).split()[-1] == TOWN


def test_without_it_there_is_no_such_town() -> None:
    code = f"from quexiang.variants import variants; assert {TOWN!r} not in variants()"

    run(None, "-c", code)


def test_its_scenarios_come_true(home: Path) -> None:
    folder = home / MODULE / "scenarios"

    rows = [
        json.loads(line)
        for line in quexiang(home, "scenario", "--json", str(folder)).split("\n")
        if line
    ]

    assert [row["title"] for row in rows if not row["ok"]] == []
    assert len(rows) > 60


@pytest.mark.parametrize("bots", ["random", "plain"])
def test_all_properties_hold(home: Path, bots: str) -> None:
    wishes = ("--rounds", "24", "--option", "random", "--check", "--bots", bots)

    result = answered(home, "simulate", TOWN, *wishes)

    assert (result["rounds"], result["violations"]) == (24, 0)


def test_a_hand_is_scored_without_an_exchange(home: Path) -> None:
    result = answered(home, "score", TOWN, HAND, "4p")

    assert result["changes"] == {"A": 6, "B": -2, "C": -2, "D": -2}


def test_a_win_on_a_discard_is_paid_by_one(home: Path) -> None:
    hand = "1111m 23m 456m 77p 88p"

    result = answered(home, "score", TOWN, hand, "7p", "--from", "C", "--option", "base_score=3")

    assert result["changes"] == {"A": 6, "B": 0, "C": -6, "D": 0}


def test_three_suits_never_wait(home: Path) -> None:
    assert list(answered(home, "waits", TOWN, HAND)["waits"]) == ["1p", "4p"]
    assert answered(home, "waits", TOWN, "123m 456m 789s 11p 23p")["ready"] is False


def test_the_skilled_bot_beats_chance(home: Path) -> None:
    wishes = ("--bots", "skilled,random", "--matches", "2", "--rotations")

    result = answered(home, "arena", TOWN, *wishes)

    means = {bot["bot"]: bot["score"]["mean"] for bot in result["standings"]["bots"]}
    assert means["skilled"] > means["random"]

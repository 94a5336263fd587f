"""A sixth variant is one folder: a copy of Hangzhou elsewhere plays, scores and simulates."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import quexiang.variants.hangzhou as original

SCENARIO = "title: 六\nvariant: dingxi\nplay: [auto end]\nresult: {end: draw}\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("elsewhere")
    folder = home / "quexiang" / "variants" / "dingxi"
    shutil.copytree(Path(original.__file__).parent, folder)
    contents = folder / "__init__.py"
    text = contents.read_text(encoding="utf-8").replace('key="hangzhou"', 'key="dingxi"')
    contents.write_text(text, encoding="utf-8")
    return home


def quexiang(home: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(home)}
    command = [sys.executable, "-m", "quexiang", *arguments]
    done = subprocess.run(  # noqa: S603 - our own program
        command, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_found_beside_the_others(home: Path) -> None:
    code = "from quexiang.variants import variants; print(*variants())"
    environment = {**os.environ, "PYTHONPATH": str(home)}

    found = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )

    assert {"dingxi", "hangzhou"} <= set(found.stdout.split())


def test_it_simulates(home: Path) -> None:
    result = json.loads(quexiang(home, "simulate", "dingxi", "--rounds", "4", "--check", "--json"))

    assert (result["variant"], result["rounds"], result["violations"]) == ("dingxi", 4, 0)


def test_it_runs_scenarios(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "six.yaml"
    file.write_text(SCENARIO, encoding="utf-8")

    row = json.loads(quexiang(home, "scenario", "--json", str(file)))

    assert row["ok"], row["errors"]


def test_it_scores(home: Path) -> None:
    hand = "234m678m123p55s78s"

    result = json.loads(quexiang(home, "score", "dingxi", hand, "9s", "--json"))

    assert result["changes"] == {"A": 6, "B": -2, "C": -2, "D": -2}

"""A sixth town is one folder or one package: a copy of a town elsewhere plays like any other."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import quexiang.variants.hangzhou as original

KEY, PREFIX = "dingxi", "DXI"
SCENARIO = f"title: 六\nvariant: {KEY}\nplay: [auto end]\nresult: {{end: draw}}\n"


def copy_town(folder: Path) -> None:
    """A copy of a town under another key, whose rule ids begin with three letters."""
    compiled = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(Path(original.__file__).parent, folder, ignore=compiled)
    for file in (path for path in folder.rglob("*") if path.suffix in (".py", ".md", ".yaml")):
        text = file.read_text(encoding="utf-8")
        text = text.replace("HZ-", f"{PREFIX}-").replace('"HZ"', f'"{PREFIX}"')
        text = text.replace('key="hangzhou"', f'key="{KEY}"')
        text = text.replace("variant: hangzhou", f"variant: {KEY}")
        file.write_text(text, encoding="utf-8")


def install(home: Path, name: str, value: str, package: str = "town-dingxi") -> None:
    """What an installer leaves on the path for a package with an entry point."""
    info = home / f"{package.replace('-', '_')}-1.2.dist-info"
    info.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[quexiang.towns]\n{name} = {value}\n", "utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("folder")
    copy_town(home / "quexiang" / "variants" / KEY)
    return home


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("package")
    copy_town(home / "town_dingxi")
    install(home, KEY, "town_dingxi")
    return home


@pytest.fixture(scope="module", params=["folder", "package"])
def home(request: pytest.FixtureRequest) -> Path:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Path)
    return found


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(filter(None, (str(home), os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False
    )


def quexiang(home: Path, *arguments: str) -> str:
    done = run(home, "-m", "quexiang", *arguments)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


def test_it_is_found_beside_the_others(home: Path) -> None:
    towns = json.loads(quexiang(home, "towns", "--json"))["towns"]

    origins = {town["key"]: town["origin"] for town in towns}
    assert {KEY, "hangzhou"} <= set(origins)
    assert origins[KEY] in ("town-dingxi 1.2", f"quexiang.variants.{KEY}")


def test_it_simulates(home: Path) -> None:
    arguments = ("--rounds", "4", "--check", "--jobs", "2", "--json")

    result = json.loads(quexiang(home, "simulate", KEY, *arguments))

    assert (result["variant"], result["rounds"], result["violations"]) == (KEY, 4, 0)


def test_it_runs_scenarios(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "six.yaml"
    file.write_text(SCENARIO, encoding="utf-8")

    row = json.loads(quexiang(home, "scenario", "--json", str(file)))

    assert row["ok"], row["errors"]


def test_it_scores(home: Path) -> None:
    hand = "234m678m123p55s78s"

    result = json.loads(quexiang(home, "score", KEY, hand, "9s", "--json"))

    assert result["changes"] == {"A": 6, "B": -2, "C": -2, "D": -2}


def test_its_rules_are_shown_with_their_examples(home: Path) -> None:
    shown = json.loads(quexiang(home, "rules", KEY, f"{PREFIX}-45", "--json"))

    assert shown["title"].startswith("财飘")
    assert shown["scenarios"]


def test_its_lessons_and_weights_are_its_own(home: Path) -> None:
    code = (
        "from quexiang.variants import variant_named; from quexiang.study.lessons import lessons;"
        "from quexiang.bots.town_weights import weights_of;"
        f"town = variant_named({KEY!r}); rules = town.room(town.choose({{}}), 4);"
        "print(len(lessons(town)), len(weights_of(rules).goals), town.file('picture.svg').name)"
    )

    assert run(home, "-c", code).stdout.split() == ["3", "2", "picture.svg"]


def test_an_entry_point_may_name_the_variant_itself(package: Path, tmp_path: Path) -> None:
    shutil.copytree(package / "town_dingxi", tmp_path / "town_dingxi")
    install(tmp_path, KEY, "town_dingxi:VARIANT")

    assert KEY in quexiang(tmp_path, "towns", "--keys").split()


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (None, "ModuleNotFoundError: No module named 'town_broken'"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("VARIANT = 7", "TypeError: 7 is no Variant"),
        ("X = 1", "AttributeError: module 'town_broken' has no attribute 'VARIANT'"),
    ],
)
def test_a_broken_plug_in_is_named_and_the_others_play(
    tmp_path: Path, source: str | None, problem: str
) -> None:
    if source is not None:
        (tmp_path / "town_broken.py").write_text(source, encoding="utf-8")
    install(tmp_path, "broken", "town_broken", package="town-broken")

    done = run(tmp_path, "-m", "quexiang", "towns", "--keys")

    assert "hangzhou" in done.stdout.split()
    sentence = f"quexiang: the town 'broken' of town-broken 1.2 cannot be loaded: {problem}"
    assert (done.returncode, done.stderr.strip()) == (0, sentence)


@pytest.mark.parametrize(
    ("field", "word", "change"),
    [
        ("key", "hangzhou", ('key="dingxi"', 'key="hangzhou"')),
        ("prefix", "HZ", ('"DXI"', '"HZ"')),
    ],
)
def test_two_towns_of_one_key_or_prefix_are_both_named(
    package: Path, tmp_path: Path, field: str, word: str, change: tuple[str, str]
) -> None:
    shutil.copytree(package, tmp_path, dirs_exist_ok=True)
    contents = tmp_path / "town_dingxi" / "__init__.py"
    contents.write_text(contents.read_text("utf-8").replace(*change), encoding="utf-8")

    done = run(tmp_path, "-m", "quexiang", "towns", "--lang", "en")

    both = "quexiang.variants.hangzhou and town-dingxi 1.2"
    sentence = f"quexiang: {both} have the same {field} {word!r}"
    assert (done.returncode, done.stderr.strip()) == (2, sentence)

"""`make`: what is installed for the tests, what is left out, and how a game begins."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = ("sh", "dirname", "id", "cat", "grep", "touch")
Provide = Callable[..., str]


@pytest.fixture
def provide(tmp_path: Path) -> Provide:
    """Run tools/provide.sh where only a counterfeit apt-get is; gives what was left out."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        assert found is not None
        (programs / name).symlink_to(found)

    def run(apt: str | None, user: int = 0, what: str = "the browser", **environ: str) -> str:
        stubs = {"apt-get": apt, "id": f"echo {user}", "sudo": 'echo "sudo $*" >> asked; "$@"'}
        for name, script in stubs.items():
            if script is not None:
                (programs / name).unlink(missing_ok=True)
                (programs / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
                (programs / name).chmod(0o755)
        subprocess.run(  # noqa: S603 - our own script
            [str(ROOT / "tools/provide.sh"), what, "chromium", "fonts", "--", "a", "b"],
            cwd=tmp_path,
            env={"PATH": str(programs), "PYTHON": sys.executable, **environ},
            check=True,
            capture_output=True,
        )
        noted = tmp_path / "build/left-out.txt"
        return noted.read_text("utf-8") if noted.exists() else ""

    return run


APT = 'echo "$*" >> asked; [ "$1" = update ] && touch lists; [ -e lists ]'


def asked(folder: Path) -> list[str]:
    file = folder / "asked"
    return file.read_text("utf-8").splitlines() if file.exists() else []


def test_the_lists_are_fetched_when_an_install_needs_them(provide: Provide, tmp_path: Path) -> None:
    assert provide(APT) == ""

    install = "install --yes --no-install-recommends chromium fonts"
    assert asked(tmp_path) == [install, "update", install]


def test_what_cannot_be_installed_is_noted(provide: Provide) -> None:
    assert provide("exit 1") == "the browser: apt-get could not install chromium fonts\n"


def test_nothing_is_noted_where_something_else_will_do(provide: Provide) -> None:
    assert provide("exit 1", what="") == ""
    assert provide(APT, user=1000, what="") == ""


def test_without_apt_it_is_noted(provide: Provide) -> None:
    assert "no apt-get" in provide(None)


def test_sudo_is_called_by_nobody_who_did_not_ask(provide: Provide, tmp_path: Path) -> None:
    assert "run: sudo apt-get install chromium fonts" in provide(APT, user=1000)
    assert asked(tmp_path) == []


def test_sudo_is_called_where_it_is_wanted(provide: Provide, tmp_path: Path) -> None:
    assert provide(APT, user=1000, SUDO="sudo") == ""
    assert asked(tmp_path)[0].startswith("sudo apt-get install")


@pytest.mark.parametrize(("environ", "status"), [({}, 0), ({"CI": "1"}, 1)])
def test_what_was_left_out_is_told_and_fails_under_ci(
    tmp_path: Path, environ: dict[str, str], status: int
) -> None:
    def left_out(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603 - our own script
            [sys.executable, str(ROOT / "tools/left_out.py"), *words],
            cwd=tmp_path,
            env=environ,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    assert left_out("report").returncode == 0
    left_out("note", "PostgreSQL", "no apt-get")
    told = left_out("report")
    left_out("begin")

    assert told.returncode == status
    assert "PostgreSQL: no apt-get" in told.stdout
    assert left_out("report").returncode == 0


def commands_of(*words: str) -> str:
    """What make would do."""
    found = shutil.which("make")
    if found is None:
        pytest.skip("no make")
    done = subprocess.run(  # noqa: S603 - make itself
        [found, "-n", *words], cwd=ROOT, capture_output=True, text=True, check=True, env=os.environ
    )
    return done.stdout


def test_a_game_begins_on_a_free_port_of_this_computer() -> None:
    told = commands_of("play")

    assert "serve --open --free-port --port 8000 --host 127.0.0.1" in told
    assert "改在终端里打" in told


def test_port_and_host_of_a_game_can_be_chosen() -> None:
    told = commands_of("play", "PORT=9000", "HOST=0.0.0.0")

    assert "--port 9000 --host 0.0.0.0" in told


def test_the_address_of_the_repository_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    home = project["urls"]["Homepage"]
    folders = ("src", "docs", "examples", "clients", "web/src", ".github", "tools")
    kinds = (".md", ".py", ".json", ".js", ".mjs", ".ts", ".svelte", ".yml", ".html")
    files = [*ROOT.glob("*.md"), *(file for one in folders for file in (ROOT / one).rglob("*"))]

    assert all(url.startswith(home) for url in project["urls"].values())
    assert not [file for file in files if file.suffix in kinds and home in file.read_text("utf-8")]

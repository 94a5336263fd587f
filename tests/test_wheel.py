"""The package as others get it: a wheel of a clean clone, in an environment of its own.

The wheel of this test is built without a compiler (QUEXIANG_PURE), since compiling takes minutes;
`make setup` and the workflow that publishes compile the same sources. Workers share what is built.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import venv
import zipfile
from collections.abc import Callable, Iterator
from email.parser import Parser
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from running import free_port

ROOT = Path(__file__).parents[1]
PURE = {**os.environ, "QUEXIANG_PURE": "1", "PYTHONWARNINGS": "ignore", "PIP_NO_INPUT": "1"}
PIP = ("-m", "pip", "--disable-pip-version-check", "-q")
pytestmark = pytest.mark.slow


def run(*command: object, cwd: Path, text: str = "", env: dict[str, str] = PURE) -> str:
    done = subprocess.run(  # noqa: S603 - our own commands
        [str(word) for word in command],
        cwd=cwd,
        env={key: value for key, value in env.items() if key != "PYTHONPATH"},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def made_once(folder: Path, make: Callable[[Path], None]) -> Path:
    """A folder that the first worker makes; the others wait for it."""
    folder.parent.mkdir(exist_ok=True)
    with folder.with_suffix(".lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if not lock.read():
            shutil.rmtree(folder, ignore_errors=True)
            make(folder)
            lock.write("made")
    return folder


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place that all workers of this run know."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "wheel"


def clone(folder: Path) -> None:
    """The repository as it is committed, without anything that was built."""
    if not (ROOT / ".git").exists():
        pytest.skip("no Git repository")
    run("git", "clone", "-q", "--depth", "1", f"file://{ROOT}", folder, cwd=ROOT)


@pytest.fixture(scope="module")
def packages(shared: Path) -> Path:
    """A folder with the wheel and the sdist of a clean clone; the page is built for them."""
    if shutil.which("npm") is None or not (ROOT / "web/node_modules").exists():
        pytest.skip("no Node 20 to build the page")
    return made_once(shared / "packages", pack) / "dist"


def pack(folder: Path) -> None:
    """Build the wheel and the sdist."""
    source, dist = folder / "quexiang", folder / "dist"
    dist.mkdir(parents=True)
    clone(source)
    (source / "web/node_modules").symlink_to((ROOT / "web/node_modules").resolve())
    build = "from setuptools.build_meta import build_sdist, build_wheel\n"
    build += f"build_wheel({str(dist)!r}); build_sdist({str(dist)!r})"
    run(sys.executable, "-c", build, cwd=source)


@pytest.fixture(scope="module")
def installed(packages: Path, shared: Path) -> Path:
    """The programs of the wheel in an environment of its own."""
    (wheel,) = packages.glob("*.whl")
    return made_once(shared / "env", lambda folder: install(wheel, folder)) / "bin"


def install(wheel: Path, folder: Path) -> None:
    """Install a wheel and what `quexiang[server]` says it needs, nothing else.

    The libraries are those of this environment, linked, so that nothing is fetched.
    """
    venv.create(folder, with_pip=False)
    python = folder / "bin/python"
    run(sys.executable, *PIP, "--python", python, "install", "--no-deps", wheel, cwd=folder)
    (site,) = folder.glob("lib/python*/site-packages")
    (about,) = site.glob("quexiang-*.dist-info")
    for name in needed(Distribution.at(about).requires or [], {"server"}, set()):
        link(distribution(name), site)


def needed(wanted: list[str], extras: set[str], known: set[str]) -> set[str]:
    """The names of the distributions that these requirements and theirs lead to."""
    for text in wanted:
        one = Requirement(text)
        name = canonicalize_name(one.name)
        in_use = [{"extra": extra} for extra in ("", *extras)]
        if any(one.marker is None or one.marker.evaluate(each) for each in in_use):
            if name in known and not one.extras:
                continue
            known.add(name)
            needed(distribution(name).requires or [], set(one.extras), known)
    return known


def link(found: Distribution, site: Path) -> None:
    """Let an environment see a distribution of this one."""
    for top in {path.parts[0] for path in found.files or [] if path.parts[0] not in ("..", "bin")}:
        there = site / top
        if not there.exists():
            there.symlink_to(Path(str(found.locate_file(top))).resolve())


def test_no_page_no_wheel(tmp_path: Path) -> None:
    source = tmp_path / "quexiang"
    clone(source)
    build = f"from setuptools.build_meta import build_wheel; build_wheel({str(tmp_path)!r})"
    bare = {**PURE, "PATH": "/nonexistent"}

    done = subprocess.run(  # noqa: S603 - our own build
        [sys.executable, "-c", build],
        cwd=source,
        env=bare,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode != 0
    assert "The package would lack its web client" in done.stderr
    assert not list(tmp_path.glob("*.whl"))


def test_the_wheel_is_whole(packages: Path) -> None:
    (wheel,) = packages.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
        (about,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(file.read(about).decode())

    assert "quexiang/server/static/index.html" in names
    assert "quexiang/protocol/frames.d.ts" in names
    assert "quexiang/variants/hangzhou/rules.zh.md" in names
    assert {"client", "env", "server", "all"} <= set(metadata.get_all("Provides-Extra", []))
    assert metadata["Author"]
    assert len(metadata.get_all("Project-URL", [])) >= 3
    assert "Programming Language :: Python :: 3.14" in metadata.get_all("Classifier", [])
    assert "](docs/" not in str(metadata.get_payload())


def test_the_sdist_is_whole(packages: Path) -> None:
    (source,) = packages.glob("*.tar.gz")
    with tarfile.open(source) as file:
        names = {name.partition("/")[2] for name in file.getnames()}

    assert {
        "docs/bots.md",
        "examples/line_bot.py",
        "web/package.json",
        "clients/js/index.js",
        "src/quexiang/server/static/index.html",
        "tools/compiled.py",
        "Makefile",
    } <= names
    assert not any("node_modules" in name for name in names)


def test_the_installed_program_plays_and_scores(installed: Path, tmp_path: Path) -> None:
    program = installed / "quexiang"

    scored = run(program, "score", "hangzhou", "234m 678m 123p 55s 78s", "9s", cwd=tmp_path)
    played = run(program, "play", "杭州", "--seed", "7", cwd=tmp_path, text="1\nquit\n")
    simulated = run(program, "simulate", "anhua", "--rounds", "1", "--json", cwd=tmp_path)

    assert "HZ-58 牌型倍数" in scored
    assert "你打" in played
    assert '"win":1' in simulated


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The installed server."""
    port = free_port()
    command = [str(installed / "quexiang"), "serve", "--port", str(port), "--minds", "0"]
    with subprocess.Popen(  # noqa: S603 - our own program
        command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, env=PURE
    ) as server:
        assert server.stderr is not None
        for line in server.stderr:
            if f"http://127.0.0.1:{port}/" in line:
                break
        yield f"http://127.0.0.1:{port}"
        server.terminate()


def test_the_installed_server_serves_the_page(address: str) -> None:
    with urllib.request.urlopen(f"{address}/", timeout=120) as page:  # noqa: S310 - our own server
        text = page.read().decode()

    assert "<script" in text
    assert "雀乡" in text

"""What CONTRIBUTING says of size and of ignored lints, which ruff does not look at."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "tests", "benchmarks", "examples", "tools", "web/src", "web/tests", "web/e2e")
ENDINGS = {".py", ".pyx", ".ts", ".svelte"}
MADE = {"frames.d.ts"}
"""Files that a tool writes."""
LONGEST_FILE, LONGEST_FUNCTION = 400, 40
UNEXPLAINED = re.compile(r"# noqa: [A-Z0-9, ]+$")


def files() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in ENDINGS and path.name not in MADE:
                yield path


def sources() -> Iterator[Path]:
    return (path for path in files() if path.suffix == ".py")


def at(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def long_functions(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            if node.end_lineno - node.lineno >= LONGEST_FUNCTION:
                yield f"{at(path, node.lineno)} {node.name}"


def unexplained(path: Path) -> Iterator[str]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if UNEXPLAINED.search(line):
            yield at(path, number)


def test_no_file_is_too_long() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in files()}

    assert len(lengths) > 500
    assert [at(path, length) for path, length in lengths.items() if length > LONGEST_FILE] == []


def test_no_function_is_too_long() -> None:
    assert [where for path in sources() for where in long_functions(path)] == []


def test_every_ignored_lint_has_its_reason() -> None:
    assert [where for path in sources() for where in unexplained(path)] == []


def test_what_is_too_long_or_unexplained_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    path = tmp_path / "one.py"
    body = "\n".join(["    pass"] * LONGEST_FUNCTION)
    path.write_text(f"def long():\n{body}\nx = 1  # noqa: {'E501'}\n", "utf-8")

    assert list(long_functions(path)) == ["one.py:1 long"]
    assert list(unexplained(path)) == [f"one.py:{LONGEST_FUNCTION + 2}"]

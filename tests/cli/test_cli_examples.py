"""The examples of the help texts and of docs/commands.md do what they say."""

import inspect
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from quexiang.cli.app import app

Run = Callable[..., Result]
DOCS = Path(__file__).parents[2] / "docs" / "commands.md"
EXAMPLE = re.compile(r"^ {4,}quexiang (.+)$", re.MULTILINE)
NEEDS_MORE = (
    "arena ",
    "play ",
    "replay ",
    "review ",
    "verify ",
    "export ",
    "admin ",
    "serve",
    "simulate ",
    "train ",
    "scenario ",
    "--file",
)


def examples() -> list[str]:
    helps = [
        command.help or inspect.getdoc(command.callback) or ""
        for command in app.registered_commands
    ]
    texts = [*(re.sub("^ +quexiang", "    quexiang", help_, flags=re.MULTILINE) for help_ in helps)]
    found = [line for text in (*texts, DOCS.read_text("utf-8")) for line in EXAMPLE.findall(text)]
    return [line for line in found if not any(more in line for more in NEEDS_MORE)]


@pytest.mark.parametrize("line", examples())
def test_an_example_runs(run: Run, line: str) -> None:
    result = run(*shlex.split(line))

    assert result.exit_code == 0, result.output
    assert result.output.strip()


def test_every_command_shows_examples(run: Run) -> None:
    for command in app.registered_commands:
        assert command.name is not None
        assert f"quexiang {command.name}" in run(command.name, "--help").output

"""Help is whole in a terminal of any width: nothing is cut where a line ends."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup
from typer.testing import CliRunner

from quexiang.cli.app import app
from quexiang.cli.commands import COMMANDS, load

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"


def callable_commands() -> list[tuple[str, ...]]:
    """All commands, those of groups too."""
    found: list[tuple[str, ...]] = []
    for name in COMMANDS:
        command = load(name)
        inner = (
            command.list_commands(typer.Context(command))
            if isinstance(command, TyperGroup)
            else [""]
        )
        found += [(name, *filter(None, [one])) for one in inner]
    return found


def helped(command: tuple[str, ...], columns: int) -> str:
    told = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": str(columns)})
    assert told.exit_code == 0, told.output
    return told.output


@pytest.mark.parametrize("command", callable_commands(), ids=" ".join)
def test_no_sentence_of_help_is_cut(command: tuple[str, ...]) -> None:
    whole = helped(command, 1000).count("…")

    assert [helped(command, columns).count("…") for columns in (80, 100, 120)] == [whole] * 3


def test_the_page_of_commands_has_them_all() -> None:
    rows = PAGE.read_text("utf-8").split("\n| `")

    named = {row.replace("`", " ").split()[0] for row in rows}
    assert set(COMMANDS) <= named

"""What a command loads before it answers."""

import subprocess
import sys

import pytest

from quexiang.cli.commands import COMMANDS, load

RUN = """
import sys
from quexiang.cli import main
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""
SCORE = ("score", "hangzhou", "234m 678m 123p 55s 78s", "9s")


def loaded(*arguments: str) -> set[str]:
    """Return the modules that a process has after a command."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", RUN, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stdout
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "name",
    ["bots", "cli.play", "engine", "hand", "match", "protocol", "scenarios", "study", "variants"],
)
def test_the_list_of_commands_loads_nothing_of_the_game(name: str) -> None:
    assert f"quexiang.{name}" not in loaded("--help")


def test_the_list_of_commands_loads_no_library_that_only_a_command_needs() -> None:
    assert not loaded("--help") & {
        "asyncio",
        "msgspec",
        "numpy",
        "rich",
        "sqlalchemy",
        "yaml",
    }


def test_a_score_loads_neither_other_commands_nor_what_only_they_need() -> None:
    modules = loaded(*SCORE)

    others = {place.module for place in COMMANDS.values()} - {"score"}
    assert not modules & {f"quexiang.cli.{module}" for module in others}
    assert not modules & {"quexiang.server", "quexiang.store", "quexiang.study"}
    assert not modules & {
        "asyncio",
        "numpy",
        "rich.markdown",
        "rich.progress",
        "rich.syntax",
        "yaml",
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_of_a_command_what_the_command_says_first(name: str) -> None:
    help_text = load(name).help or ""

    assert help_text.split("\n\n")[0].replace("\n", " ").strip() == COMMANDS[name].summary

"""Commands are loaded when they are called; their list says what they say of themselves."""

import subprocess
import sys

import pytest

from quexiang.cli.commands import COMMANDS, load

LISTS = """
import sys
from typer.testing import CliRunner
from quexiang.cli.app import app
assert CliRunner().invoke(app, ["--help"]).exit_code == 0
print([name for name in sys.modules if name.startswith(("quexiang.engine", "sqlalchemy"))])
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_what_a_command_says_of_itself(name: str) -> None:
    command = load(name)

    assert command.name == name
    assert (command.help or "").split("\n\n")[0].replace("\n", " ") == COMMANDS[name].summary


def test_the_list_of_commands_loads_no_engine_and_no_database() -> None:
    command = [sys.executable, "-c", LISTS]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - ours

    assert done.stdout.strip() == "[]"

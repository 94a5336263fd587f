"""The commands gathered into one program; wrong input ends in one sentence and status 2."""

from __future__ import annotations

import sys

import typer

from quexiang.cli import scenario, simulate
from quexiang.errors import BadNotation, BadOption, UnknownVariant

app = typer.Typer(
    help="雀乡 Quexiang：打家乡的麻将。Home-town mahjong: play, score, explain, simulate.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
app.command("scenario")(scenario.scenario)
app.command("simulate")(simulate.simulate_command)


@app.callback()
def root() -> None:
    """雀乡 Quexiang."""


def main() -> None:
    """Run the program; an error of the user's is one clear sentence."""
    try:
        app()
    except (BadNotation, BadOption, UnknownVariant) as error:
        sys.stderr.write(f"quexiang: {error}\n")
        raise SystemExit(2) from None

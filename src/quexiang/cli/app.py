"""The program `quexiang`, made of its commands."""

from __future__ import annotations

import typer

from quexiang.cli.commands import Commands

app = typer.Typer(
    cls=Commands,
    help="雀乡 Quexiang：打家乡的麻将。Home-town mahjong: play, score, explain, simulate.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback()
def root() -> None:
    """雀乡 Quexiang."""
    from quexiang.variants import found  # noqa: PLC0415 - the list of commands needs no town

    for sentence in found().broken:
        typer.echo(f"quexiang: {sentence}", err=True)


def main() -> None:
    """Run the program."""
    app()

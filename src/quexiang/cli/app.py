"""The program `quexiang`, made of its commands."""

from __future__ import annotations

from typing import Annotated

import typer

from quexiang.cli.commands import Commands


def _tell_version(*, wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415 - slow to import

        typer.echo(f"quexiang {version('quexiang')}")
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    help="雀乡 Quexiang：打家乡的麻将。Home-town mahjong: play, score, explain, simulate.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


Version = Annotated[
    bool,
    typer.Option("--version", is_eager=True, callback=_tell_version, help="版本。 The version."),
]


@app.callback()
def root(*, version: Version = False) -> None:  # noqa: ARG001 - its callback has answered
    """雀乡 Quexiang."""
    from quexiang.variants import found  # noqa: PLC0415 - the list of commands needs no town

    for sentence in found().broken:
        typer.echo(f"quexiang: {sentence}", err=True)


def main() -> None:
    """Run the program."""
    app()

"""The commands gathered into one program; wrong input ends in one sentence and status 2."""

from __future__ import annotations

import typer

from quexiang.cli import (
    arena,
    options,
    play,
    replay,
    review,
    rules,
    scenario,
    score,
    serve,
    simulate,
    towns,
    verify,
    waits,
)
from quexiang.cli.admin import admin
from quexiang.cli.errors import Commands
from quexiang.variants import found

app = typer.Typer(
    cls=Commands,
    help="雀乡 Quexiang：打家乡的麻将。Home-town mahjong: play, score, explain, simulate.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
app.command("play")(play.play)
app.command("towns")(towns.towns)
app.command("rules")(rules.rules)
app.command("options")(options.options)
app.command("waits")(waits.waits)
app.command("score", help=score.HELP)(score.score_command)
app.command("replay")(replay.replay_command)
app.command("review")(review.review)
app.command("verify")(verify.verify_command)
app.command("export")(verify.export_command)
app.command("scenario")(scenario.scenario)
app.command("simulate")(simulate.simulate_command)
app.command("arena")(arena.arena)
app.command("serve")(serve.serve)
app.add_typer(admin, name="admin")


@app.callback()
def root() -> None:
    """雀乡 Quexiang."""
    for sentence in found().broken:
        typer.echo(f"quexiang: {sentence}", err=True)


def main() -> None:
    """Run the program."""
    app()

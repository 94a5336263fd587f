"""`quexiang play`: a game in the terminal against bots."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from quexiang.bots import Bot, make_bot
from quexiang.cli import complete, show
from quexiang.cli.bots import Trace, bot_names, seated, trace_to
from quexiang.cli.common import TOWN_HELP, Chosen, Lang, choose
from quexiang.cli.errors import named_seat, new_file
from quexiang.cli.game import Game
from quexiang.cli.question import Players
from quexiang.cli.texts import Words
from quexiang.cli.town import town_named
from quexiang.engine.actions import Seat
from quexiang.match.log import Recorder
from quexiang.match.match import Match
from quexiang.variants import variants

TownToPlay = Annotated[
    str | None,
    typer.Argument(metavar="[VARIANT]", help=TOWN_HELP, autocompletion=complete.towns),
]
Seed = Annotated[
    str | None, typer.Option("--seed", help="同一种子同一副牌。 Same seed, same deal.")
]
Rounds = Annotated[int | None, typer.Option("--rounds", min=1, help="打几局。 Rounds to play.")]
SeatName = Annotated[str, typer.Option("--seat", help="你坐哪里。 Where you sit.")]
Bots = Annotated[
    str,
    typer.Option(
        "--bots",
        help="新手 熟手 高手 宗师, module:Class, cmd:COMMAND；一家一个或都一样。 One, or one each.",
        autocompletion=complete.bots,
    ),
]
Save = Annotated[str | None, typer.Option("--save", metavar="FILE", help="存下记录。 Keep a log.")]
Force = Annotated[bool, typer.Option("--force", help="文件有了也盖掉。 Replace an old file.")]


def play(  # noqa: PLR0913 - one argument for each option of the command line
    variant: TownToPlay = None,
    *,
    option: Chosen = None,
    players: Players = None,
    seed: Seed = None,
    rounds: Rounds = None,
    seat: SeatName = "A",
    bots: Bots = "skilled",
    save: Save = None,
    force: Force = False,
    trace: Trace = None,
    lang: Lang,
) -> None:
    """在终端里和电脑打一场，随时打 ? 看说明。 Play against bots in the terminal; ? for help.

    例 Examples:

      quexiang play

      quexiang play anhua --players 3 --option wild_mode=7 --lang en

      quexiang play hangzhou --rounds 1 --seed 7 --save match.jsonl
    """
    town = town_named(variant or next(iter(variants())))
    wishes = [*(option or []), *([f"rounds={rounds}"] if rounds else [])]
    options, seats = choose(town, wishes, players)
    own = named_seat(seat, seats)
    trace_to(trace, force=force)
    names = seated(bot_names(bots), seats - 1)
    if save is not None:
        new_file(save, force=force)
    dealt = secrets.token_hex(8) if seed is None else seed
    recorder = Recorder(Match(town, options, seats, dealt))
    game = Game(recorder, own, _others(names, own, dealt), Words(lang), show.console())
    _played(game, recorder, save)
    raise typer.Exit(1 if any(bot.faults for bot in game.bots.values()) else 0)


def _played(game: Game, recorder: Recorder, save: str | None) -> None:
    """Play to the end, or until the player leaves; keep the log in either case."""
    try:
        game.run()
    finally:
        game.dismiss()
        if save is not None:
            Path(save).write_text(recorder.text(), encoding="utf-8")
            game.say("saved", file=save)


def _others(names: Sequence[str], own: Seat, seed: str) -> dict[Seat, Bot]:
    """A bot in every seat but one's own."""
    places = [place for place in range(len(names) + 1) if place != own]
    named = zip(places, names, strict=True)
    return {place: make_bot(name, f"{seed} {place}") for place, name in named}

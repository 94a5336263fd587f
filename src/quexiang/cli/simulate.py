"""`quexiang simulate`: many rounds between bots."""

from __future__ import annotations

import sys
import time
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from quexiang.bots import make_bot
from quexiang.cli.bots import bot_names
from quexiang.cli.common import VariantName, read_pairs, with_preset
from quexiang.engine.actions import SEATS
from quexiang.match.simulate import Tally, Wishes, plan, simulate
from quexiang.rulebook import Variant
from quexiang.variants import variant_named

NO_LOG = ("random",)


Rounds = Annotated[int, typer.Option(min=1, help="How many rounds.")]
Seed = Annotated[str, typer.Option(help="Same seed, same result.")]
BotNames = Annotated[str, typer.Option(help="One name, or one a seat: random,plain,…")]
Jobs = Annotated[int, typer.Option(min=1, help="Processes.")]
Chosen = Annotated[list[str] | None, typer.Option(help="key=value, players=N, or random.")]
Check = Annotated[bool, typer.Option("--check", help="Verify every property.")]
DeepEvery = Annotated[
    int,
    typer.Option(min=1, help="With --check: offers, JSON, copies and secrecy in one of N rounds."),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object.")]


def simulate_command(  # noqa: PLR0913 - one argument for each option of the command line
    variant: VariantName,
    *,
    rounds: Rounds = 1000,
    seed: Seed = "0",
    bots: BotNames = "random",
    jobs: Jobs = 1,
    option: Chosen = None,
    check: Check = False,
    deep_every: DeepEvery = 4,
    as_json: AsJson = False,
) -> None:
    """让电脑自己打很多局。Play many rounds between bots.

    Examples:
      quexiang simulate hangzhou --rounds 10000 --bots plain --jobs 2

      quexiang simulate anhua --rounds 2000 --option random --option players=2 --check

    """
    names = bot_names(bots)
    town = variant_named(variant)
    given, drawn = read_options(town, option or [])
    wishes = Wishes(
        variant=town,
        rounds=rounds,
        seed=seed,
        given=given,
        drawn=drawn,
        bots=names,
        make_bot=make_bot,
        check=check,
        reads_log=any(name not in NO_LOG for name in names),
        deep_every=deep_every,
    )
    next(plan(wishes))
    start = time.perf_counter()
    tally = _run(wishes, jobs, quiet=as_json)
    result = _result(wishes, tally, time.perf_counter() - start, jobs)
    _tell(result, tally, as_json=as_json)
    raise typer.Exit(1 if tally.violations else 0)


def _tell(result: dict[str, object], tally: Tally, *, as_json: bool) -> None:
    for violation in tally.violations[:20]:
        sys.stderr.write(f"violation: {violation}\n")
    if as_json:
        typer.echo(msgspec.json.encode(result).decode())
    else:
        _show(result)


def read_options(variant: Variant, texts: list[str]) -> tuple[dict[str, str], bool]:
    """Read `key=value` and the word `random`."""
    drawn = [text for text in texts if text == "random"]
    given = read_pairs([text for text in texts if text != "random"])
    return with_preset(variant, given), bool(drawn)


def _run(wishes: Wishes, jobs: int, *, quiet: bool) -> Tally:
    total = Tally()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console, disable=quiet) as progress:
        task = progress.add_task(wishes.variant.zh, total=wishes.rounds)
        for tally in simulate(plan(wishes), jobs):
            total.add(tally)
            progress.advance(task, tally.rounds)
    return total


def _result(wishes: Wishes, tally: Tally, seconds: float, jobs: int) -> dict[str, object]:
    players, options = _settings(wishes)
    return {
        "variant": wishes.variant.key,
        "players": players,
        "options": options,
        "seed": wishes.seed,
        "rounds": tally.rounds,
        "decisions": tally.decisions,
        "ends": tally.ends,
        "by": tally.by,
        "patterns": dict(sorted(tally.patterns.items(), key=lambda item: (-item[1], item[0]))),
        "scores": {SEATS[seat]: score for seat, score in enumerate(tally.scores)},
        "faults": tally.faults,
        "violations": len(tally.violations),
        "digest": tally.digest,
        "seconds": round(seconds, 3),
        "rounds_per_second": round(tally.rounds / seconds, 1),
        "decisions_per_second": round(tally.decisions / seconds, 1),
        "jobs": jobs,
    }


def _settings(wishes: Wishes) -> tuple[object, object]:
    """Players and options as far as they are the same in all matches."""
    first = next(plan(wishes))
    if not wishes.drawn:
        return first.players, first.options
    fixed = "players" in wishes.given or len(wishes.variant.players) == 1
    return first.players if fixed else "random", "random"


def _show(result: dict[str, object]) -> None:
    table = Table(show_header=False, box=None)
    for key, value in result.items():
        shown = (
            ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else value
        )
        table.add_row(key, str(shown))
    Console(soft_wrap=True).print(table)

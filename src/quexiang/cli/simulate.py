"""`quexiang simulate`: many rounds between bots."""

from __future__ import annotations

import math
import sys
import time
from typing import Annotated, Final

import typer
from rich.table import Table

from quexiang.bots import make_bot
from quexiang.cli import complete, show
from quexiang.cli.bots import Trace, bot_names, faults_text, trace_to
from quexiang.cli.common import (
    AsJson,
    Lang,
    VariantName,
    echo_json,
    read_pairs,
    with_preset,
)
from quexiang.cli.live import LiveRun
from quexiang.cli.play import Force
from quexiang.cli.runs import Out, RayAddress, RowKind, Rows, Run, run
from quexiang.cli.texts import Words
from quexiang.cli.town import town_named
from quexiang.engine.actions import SEATS
from quexiang.match.simulate import Tally, Wishes, plan
from quexiang.rulebook import Variant

HELP: Final = """\
让电脑自己打很多局。Play many rounds between bots.

例 Examples:

  quexiang simulate hangzhou

  quexiang simulate hangzhou --rounds 10000 --bots plain --jobs 2

  quexiang simulate anhua --rounds 2000 --bots random --option random --check

  quexiang simulate anshun --rounds 5000 --out anshun.parquet --rows rounds

  quexiang simulate lanzhou --rounds 1000000 --ray 10.0.0.7:6379 --out lanzhou.parquet
"""
NO_LOG = ("random",)
NORMAL = 1.959964
"""The quantile of the normal distribution that leaves 2.5 % above it."""
MOST_PATTERNS = 8


Rounds = Annotated[int, typer.Option(min=1, help="多少局。 How many rounds.")]
Seed = Annotated[str, typer.Option(help="同一种子同样结果。 Same seed, same result.")]
BotNames = Annotated[
    str,
    typer.Option(
        help="一个，或一家一个，逗号隔开。 One, or one a seat: skilled,random,…",
        autocompletion=complete.bots,
    ),
]
Jobs = Annotated[int, typer.Option(min=1, help="几个进程。 Processes.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option(
        help="键=值、players=N 或 random。 key=value, players=N, or random.",
        autocompletion=complete.options,
    ),
]
Check = Annotated[bool, typer.Option("--check", help="边打边验。 Verify every property.")]
DeepEvery = Annotated[
    int,
    typer.Option(
        min=1,
        help="--check 时每几局细查一局。 With --check: the slow checks in one of N rounds.",
    ),
]


def simulate_command(  # noqa: PLR0913 - one argument for each option of the command line
    variant: VariantName,
    *,
    rounds: Rounds = 200,
    seed: Seed = "0",
    bots: BotNames = "skilled",
    jobs: Jobs = 1,
    ray: RayAddress = None,
    out: Out = None,
    rows: Rows = RowKind.DECISIONS,
    force: Force = False,
    trace: Trace = None,
    option: Chosen = None,
    check: Check = False,
    deep_every: DeepEvery = 4,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Play many rounds between bots."""
    names = bot_names(bots)
    trace_to(trace)
    town = town_named(variant)
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
    next(plan(wishes))  # refuses what no room can have, before anything is shown
    where = run(jobs, ray, out, rows, force=force)
    tally = _simulated(wishes, where, jobs, Words(lang), as_json=as_json)
    raise typer.Exit(1 if tally.violations or tally.faults else 0)


def _simulated(wishes: Wishes, where: Run, jobs: int, words: Words, *, as_json: bool) -> Tally:
    """Play all rounds and tell what came of them."""
    start = time.perf_counter()
    tally = _run(wishes, where, words, quiet=as_json)
    result = _result(wishes, tally, time.perf_counter() - start, jobs)
    _tell(result, tally, words, as_json=as_json)
    return tally


def _tell(result: dict[str, object], tally: Tally, words: Words, *, as_json: bool) -> None:
    for violation in tally.violations[:20]:
        sys.stderr.write(f"{words('violation')}: {violation}\n")
    if as_json:
        echo_json(result)
    else:
        _show(result, tally, words)


def read_options(variant: Variant, texts: list[str]) -> tuple[dict[str, str], bool]:
    """Read `key=value` and the word `random`."""
    drawn = [text for text in texts if text == "random"]
    given = read_pairs([text for text in texts if text != "random"])
    return with_preset(variant, given), bool(drawn)


def _run(wishes: Wishes, where: Run, words: Words, *, quiet: bool) -> Tally:
    """Play all rounds and show how far they are."""
    total = Tally()
    title = words.pick(wishes.variant.zh, wishes.variant.en)
    with LiveRun(title, wishes.rounds, lambda: rates(total, words), quiet=quiet) as live:
        for tally in where.matches(wishes):
            total.add(tally)
            live.advance(tally.rounds)
    return total


def rates(tally: Tally, words: Words) -> Table:
    """How rounds ended and how they were won, each share with its 95 % interval."""
    table = Table(box=None, show_header=False)
    for counts in (tally.ends, tally.by):
        for key, count in counts.items():
            if count:
                table.add_row(words(f"sim_{key}"), f"{count}", share(count, tally.rounds))
    return table


def share(count: int, rounds: int) -> str:
    """A part of all rounds with its 95 % interval.

    >>> share(25, 100)
    '25.0 % ± 8.5'

    Where a round goes on after a win there may be more wins than rounds.

    >>> share(121, 100)
    '121.0 % ± 21.6'
    """
    part = count / max(1, rounds)
    spread = part * (1 - part) if part <= 1 else part
    margin = NORMAL * math.sqrt(spread / max(1, rounds))
    return f"{100 * part:.1f} % ± {100 * margin:.1f}"


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


def _show(result: dict[str, object], tally: Tally, words: Words) -> None:
    out = show.console()
    told = "sim_head", {"rounds": tally.rounds, "seconds": result["seconds"]}
    out.print(words(told[0], speed=result["rounds_per_second"], **told[1]))
    out.print(rates(tally, words))
    best = list(result["patterns"].items())[:MOST_PATTERNS]  # type: ignore[attr-defined]  # a dict
    if best:
        shown = "  ".join(f"{key} {count}" for key, count in best)
        out.print(words("sim_patterns", patterns=shown))
    scores = "  ".join(f"{SEATS[seat]} {score:+d}" for seat, score in enumerate(tally.scores))
    out.print(words("sim_scores", scores=scores))
    if tally.faults:
        out.print(words("sim_faults", faults=faults_text(tally.faults, words)), style="yellow")
    out.print(words("sim_digest", digest=tally.digest, seed=result["seed"]), style="dim")

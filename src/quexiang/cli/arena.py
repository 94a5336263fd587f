"""`quexiang arena`: bots against each other with the same walls in every seating."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Group
from rich.table import Table

from quexiang.bots import make_bot
from quexiang.cli import complete, show
from quexiang.cli.arena_file import Contest
from quexiang.cli.bots import Trace, bot_name, bot_names, faults_text, seated, trace_to
from quexiang.cli.chart import Bar, chart
from quexiang.cli.common import AsJson, Chosen, Lang, VariantName, choose, echo_json
from quexiang.cli.errors import new_file
from quexiang.cli.live import LiveRun
from quexiang.cli.play import Force
from quexiang.cli.question import Players
from quexiang.cli.runs import Out, RayAddress, RowKind, Rows, Run, run
from quexiang.cli.texts import Words
from quexiang.cli.town import town_named
from quexiang.errors import UserError
from quexiang.match.duplicate import ArenaSetup, Work, seatings
from quexiang.match.standings import Estimate, Standings, standings
from quexiang.rulebook import Variant

HELP: Final = """\
电脑打复式：同样的牌，各种坐法都打一遍，比谁强。 Duplicate play between bots.

Every wall is dealt once for each seating of the bots that differs (24 for four different ones,
6 for two pairs, 4 for one against three alike; with --rotations only the rotations), with the
same dealer and dice. The mean over the seatings of a wall is one sample of the interval.

例 Examples:

  quexiang arena hangzhou --bots 宗师,高手,熟手,熟手 --matches 500 --jobs 2 --resume run.jsonl

  quexiang arena anhua --bots skilled,random --rounds 8 --matches 100 --plot anhua.svg

  quexiang arena lanzhou --bots 高手,熟手 --matches 5000 --ray auto --out lanzhou.parquet
"""
BotList = Annotated[
    str,
    typer.Option(
        "--bots",
        help="谁打：一家一个，少了就轮着坐。 One for each seat; fewer are repeated in turn.",
        autocompletion=complete.bots,
    ),
]
Matches = Annotated[
    int,
    typer.Option(
        "--matches", min=1, help="几副牌，每副所有坐法各打一次。 Walls, all seatings each."
    ),
]
MatchRounds = Annotated[
    int, typer.Option("--rounds", min=1, help="一场打几局。 Rounds in a match, one wall each.")
]
Rotations = Annotated[
    bool,
    typer.Option(
        "--rotations",
        help="只轮换座位，不试所有坐法。 Only rotations, at most 4 seatings instead of 24.",
    ),
]
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="几个进程。 Processes.")]
Seed = Annotated[str, typer.Option("--seed", help="同一种子同样的牌墙。 Same seed, same walls.")]
Resume = Annotated[
    str | None,
    typer.Option("--resume", metavar="FILE", help="结果逐副存下，可以接着打。 Keep and go on."),
]
Plot = Annotated[
    str | None, typer.Option("--plot", metavar="FILE.svg", help="画成图。 Draw a chart.")
]


def arena(  # noqa: PLR0913 - one argument for each option of the command line
    variant: VariantName,
    *,
    bots: BotList,
    matches: Matches = 100,
    rounds: MatchRounds = 1,
    rotations: Rotations = False,
    jobs: Jobs = 1,
    ray: RayAddress = None,
    out: Out = None,
    rows: Rows = RowKind.DECISIONS,
    seed: Seed = "0",
    option: Chosen = None,
    players: Players = None,
    resume: Resume = None,
    plot: Plot = None,
    force: Force = False,
    trace: Trace = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Play the same walls in every seating of the bots."""
    town, words = town_named(variant), Words(lang)
    options, seats = choose(town, option, players)
    names = seated(bot_names(bots), seats)
    if out is not None and resume is not None:
        zh = "--out 和 --resume 只能用一个：接着打的没有前面的步骤"
        raise UserError(zh, "either --out or --resume: what was kept has no decisions")
    trace_to(trace, force=force)
    chart = _svg(plot, force=force)
    setup = ArenaSetup.of(town, options, names, seed, rounds=rounds, rotations=rotations)
    where = run(jobs, ray, out, rows, force=force)
    with Contest(setup, resume) as contest:
        found = _run(contest, town, matches, where, words, quiet=as_json)
    if chart is not None:
        Path(chart).write_text(_drawn(setup, town, found, words), encoding="utf-8")
    _show(setup, found, words, as_json=as_json)
    raise typer.Exit(1 if any(bot.faults for bot in found.bots) else 0)


def _svg(plot: str | None, *, force: bool) -> str | None:
    if plot is not None and not plot.endswith(".svg"):
        zh = f"--plot {plot}：只能画 SVG，文件名用 .svg 结尾"
        raise UserError(zh, f"--plot {plot}: only SVG can be drawn; name it FILE.svg")
    if plot is not None:
        new_file(plot, force=force)
    return plot


def _run(
    contest: Contest, town: Variant, matches: int, where: Run, words: Words, *, quiet: bool
) -> Standings:
    """Play the walls that are still to be played, and say how the bots stand then."""
    done = len(contest.results)
    works = (Work(contest.setup, wall, make_bot) for wall in range(done + 1, matches + 1))

    def found() -> Standings:
        return standings(contest.setup, contest.results[:matches])

    def shown() -> Group:
        so_far = found()
        return Group(_bots(so_far, words), _differences(so_far, words))

    title = words.pick(town.zh, town.en)
    with LiveRun(title, matches, shown, quiet=quiet, done=done) as live:
        for result in where.walls(contest.setup, works):
            contest.add(result)
            live.advance()
    return found()


def _show(setup: ArenaSetup, found: Standings, words: Words, *, as_json: bool) -> None:
    if as_json:
        echo_json({"setup": setup, "standings": found})
        return
    out = show.console()
    ways = len(seatings(setup.bots, rotations=setup.rotations))
    out.print(words("arena_played", walls=found.walls, seatings=ways, rounds=found.rounds))
    out.print(_bots(found, words))
    if found.differences:
        out.print(_differences(found, words))
    for bot in found.bots:
        if bot.faults:
            told = f"{bot_name(bot.bot, words)}: {faults_text(bot.faults, words)}"
            out.print(told, style="yellow")


def _bots(found: Standings, words: Words) -> Table:
    keys = ("bot", "per_round", "wins", "self_draws", "deal_ins", "kongs", "mean_ms", "worst_ms")
    table = Table(*(words(f"arena_{key}") for key in keys), box=None)
    for bot in found.bots:
        rates = (bot.win_rate, bot.self_draw_rate, bot.deal_in_rate, bot.kong_rate)
        table.add_row(
            bot_name(bot.bot, words),
            estimate_text(bot.score),
            *(f"{rate:.1%}" for rate in rates),
            f"{bot.mean_ms:.2f}",
            f"{bot.worst_ms:.1f}",
        )
    return table


def _differences(found: Standings, words: Words) -> Table:
    table = Table(*(words(f"arena_{key}") for key in ("pair", "difference", "ahead")), box=None)
    for pair in found.differences:
        table.add_row(
            f"{bot_name(pair.bot, words)} − {bot_name(pair.other, words)}",
            estimate_text(pair.score) + (" *" if pair.score.excludes_zero else ""),
            f"{pair.ahead:g}/{pair.matches} ({pair.ahead / pair.matches:.1%})",
        )
    return table


def estimate_text(estimate: Estimate) -> str:
    """A mean with its interval."""
    if estimate.margin is None:
        return f"{estimate.mean:+.3f}"
    return f"{estimate.mean:+.3f} ± {estimate.margin:.3f}"


def _drawn(setup: ArenaSetup, town: Variant, found: Standings, words: Words) -> str:
    bars = [
        Bar(bot_name(bot.bot, words), bot.score.mean, bot.score.margin or 0.0) for bot in found.bots
    ]
    ways = len(seatings(setup.bots, rotations=setup.rotations))
    caption = words("arena_played", walls=found.walls, seatings=ways, rounds=found.rounds)
    title = f"{words.pick(town.zh, town.en)} · {words('arena_per_round')}"
    return chart(title, caption, bars)

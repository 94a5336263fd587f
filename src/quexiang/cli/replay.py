"""`quexiang replay`: a played match, told again and recomputed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from quexiang.cli import result, show
from quexiang.cli.common import AsJson, Lang, echo_json
from quexiang.cli.errors import in_file, no_text
from quexiang.cli.texts import Words
from quexiang.cli.turns import Turns
from quexiang.engine.actions import SEATS
from quexiang.engine.table import Table
from quexiang.errors import UserError
from quexiang.match.log import BadLog, Recorder, read_log, replay
from quexiang.match.match import Match
from quexiang.present.story import Storyteller
from quexiang.rulebook import Variant
from quexiang.scenarios.export import played_steps, round_entries

ReplayFile = Annotated[str, typer.Argument(metavar="FILE", help="对局记录。 A log of a match.")]
RoundNumber = Annotated[
    int | None, typer.Option("--round", min=1, help="只看第几局。 Only this round.")
]


def load(path: str) -> Recorder:
    """Read a log, play it again and compare, or say in which line of the file it goes wrong."""
    try:
        return replay(read_log(Path(path).read_text(encoding="utf-8")))
    except UnicodeDecodeError:
        raise no_text(path) from None
    except BadLog as error:
        raise in_file(path, error) from None


def checked_round(path: str, match: Match, number: int) -> int:
    """A round's number, or an error that says how many there are."""
    if number > len(match.rounds):
        count = len(match.rounds)
        zh = f"{path}: --round {number}：记录里只有 {count} 局"
        raise UserError(zh, f"{path}: --round {number}: the log has {count} rounds")
    return number


def replay_command(
    file: ReplayFile,
    *,
    number: RoundNumber = None,
    check: Annotated[
        bool, typer.Option("--check", help="只核对重算是否一致。 Only compare.")
    ] = False,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """重放一场对局并逐条核对。 Tell a played match again, recomputed and compared.

    例 Examples:

      quexiang replay match.jsonl

      quexiang replay match.jsonl --round 2 --lang en

      quexiang replay match.jsonl --check
    """
    words, recorder = Words(lang), load(file)
    match = recorder.match
    numbers = range(1, len(match.rounds) + 1)
    if number is not None:
        numbers = range(checked_round(file, match, number), number + 1)
    if as_json:
        echo_json(_object(file, recorder, numbers))
        return
    out = show.console()
    for each in () if check else numbers:
        _tell_round(out, match, each, words)
    out.print(words("same", rounds=len(match.rounds), lines=len(recorder.entries)), style="green")


def _tell_round(out: Console, match: Match, number: int, words: Words) -> None:
    played = match.rounds[number - 1]
    assert played.log is not None
    out.print(heading(match.variant, number, played.table, words))
    story = Storyteller(match.variant, match.rules)
    for line in Turns(story, words).lines(played.log):
        out.print(line)
    result.draw_payments(out, story, played.table, words)
    if played.table.end is None:
        out.print(f"  {words('unfinished')}", style="yellow")
    out.print()


def heading(variant: Variant, number: int, table: Table, words: Words) -> Text:
    """Which round it is, who deals and what everybody has."""
    town = words.pick(variant.zh, variant.en)
    scores = " ".join(f"{SEATS[seat]} {score:+d}" for seat, score in enumerate(table.scores))
    dealer = words("dealer", seat=SEATS[table.dealer], streak=table.streak)
    return Text(f"{words('round', variant=town, number=number)}  {dealer}  {scores}", style="bold")


def _object(file: str, recorder: Recorder, numbers: range) -> dict[str, object]:
    match = recorder.match
    return {
        "file": file,
        "same": True,
        "variant": match.variant.key,
        "players": match.players,
        "options": dict(match.options),
        "seed": match.seed,
        "rounds": [_round(recorder, number) for number in numbers],
        "over": match.over,
        "totals": result.by_letter(match.totals()),
    }


def _round(recorder: Recorder, number: int) -> dict[str, object]:
    table = recorder.match.rounds[number - 1].table
    steps = played_steps(recorder.match, round_entries(recorder.entries, number))
    return {
        "number": number,
        "dealer": SEATS[table.dealer],
        "streak": table.streak,
        "scores": result.by_letter(table.scores),
        "play": steps,
        **result.as_object(recorder.match.variant, table),
    }

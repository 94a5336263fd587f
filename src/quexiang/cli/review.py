"""`quexiang review`: where a player gave away most, by a bot's estimate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from quexiang.cli import show
from quexiang.cli.bots import bot_name, bot_names
from quexiang.cli.common import AsJson, Lang, echo_json
from quexiang.cli.errors import in_file, named_seat, no_text
from quexiang.cli.replay import ReplayFile
from quexiang.cli.texts import Words
from quexiang.engine.actions import SEATS, Seat
from quexiang.errors import UserError
from quexiang.match.log import BadLog, MatchEntry, Opening
from quexiang.study import review as rv
from quexiang.study.verify import MATCH_ENTRIES, read
from quexiang.variants import declarations, variant_named

SeatName = Annotated[str, typer.Option("--seat", help="看哪一家。 Whose decisions.")]
All = Annotated[bool, typer.Option("--all", help="每一家都看。 All seats.")]
LevelName = Annotated[str, typer.Option("--level", help="谁来点评：高手、宗师。 expert or master.")]
Top = Annotated[int, typer.Option("--top", min=1, help="最多几处。 How many at most.")]


def review(
    file: ReplayFile,
    *,
    seat: SeatName = "A",
    everybody: All = False,
    level: LevelName = rv.REVIEWER,
    top: Top = rv.TOP,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """点评一场对局：哪几步亏得最多，高手会怎么打。 The decisions that cost most.

    例 Examples:

      quexiang review match.jsonl

      quexiang review match.jsonl --all --top 3 --lang en

      quexiang review match.jsonl --seat B --level 宗师 --json
    """
    lines = _lines(file)
    opening = lines[0]
    assert isinstance(opening, Opening)
    seats = list(range(opening.players)) if everybody else [named_seat(seat, opening.players)]
    (key,) = bot_names(level)[:1]
    words = Words(lang)
    try:
        found = _run(lines, seats, key, words, quiet=as_json)
    except BadLog as error:
        raise in_file(file, error) from None
    if as_json:
        shown = _shown(lines, rv.worst(found, top))
        echo_json({"file": file, "level": key, "decisions": len(found), "lessons": shown})
        return
    out = show.console()
    lost = sum(lesson is not None for lesson in found)
    out.print(words("reviewed", level=bot_name(key, words), decisions=len(found), lost=lost))
    for lesson in rv.worst(found, top):
        _draw(out, lesson, words)


def _shown(lines: list[MatchEntry], found: list[rv.Mistake]) -> list[rv.MistakeView]:
    opening = lines[0]
    assert isinstance(opening, Opening)
    variant = variant_named(opening.variant)
    rules = variant.room(variant.choose(opening.options, opening.players), opening.players)
    painter = rv.MistakePainter(rules, lines)
    return [painter.show(lesson) for lesson in found]


def _lines(path: str) -> list[MatchEntry]:
    try:
        lines = [
            line for line in read(Path(path).read_text("utf-8")) if isinstance(line, MATCH_ENTRIES)
        ]
    except UnicodeDecodeError:
        raise no_text(path) from None
    except BadLog as error:
        raise in_file(path, error) from None
    if not isinstance(lines[0], Opening):
        zh, en = "记录要以对局那一行开头", "a log begins with the line of its match"
        raise UserError(f"{path}: {zh}", f"{path}: {en}")
    return lines


def _run(
    lines: list[MatchEntry], seats: list[Seat], level: str, words: Words, *, quiet: bool
) -> list[rv.Mistake | None]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    out = show.console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=out, disable=quiet) as progress:
        total = rv.count(lines, seats)
        found = rv.mistakes(lines, seats, level)
        return list(progress.track(found, total=total, description=bot_name(level, words)))


def _draw(out: Console, lesson: rv.Mistake, words: Words) -> None:
    out.print()
    title = words("lesson", round=lesson.round, seat=SEATS[lesson.seat], turn=lesson.turn)
    out.print(
        Text(title, style="bold"), Text(words("lost", points=f"{lesson.loss:.2f}"), style="red")
    )
    tiles, gap = _standing(lesson)
    for row in show.rows(tiles, words, wild=lesson.wild, gap=gap)[:2]:
        out.print(row)
    for meld in lesson.melds:
        out.print(Text("  ").append_text(show.meld(meld, words, lesson.wild)))
    if lesson.offered is not None:
        offered = show.one(lesson.offered, words, lesson.wild)
        out.print(Text(f"  {words('lesson_offered')} ").append_text(offered))
    chosen, best = Text(f"  {words('lesson_chosen')} "), Text(f"  {words('lesson_best')} ")
    chosen.append_text(show.action(lesson.chosen, words, declarations()))
    best.append_text(show.action(lesson.best.action, words, declarations()))
    out.print(chosen, f"({lesson.chosen_value:+.2f})")
    out.print(best, f"({lesson.best.value:+.2f})", lesson.best.why.pick(words.language))


def _standing(lesson: rv.Mistake) -> tuple[list[int], int | None]:
    """The tiles as they stand, the drawn one apart."""
    tiles = sorted(lesson.tiles)
    if lesson.drawn is None or lesson.drawn not in tiles:
        return tiles, None
    tiles.remove(lesson.drawn)
    return [*tiles, lesson.drawn], len(tiles)

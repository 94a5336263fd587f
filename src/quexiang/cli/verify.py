"""`quexiang verify` and `quexiang export`: a match checked, and written for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from quexiang.cli.common import AsJson, Lang, echo_json
from quexiang.cli.database import Url, check_rooms, tell_checks
from quexiang.cli.errors import in_file, no_text
from quexiang.cli.texts import Words
from quexiang.errors import UserError
from quexiang.match.log import BadLog
from quexiang.protocol import mjai, mjai_reader
from quexiang.study.verify import Verdict, read, verify

LogFile = Annotated[
    str, typer.Argument(metavar="FILE", help="服务器给的对局记录。 A log as the server gives it.")
]
MjaiFile = Annotated[str, typer.Argument(metavar="FILE", help="mjai 行。 mjai lines.")]
OptionalLogFile = Annotated[
    str,
    typer.Argument(metavar="[FILE]", help="服务器给的对局记录。 A log as the server gives it."),
]
RoomName = Annotated[str, typer.Option(metavar="CODE", help="房号。 The code or key of a room.")]


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise no_text(path) from None


def verify_command(
    file: OptionalLogFile = "",
    *,
    database_url: Url = "",
    room: RoomName = "",
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """不信服务器，自己核对：洗牌凭据、牌墙、每一步。 Check a match without trusting the server.

    Without a file: the logs of all rooms in a database, or of one; nothing is changed.

    例 Examples:

      quexiang verify match.jsonl

      quexiang verify --database-url sqlite:///quexiang.sqlite --room 402917
    """
    if file:
        _verify_file(file, Words(lang), as_json=as_json)
    elif database_url or room:
        checks = check_rooms(database_url, room, sets_aside=False)
        tell_checks(checks, Words(lang), as_json=as_json)
    else:
        raise UserError("要写一个文件，或 --database-url", "name a FILE, or a --database-url")


def _verify_file(file: str, words: Words, *, as_json: bool) -> None:
    try:
        verdict = verify(_text(file))
    except BadLog as error:
        raise in_file(file, error) from None
    if as_json:
        echo_json(_object(verdict))
    else:
        typer.echo(_sentence(verdict, words))
    if verdict.problems:
        raise typer.Exit(1)


def _object(verdict: Verdict) -> dict[str, object]:
    return {
        "ok": not verdict.problems,
        "match": verdict.match.seed,
        "rounds": len(verdict.match.rounds),
        "proven": verdict.proven,
        "derived": verdict.derived,
        "problems": [problem.en for problem in verdict.problems],
        "totals": verdict.match.totals(),
    }


def _sentence(verdict: Verdict, words: Words) -> str:
    if verdict.problems:
        head = words.pick("对不上：", "Something does not fit:")
        return "\n  ".join([head, *(one.pick(words.language) for one in verdict.problems)])
    count, proven = len(verdict.match.rounds), verdict.proven
    zh = f"核对无误：{count} 局逐步重算一致，其中 {proven} 局的洗牌有凭据。"
    en = f"In order: {count} rounds recomputed step by step, {proven} of them with proven shuffles."
    return words.pick(zh, en)


def import_command(file: MjaiFile, *, lang: Lang) -> None:  # noqa: ARG001 - read for errors
    """把 mjai 行读成对局记录。 Read mjai lines as the log of a match.

    They need the game (start_game: quexiang) and each round's seed (start_kyoku), as export
    writes them; see docs/records.md. With export --answers the log comes back as it was.

    例 Examples:

      quexiang import match.mjson > match.jsonl
    """
    try:
        recorder = mjai_reader.read(_text(file))
    except BadLog as error:
        raise in_file(file, error) from None
    typer.echo(recorder.text(), nl=False)


def export_command(
    file: LogFile,
    *,
    answers: Annotated[
        bool,
        typer.Option(
            "--answers",
            help="也写每个回答，import 就一字不差。 Also what was answered, passes too.",
        ),
    ] = False,
    lang: Lang,  # noqa: ARG001 - read for errors
) -> None:
    """把对局写成 mjai 式的 JSON 行。 Write a match as JSON lines with mjai's names.

    例 Examples:

      quexiang export match.jsonl

      quexiang export match.jsonl --answers > match.mjson
    """
    try:
        lines = read(_text(file))
    except BadLog as error:
        raise in_file(file, error) from None
    for line in mjai.export(lines, answers=answers):
        typer.echo(msgspec.json.encode(line).decode())

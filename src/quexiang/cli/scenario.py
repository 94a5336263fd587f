"""`quexiang scenario`: run scenarios, or make one from a replay."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer
from rich.console import Console

from quexiang.cli.common import Lang
from quexiang.cli.replay import RoundNumber, checked_round, load
from quexiang.cli.texts import Words
from quexiang.errors import UserError
from quexiang.match.match import Match
from quexiang.scenarios.export import export
from quexiang.scenarios.run import Row, run_paths


def scenario(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH...", help="文件或文件夹。 Files, or folders with *.yaml."),
    ] = None,
    *,
    replayed: Annotated[
        str | None,
        typer.Option("--from", metavar="REPLAY", help="把打过的一局写成例子。 Make one of a log."),
    ] = None,
    number: RoundNumber = None,
    lang: Lang,
    as_json: Annotated[
        bool, typer.Option("--json", help="一例一行 JSON。 One JSON object a line.")
    ] = False,
) -> None:
    """跑规则例子，每例一行；或把打过的一局写成例子。 Run scenarios, or make one from a replay.

    例 Examples:

      quexiang scenario src/quexiang/variants/hangzhou/scenarios

      quexiang scenario --json dispute.yaml

      quexiang scenario --from match.jsonl --round 3 > dispute.yaml
    """
    if replayed is not None:
        if paths:
            raise UserError(
                "scenario：写文件，或用 --from，不能都要", "scenario: either PATHs or --from"
            )
        _export(replayed, number)
        return
    if not paths:
        zh = "scenario：要写文件（PATH），或 --from 记录"
        raise UserError(zh, "scenario: a PATH, or --from REPLAY, is needed")
    _run(paths, Words(lang), as_json=as_json)


def _export(path: str, number: int | None) -> None:
    recorder = load(path)
    match = recorder.match
    wanted = checked_round(path, match, number) if number else _last_finished(path, match)
    typer.echo(export(match, recorder.entries, wanted), nl=False)


def _last_finished(path: str, match: Match) -> int:
    if not match.results:
        zh = f"{path}: 没有打完的局；用 --round 说是哪一局"
        raise UserError(zh, f"{path}: no round was finished; name one with --round")
    return len(match.results)


def _run(paths: list[str], words: Words, *, as_json: bool) -> None:
    console = Console(highlight=False, soft_wrap=True)
    rows = []
    for row in run_paths(paths):
        rows.append(row)
        if as_json:
            typer.echo(_json(row))
        else:
            _show(console, row, words)
    if not as_json:
        failed = sum(not row.ok for row in rows)
        console.print(words("scenarios_run", passed=len(rows) - failed, failed=failed))
    raise typer.Exit(2 if any(row.bad for row in rows) else int(any(not row.ok for row in rows)))


def _json(row: Row) -> str:
    shown = {"file": row.file, "title": row.title, "ok": row.ok, "errors": row.errors}
    return msgspec.json.encode(shown).decode()


def _show(console: Console, row: Row, words: Words) -> None:
    sign = "[green]✓[/]" if row.ok else "[red]✗[/]"
    console.print(f"{sign} {row.file}: ", end="")
    console.print(row.title or words("no_title"), markup=False)
    for error in row.told(words.language):
        console.print(f"    {error}", markup=False, style="red")

"""`quexiang scenario`: run scenarios, or make one from a replay."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer
from rich.console import Console

from quexiang.cli.errors import UserError
from quexiang.cli.replay import RoundNumber, checked_round, load
from quexiang.match.match import Match
from quexiang.scenarios import Row, run_paths
from quexiang.scenarios.export import export


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
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """跑规则例子，每例一行；或把打过的一局写成例子。 Run scenarios, or make one from a replay.

    例 Examples:

      quexiang scenario src/quexiang/variants/hangzhou/scenarios

      quexiang scenario --json dispute.yaml

      quexiang scenario --from match.jsonl --round 3 > dispute.yaml
    """
    if replayed is not None:
        if paths:
            raise UserError("scenario: either PATHs or --from")
        _export(replayed, number)
        return
    if not paths:
        raise UserError("scenario: a PATH, or --from REPLAY, is needed")
    _run(paths, as_json=as_json)


def _export(path: str, number: int | None) -> None:
    recorder = load(path)
    match = recorder.match
    wanted = checked_round(path, match, number) if number else _last_finished(path, match)
    typer.echo(export(match, recorder.entries, wanted), nl=False)


def _last_finished(path: str, match: Match) -> int:
    if not match.results:
        raise UserError(f"{path}: no round was finished; name one with --round")
    return len(match.results)


def _run(paths: list[str], *, as_json: bool) -> None:
    console = Console(highlight=False, soft_wrap=True)
    rows = []
    for row in run_paths(paths):
        rows.append(row)
        if as_json:
            typer.echo(_json(row))
        else:
            _show(console, row)
    if not as_json:
        failed = sum(not row.ok for row in rows)
        console.print(f"{len(rows) - failed} passed, {failed} failed")
    raise typer.Exit(2 if any(row.bad for row in rows) else int(any(not row.ok for row in rows)))


def _json(row: Row) -> str:
    shown = {"file": row.file, "title": row.title, "ok": row.ok, "errors": row.errors}
    return msgspec.json.encode(shown).decode()


def _show(console: Console, row: Row) -> None:
    sign = "[green]✓[/]" if row.ok else "[red]✗[/]"
    console.print(f"{sign} {row.file}: ", end="")
    console.print(row.title or "(no title)", markup=False)
    for error in row.errors:
        console.print(f"    {error}", markup=False, style="red")

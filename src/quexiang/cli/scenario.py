"""`quexiang scenario`: run scenarios, or make one from a replay."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer
from rich.console import Console

from quexiang.scenarios import Row, run_paths

EXAMPLES = """
Examples:

  quexiang scenario src/quexiang/variants/hangzhou/scenarios

  quexiang scenario --json dispute.yaml
"""


def scenario(
    paths: Annotated[list[str], typer.Argument(help="Files, or folders searched for *.yaml")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """跑规则例子：每个例子一行。Run scenarios: one line each."""
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


scenario.__doc__ = f"{scenario.__doc__}\n{EXAMPLES}"


def _json(row: Row) -> str:
    shown = {"file": row.file, "title": row.title, "ok": row.ok, "errors": row.errors}
    return msgspec.json.encode(shown).decode()


def _show(console: Console, row: Row) -> None:
    sign = "[green]✓[/]" if row.ok else "[red]✗[/]"
    console.print(f"{sign} {row.file}: ", end="")
    console.print(row.title or "(no title)", markup=False)
    for error in row.errors:
        console.print(f"    {error}", markup=False, style="red")

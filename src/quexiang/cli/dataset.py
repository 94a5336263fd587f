"""The matches of a server as data, without anything that tells who played."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from quexiang.cli.runs import RowKind, need_arrow
from quexiang.match.log import BadLog

if TYPE_CHECKING:  # Arrow and the server's packages are optional
    from quexiang.data.logs import MatchLog
    from quexiang.store import Store


async def write_matches(store: Store, out: str, rows: RowKind, *, force: bool) -> tuple[int, int]:
    """Write all ended matches; how many were written, and how many do not replay."""
    need_arrow()
    from quexiang.data import batches, logs, make  # noqa: PLC0415 - optional packages

    # By the hash of their ids: an order that does not tell when they were played.
    ids = sorted(await store.history.ended(), key=lambda id_: hashlib.sha256(id_.encode()).digest())
    console, written = Console(stderr=True), 0
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with (
        make.exported(Path(out), rows.value, force=force) as file,
        Progress(*columns, console=console, disable=not console.is_terminal) as progress,
    ):
        for id_ in progress.track(ids):
            try:
                notes = logs.noted(await _log(store, id_), str(written + 1))
            except BadLog:
                continue
            file.add(batches.batch([notes], rows.value))
            written += 1
    return written, len(ids) - written


async def _log(store: Store, id_: str) -> MatchLog:
    from quexiang.data.logs import PERSON, MatchLog  # noqa: PLC0415 - likewise

    match = await store.rooms.match(id_)
    assert match is not None
    bots = tuple(seat.bot or PERSON for seat in match.seats)
    return MatchLog("\n".join(await store.history.log(id_)), bots)

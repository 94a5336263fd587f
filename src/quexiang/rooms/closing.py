"""Closing a room from outside: a running server finds that its log has gone on, and lets go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.protocol import log as ln
from quexiang.rooms.index import entry_of
from quexiang.rooms.load import load
from quexiang.rooms.runner import clock
from quexiang.store import Conflict
from quexiang.study.statistics import best, statistics

if TYPE_CHECKING:
    from quexiang.store import Store

TRIES = 20


async def close_room(store: Store, key: str, why: str) -> bool:
    """End the match of a room, if there is one, and close it; tell whether it was open."""
    for _ in range(TRIES):
        if await store.rooms.phase_of(key) in (None, "closed"):
            return False
        rows = await store.journal.read(key)
        state = load(rows, await store.rooms.ended_matches(key))
        lines: list[ln.AnyLine] = []
        match = state.match
        if match is not None:
            sums = (match.scores, match.totals())
            results = tuple(match.results)
            lines.append(ln.MatchEnded("dissolved", results, *sums, statistics(match), best(match)))
        lines.append(ln.RoomClosed(why))
        for line in lines:
            state.apply(line)
        try:
            await store.journal.append(entry_of(state, rows[-1][0], lines, clock()))
        except Conflict:
            continue  # somebody acted meanwhile
        return True
    raise Conflict(key)

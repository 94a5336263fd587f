"""Checking the rooms of a database: the chain of each log, its replay, its shuffles."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from quexiang.errors import UnknownVariant
from quexiang.protocol import log
from quexiang.rooms.index import room_row
from quexiang.rooms.sound import Damaged, told
from quexiang.rooms.state import RoomState
from quexiang.store import Row, Store
from quexiang.store.chain import check_chain
from quexiang.store.rooms import DAMAGED, UNSEEN, RoomPlace
from quexiang.study.verify import verify


class RoomCheck(Struct, omit_defaults=True):
    """What was found in a room; without damage it is in order."""

    key: str
    code: str | None
    versions: int
    chained: int
    """How many rows of the log the chain holds together; the others are older than it."""
    proven: int = 0
    """Rounds whose shuffle is proven."""
    damage: str = ""
    is_missing: bool = False
    """Its town is not installed: the log may well be sound."""


async def check_room(store: Store, place: RoomPlace) -> RoomCheck:
    """Read a room's log and check all of it."""
    rows = await store.journal.read(place.key)
    chained = sum(bool(row.chain) for row in rows)
    found = RoomCheck(place.key, place.code, len(rows), chained)
    try:
        found.proven = _proven(_replayed(place.key, rows), rows)
    except Damaged as damage:
        found.damage = str(damage)
    except UnknownVariant as town:
        found.damage, found.is_missing = str(town), True
    return found


async def check_and_set_aside(store: Store, place: RoomPlace) -> RoomCheck:
    """The same; a damaged room is set aside, and one that is in order is given back."""
    found = await check_room(store, place)
    if found.is_missing:
        return found
    if found.damage and place.phase not in UNSEEN:
        await store.rooms.damage(place.key, found.damage)
    elif place.phase == DAMAGED and not found.damage:
        state = _replayed(place.key, await store.journal.read(place.key))
        await store.rooms.give_back(place.key, room_row(state).phase)
    return found


def _replayed(key: str, rows: Sequence[Row]) -> RoomState:
    """Play the whole log again."""
    with told():
        check_chain(key, rows)
        reader = log.reader()
        return RoomState.folded(entry for row in rows for entry in reader.read(row.lines))


def _proven(state: RoomState, rows: Sequence[Row]) -> int:
    """Check the shuffles of every match; count the rounds that are proven."""
    matches: dict[str, list[str]] = {}
    for row in rows:
        if row.match is not None and not state.opened.scenario:
            matches.setdefault(row.match, []).append(row.lines)
    proven = 0
    for name, texts in matches.items():
        with told():
            verdict = verify("\n".join(texts))
        if verdict.problems:
            raise Damaged(f"match {name}: {'; '.join(problem.en for problem in verdict.problems)}")
        proven += verdict.proven
    return proven

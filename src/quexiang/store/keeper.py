"""The log and its index in the database, written in one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, Final

from msgspec import structs
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from quexiang.store.chain import Row
from quexiang.store.database import Database
from quexiang.store.journal import Append, Conflict
from quexiang.store.rooms import (
    IndexChange,
    MatchBegun,
    MatchOver,
    MatchRow,
    RoomChanged,
    RoomOpened,
    RoomRow,
)
from quexiang.store.tables import LOG, MATCH_SEATS, MATCHES, ROOM_PEOPLE, ROOMS

INSERT: Final = insert(LOG)
FENCES: Final = (
    select(ROOMS.c.key, ROOMS.c.fence)
    .where(ROOMS.c.key.in_(bindparam("rooms", expanding=True)))
    .order_by(ROOMS.c.key)
    .with_for_update()
)
COLUMNS: Final = ("room", "version", "match", "at", "lines", "chain")
Write = tuple[Any, Any]
"""A statement and its values."""


class SqlKeeper:
    """Keeps the log in SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def keep(self, appends: Sequence[Append]) -> None:
        """Keep appends in one transaction, all or none."""
        try:
            await self.database.write(lambda connection: _keep(connection, appends))
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from None

    async def read(self, room: str) -> list[Row]:
        """The log of a room."""
        wanted = select(LOG.c.version, LOG.c.match, LOG.c.lines, LOG.c.chain)
        async with self.database.reading() as connection:
            rows = await connection.execute(
                wanted.where(LOG.c.room == room).order_by(LOG.c.version)
            )
            return [Row(*row) for row in rows]


def _keep(connection: Connection, appends: Sequence[Append]) -> None:
    in_one = connection.dialect.name == "sqlite"
    _check_fences(connection, {one.room: one.fence for one in appends if one.after}, in_one=in_one)
    for one in appends:
        for change in one.index:
            for statement, values in _writes(change, one):
                connection.execute(statement, values)
    rows = [_row(one) for one in appends]
    if in_one:
        connection.exec_driver_sql(_insert(len(rows)), tuple(chain.from_iterable(rows)))
    else:
        connection.execute(INSERT, [dict(zip(COLUMNS, row, strict=True)) for row in rows])


def _check_fences(connection: Connection, fences: dict[str, int], *, in_one: bool) -> None:
    """Raise `Conflict` where a room has another owner by now; until the end it keeps this one."""
    if not fences:
        return
    if in_one:
        values = tuple(chain.from_iterable(fences.items()))
        taken = connection.exec_driver_sql(_outrun(len(fences)), values).first() is not None
    else:
        found = connection.execute(FENCES, {"rooms": [*fences]})
        taken = any(fences[key] != fence for key, fence in found)
    if taken:
        raise Conflict("the room has another owner")


def _row(one: Append) -> tuple[object, ...]:
    row = one.row
    return one.room, row.version, row.match, one.at, row.lines, row.chain


# SQLite's driver gives way to other threads at every step of a statement and at every row that it
# finds, and waits until it may go on: so one statement, and one step, for all rooms.


@cache
def _insert(rows: int) -> str:
    """The statement that appends `rows` rows."""
    places = ", ".join(["(?, ?, ?, ?, ?, ?)"] * rows)
    names = ", ".join(f'"{name}"' for name in COLUMNS)
    return f"INSERT INTO log ({names}) VALUES {places}"  # noqa: S608 - ours alone


@cache
def _outrun(rooms: int) -> str:
    """The query for any of `rooms` rooms that has another fence than the one it is given."""
    held = ", ".join(["(?, ?)"] * rooms)
    return (
        f"WITH held (room, fence) AS (VALUES {held}) "  # noqa: S608 - ours alone
        "SELECT 1 FROM held CROSS JOIN rooms ON rooms.key = held.room "
        "WHERE rooms.fence != held.fence LIMIT 1"
    )


def _writes(change: IndexChange, of: Append) -> Iterator[Write]:
    """What brings the index up to date."""
    match change:
        case RoomOpened(row=row, server=server):
            values = {"opened": of.at, "server": server, "fence": of.fence}
            yield insert(ROOMS), {"key": row.key, "changed": of.at, **_columns(row), **values}
            yield from _people(row)
        case RoomChanged(row=row, people_changed=people_changed):
            changed = update(ROOMS).where(ROOMS.c.key == row.key)
            owner = {"server": ""} if row.phase == "closed" else {}
            yield changed.values(changed=of.at, **_columns(row), **owner), {}
            if people_changed:
                yield delete(ROOM_PEOPLE).where(ROOM_PEOPLE.c.room == row.key), {}
                yield from _people(row)
        case MatchBegun(row=match):
            yield from _begun(match)
        case MatchOver():
            yield from _over(change, of.at)


def _columns(row: RoomRow) -> dict[str, object]:
    return {
        "code": row.code,
        "variant": row.variant,
        "creator": row.creator,
        "public": row.public,
        "phase": row.phase,
        "empty_seats": row.empty_seats,
    }


def _people(row: RoomRow) -> Iterator[Write]:
    people = [{"room": row.key, "person": person} for person in sorted(set(row.people))]
    if people:
        yield insert(ROOM_PEOPLE), people


def _begun(row: MatchRow) -> Iterator[Write]:
    values = {name: getattr(row, name) for name in row.__struct_fields__ if name != "seats"}
    yield insert(MATCHES), values
    yield (
        insert(MATCH_SEATS),
        [
            {"match": row.id, "seat": seat, "person": one.person, "name": one.name, "bot": one.bot}
            for seat, one in enumerate(row.seats)
        ],
    )


def _over(over: MatchOver, now: float) -> Iterator[Write]:
    ended = update(MATCHES).where(MATCHES.c.id == over.match)
    yield ended.values(ended=now, how=over.how, rounds=over.rounds), {}
    for seat, end in enumerate(over.seats):
        place = (MATCH_SEATS.c.match == over.match) & (MATCH_SEATS.c.seat == seat)
        yield update(MATCH_SEATS).where(place).values(**structs.asdict(end)), {}

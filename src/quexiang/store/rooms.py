"""The index of rooms and matches; written together with the log that it follows from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs
from sqlalchemy import bindparam, delete, func, insert, select, update

from quexiang.store.tables import MATCH_SEATS, MATCHES, ROOM_PEOPLE, ROOMS

if TYPE_CHECKING:
    from quexiang.store.database import Database

Writes = list[tuple[Any, Any]]


class RoomRow(Struct, frozen=True, kw_only=True):
    """What the index knows of a room."""

    key: str
    code: str | None
    variant: str
    creator: str
    public: bool
    phase: str
    empty_seats: int
    people: tuple[str, ...] = ()


class SeatRow(Struct, frozen=True):
    """Who had a seat in a match, and what it came to."""

    person: str | None
    name: str
    bot: str
    score: int | None = None
    total: int | None = None


class MatchRow(Struct, frozen=True, kw_only=True):
    """What the index knows of a match."""

    id: str
    room: str
    variant: str
    version: str
    players: int
    options: str
    started: float
    seats: tuple[SeatRow, ...] = ()
    ended: float | None = None
    how: str | None = None
    rounds: str | None = None
    rated: bool | None = None


class SeatEnd(Struct, frozen=True):
    """What a seat had at the end of a match."""

    score: int
    total: int
    wins: int
    self_draws: int
    fed: int


class Rooms:
    """The tables of rooms and matches."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def key_of(self, code: str) -> str | None:
        """The room that has a code now."""
        found = await self._scalar(select(ROOMS.c.key).where(ROOMS.c.code == code))
        return None if found is None else str(found)

    async def codes(self) -> set[str]:
        """The codes in use."""
        async with self.database.reading() as connection:
            wanted = select(ROOMS.c.code).where(ROOMS.c.code.is_not(None))
            return {code for code in (await connection.execute(wanted)).scalars() if code}

    async def phase_of(self, key: str) -> str | None:
        """The phase of a room, None where there is none."""
        found = await self._scalar(select(ROOMS.c.phase).where(ROOMS.c.key == key))
        return None if found is None else str(found)

    async def listed(self, limit: int) -> list[str]:
        """The open public rooms with an empty seat, newest first."""
        wanted = select(ROOMS.c.key).where(
            ROOMS.c.public, ROOMS.c.phase == "lobby", ROOMS.c.empty_seats > 0
        )
        return await self._keys(wanted.order_by(ROOMS.c.changed.desc()).limit(limit))

    async def of_person(self, person: str) -> list[str]:
        """The open rooms in which a person has a seat."""
        wanted = select(ROOMS.c.key).join(ROOM_PEOPLE, ROOM_PEOPLE.c.room == ROOMS.c.key)
        return await self._keys(
            wanted.where(ROOM_PEOPLE.c.person == person, ROOMS.c.phase != "closed")
        )

    async def opened_by(self, person: str) -> int:
        """How many open rooms a person has made."""
        wanted = select(func.count()).select_from(ROOMS)
        found = await self._scalar(
            wanted.where(ROOMS.c.creator == person, ROOMS.c.phase != "closed")
        )
        return int(found or 0)

    async def stale(self, before: float) -> list[str]:
        """Open rooms in which nothing has changed since a time."""
        return await self._keys(
            select(ROOMS.c.key).where(ROOMS.c.phase != "closed", ROOMS.c.changed < before)
        )

    async def ended_matches(self, room: str) -> set[str]:
        """The matches of a room that are over."""
        wanted = select(MATCHES.c.id).where(MATCHES.c.room == room, MATCHES.c.ended.is_not(None))
        return set(await self._keys(wanted))

    async def match(self, match: str) -> MatchRow | None:
        """What is known of a match."""
        seats = select(MATCH_SEATS).where(MATCH_SEATS.c.match == match).order_by(MATCH_SEATS.c.seat)
        async with self.database.reading() as connection:
            row = (await connection.execute(select(MATCHES).where(MATCHES.c.id == match))).first()
            if row is None:
                return None
            rows = (await connection.execute(seats)).all()
        found = tuple(SeatRow(s.person, s.name, s.bot, s.score, s.total) for s in rows)
        return MatchRow(**dict(row._mapping), seats=found)

    async def _keys(self, wanted: Any) -> list[str]:  # noqa: ANN401 - any select of one column
        async with self.database.reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def _scalar(self, wanted: Any) -> Any:  # noqa: ANN401 - likewise
        async with self.database.reading() as connection:
            return (await connection.execute(wanted)).scalar()


def opening(row: RoomRow, now: float) -> Writes:
    """What enters a new room."""
    values = _columns(row) | {"key": row.key, "opened": now, "changed": now}
    return [(insert(ROOMS), values), *_people(row)]


def changing(row: RoomRow, now: float, *, people_changed: bool) -> Writes:
    """What brings a room's row up to date."""
    values = _columns(row) | {"changed": now}
    write = update(ROOMS).where(ROOMS.c.key == bindparam("wanted"))
    writes: Writes = [(write, values | {"wanted": row.key})]
    if people_changed:
        writes.append((delete(ROOM_PEOPLE).where(ROOM_PEOPLE.c.room == row.key), {}))
        writes += _people(row)
    return writes


def _columns(row: RoomRow) -> dict[str, object]:
    return {
        "code": row.code,
        "variant": row.variant,
        "creator": row.creator,
        "public": row.public,
        "phase": row.phase,
        "empty_seats": row.empty_seats,
    }


def _people(row: RoomRow) -> Writes:
    people = [{"room": row.key, "person": person} for person in sorted(set(row.people))]
    return [(insert(ROOM_PEOPLE), people)] if people else []


def starting(row: MatchRow) -> Writes:
    """What enters a match that begins."""
    values = {name: getattr(row, name) for name in row.__struct_fields__ if name != "seats"}
    seats = [
        {"match": row.id, "seat": seat, "person": one.person, "name": one.name, "bot": one.bot}
        for seat, one in enumerate(row.seats)
    ]
    return [(insert(MATCHES), values), (insert(MATCH_SEATS), seats)]


def ending(match: str, how: str, rounds: str, seats: list[SeatEnd], now: float) -> Writes:
    """What enters the result of a match."""
    ended = update(MATCHES).where(MATCHES.c.id == match).values(ended=now, how=how, rounds=rounds)
    writes: Writes = [(ended, {})]
    for seat, end in enumerate(seats):
        place = (MATCH_SEATS.c.match == match) & (MATCH_SEATS.c.seat == seat)
        writes.append((update(MATCH_SEATS).where(place).values(**structs.asdict(end)), {}))
    return writes

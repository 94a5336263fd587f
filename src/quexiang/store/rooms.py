"""The index of rooms and matches; written together with the log that it follows from."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from sqlalchemy import func, select, update

from quexiang.store.database import Database
from quexiang.store.tables import MATCH_SEATS, MATCHES, ROOM_PEOPLE, ROOMS

DAMAGED: Final = "damaged"
"""The phase of a room whose log is not sound; only the operator sees it."""
UNSEEN: Final = ("closed", DAMAGED)


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


class RoomPlace(Struct, frozen=True):
    """A room by its names, and whether anybody can enter it."""

    key: str
    code: str | None
    phase: str


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


class RoomOpened(Struct, frozen=True):
    """A room is new; the server that opened it owns it."""

    row: RoomRow
    server: str = ""


class RoomChanged(Struct, frozen=True):
    """A room is not what the index knows of it."""

    row: RoomRow
    people_changed: bool


class MatchBegun(Struct, frozen=True):
    """A match began."""

    row: MatchRow


class MatchOver(Struct, frozen=True):
    """A match is over, and what it came to."""

    match: str
    how: str
    rounds: str
    seats: tuple[SeatEnd, ...]


IndexChange = RoomOpened | RoomChanged | MatchBegun | MatchOver


class Rooms:
    """The tables of rooms and matches."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def key_of(self, code: str) -> str | None:
        """The room that has a code now."""
        coded = select(ROOMS.c.key).where(ROOMS.c.code == code, ROOMS.c.phase != DAMAGED)
        found = await self._scalar(coded)
        return None if found is None else str(found)

    async def codes(self) -> set[str]:
        """The codes in use."""
        async with self.database.reading() as connection:
            wanted = select(ROOMS.c.code).where(ROOMS.c.code.is_not(None))
            return {code for code in (await connection.execute(wanted)).scalars() if code}

    async def variant_of(self, key: str) -> str | None:
        """The town of a room, None if there is no such room."""
        wanted = select(ROOMS.c.variant).where(ROOMS.c.key == key)
        async with self.database.reading() as connection:
            return (await connection.execute(wanted)).scalar()

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
            wanted.where(ROOM_PEOPLE.c.person == person, ROOMS.c.phase.not_in(UNSEEN))
        )

    async def opened_by(self, person: str) -> int:
        """How many open rooms a person has made."""
        wanted = select(func.count()).select_from(ROOMS)
        found = await self._scalar(
            wanted.where(ROOMS.c.creator == person, ROOMS.c.phase.not_in(UNSEEN))
        )
        return int(found or 0)

    async def stale(self, before: float, idle: float) -> list[str]:
        """Open rooms that have not changed since a time, or since `idle` sleep without a match."""
        is_idle = (ROOMS.c.server == "") & (ROOMS.c.phase == "lobby") & (ROOMS.c.changed < idle)
        is_old = ROOMS.c.changed < before
        return await self._keys(
            select(ROOMS.c.key).where(ROOMS.c.phase.not_in(UNSEEN), is_old | is_idle)
        )

    async def fence_of(self, key: str) -> int:
        """The number of the lease under which a room is written."""
        return int(await self._scalar(select(ROOMS.c.fence).where(ROOMS.c.key == key)) or 0)

    async def damage(self, key: str, why: str) -> None:
        """Set a room aside whose log is not sound; whoever has it must let go of it."""
        await self._take_away(key, phase=DAMAGED, damage=why)

    async def give_back(self, key: str, phase: str) -> None:
        """Let people into a room again that had been set aside."""
        await self._take_away(key, phase=phase, damage=None)

    async def shut(self, key: str, why: str, now: float) -> None:
        """Close a room whose log cannot be written on."""
        await self._take_away(key, phase="closed", damage=why, code=None, changed=now)

    async def _take_away(self, key: str, **values: object) -> None:
        """Change a room's row, and take the room from whoever has it."""
        changed = update(ROOMS).where(ROOMS.c.key == key)
        async with self.database.writing() as connection:
            await connection.execute(changed.values(server="", fence=ROOMS.c.fence + 1, **values))

    async def to_check(self, name: str = "") -> list[RoomPlace]:
        """All rooms, or that of a code or key; but those that were closed for their damage."""
        wanted = select(ROOMS.c.key, ROOMS.c.code, ROOMS.c.phase)
        wanted = wanted.where((ROOMS.c.phase != "closed") | ROOMS.c.damage.is_(None))
        if name:
            wanted = wanted.where((ROOMS.c.code == name) | (ROOMS.c.key == name))
        async with self.database.reading() as connection:
            rows = await connection.execute(wanted.order_by(ROOMS.c.opened))
            return [RoomPlace(*row) for row in rows]

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

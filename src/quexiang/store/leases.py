"""Which server has a room: servers that give signs of life, and a number for each change of owner.

A server owns the rooms that it has claimed as long as it renews its lease. Whoever claims a room
after it raises the room's fence, and the log takes no append under an old one.
"""

from __future__ import annotations

from typing import Final, Protocol

from msgspec import Struct
from sqlalchemy import ColumnElement, Float, delete, insert, literal_column, select, update

from quexiang.store.database import Database
from quexiang.store.tables import ROOMS, SERVERS

CLOCKS: Final = {
    True: "((julianday('now') - 2440587.5) * 86400.0)",
    False: "extract(epoch from clock_timestamp())::float",
}
"""Seconds since 1970, by SQLite or not."""


class Claim(Struct, frozen=True):
    """What came of a claim: the fence of a room that is ours now, or where its owner lives."""

    fence: int
    """0 where the room has another living owner, or does not exist."""
    at: str = ""
    server: str = ""
    """Who has it; of a room that is ours now, who had it before."""
    left: float = 0.0
    """Seconds until the lease of its owner ends."""


class Leases(Protocol):
    """Who has which room."""

    async def beat(self, server: str, address: str, seconds: float) -> None:
        """A server lives, and will for so long, by the clock of the store."""

    async def claim(self, room: str, server: str) -> Claim:
        """Take a room that no other living server has; its fence rises."""

    async def owner(self, room: str) -> Claim:
        """Who has a room now; nobody is told by an empty `server`."""

    async def give(self, room: str, server: str, to: str) -> None:
        """Let another server have a room of this one, or nobody: then it sleeps."""

    async def held(self, server: str) -> dict[str, int]:
        """The rooms of a server, with their fences."""

    async def leave(self, server: str) -> None:
        """A server stops: all its rooms may be taken."""


class SqlLeases:
    """The leases in the database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._now: ColumnElement[float] = literal_column(CLOCKS[database.is_sqlite], Float)
        """The time by the database, so that servers need not agree on it."""

    async def arrive(self, address: str) -> None:
        """A new server lives at this address; whoever lived there before is dead."""
        async with self.database.writing() as connection:
            await connection.execute(delete(SERVERS).where(SERVERS.c.address == address))

    async def beat(self, server: str, address: str, seconds: float) -> None:
        """A server lives, and will for so long, by the clock of the store."""
        values = {"address": address, "until": self._now + seconds}
        async with self.database.writing() as connection:
            renewed = update(SERVERS).where(SERVERS.c.id == server).values(**values)
            if not (await connection.execute(renewed)).rowcount:
                await connection.execute(insert(SERVERS).values(id=server, **values))

    async def claim(self, room: str, server: str) -> Claim:
        """Take a room that no other living server has; its fence rises."""
        wanted = select(ROOMS.c.server, ROOMS.c.fence).where(ROOMS.c.key == room)
        async with self.database.writing() as connection:
            row = (await connection.execute(wanted.with_for_update())).first()
            if row is None:
                return Claim(0)
            left = (SERVERS.c.until - self._now).label("left")
            owner = select(SERVERS.c.address, left).where(
                SERVERS.c.id == row.server, SERVERS.c.id != server, SERVERS.c.until > self._now
            )
            living = (await connection.execute(owner)).first()
            if living is not None:
                return Claim(0, living.address, row.server, living.left)
            taken = update(ROOMS).where(ROOMS.c.key == room)
            await connection.execute(taken.values(server=server, fence=row.fence + 1))
            return Claim(row.fence + 1, server=row.server)

    async def owner(self, room: str) -> Claim:
        """Who has a room now; nobody is told by an empty `server`."""
        wanted = (
            select(SERVERS.c.address, SERVERS.c.id, (SERVERS.c.until - self._now).label("left"))
            .join(SERVERS, SERVERS.c.id == ROOMS.c.server)
            .where(ROOMS.c.key == room, SERVERS.c.until > self._now)
        )
        async with self.database.reading() as connection:
            row = (await connection.execute(wanted)).first()
            return Claim(0) if row is None else Claim(0, row.address, row.id, row.left)

    async def give(self, room: str, server: str, to: str) -> None:
        """Let another server have a room of this one, or nobody: then it sleeps."""
        mine = update(ROOMS).where(ROOMS.c.key == room, ROOMS.c.server == server)
        async with self.database.writing() as connection:
            await connection.execute(mine.values(server=to))

    async def held(self, server: str) -> dict[str, int]:
        """The rooms of a server, with their fences."""
        mine = select(ROOMS.c.key, ROOMS.c.fence).where(ROOMS.c.server == server)
        async with self.database.reading() as connection:
            return {row.key: row.fence for row in await connection.execute(mine)}

    async def leave(self, server: str) -> None:
        """A server stops: all its rooms may be taken."""
        async with self.database.writing() as connection:
            await connection.execute(delete(SERVERS).where(SERVERS.c.id == server))

    async def addresses(self) -> set[str]:
        """Where servers live."""
        async with self.database.reading() as connection:
            living = select(SERVERS.c.address).where(SERVERS.c.until > self._now)
            return set((await connection.execute(living)).scalars())

"""Everything that is kept: people, rooms, logs, matches, ratings."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from quexiang.store.admin import Administration
from quexiang.store.daily import DailyHands
from quexiang.store.database import Database
from quexiang.store.history import History
from quexiang.store.journal import Journal
from quexiang.store.keeper import SqlKeeper
from quexiang.store.leases import SqlLeases
from quexiang.store.people import People
from quexiang.store.ratings import Ratings
from quexiang.store.rooms import Rooms
from quexiang.store.schema import check_fit, load, upgrade
from quexiang.store.sessions import Sessions
from quexiang.store.tables import SETTINGS

PROBE: Final = 20_000
"""Signs that are written on trial: several pages, which a full database does not have."""
PATIENCE: Final = 5.0


class Store:
    """The database and its parts."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.journal = Journal(SqlKeeper(self.database))
        self.leases = SqlLeases(self.database)
        self.people = People(self.database)
        self.sessions = Sessions(self.database)
        self.rooms = Rooms(self.database)
        self.history = History(self.database)
        self.admin = Administration(self.database)
        self.ratings = Ratings(self.database)
        self.daily = DailyHands(self.database)

    async def migrate(self) -> None:
        """Bring the tables to the present form; of several servers one does it."""
        load()
        async with self.database.alone() as connection:
            await connection.run_sync(upgrade)

    async def setting(self, key: str, default: str) -> str:
        """A value that all servers of this database share; the first to come decides."""
        wanted = select(SETTINGS.c.value).where(SETTINGS.c.key == key)
        try:
            async with self.database.writing() as connection:
                found = (await connection.execute(wanted)).scalar()
                if found is None:
                    await connection.execute(insert(SETTINGS), {"key": key, "value": default})
        except IntegrityError:
            return await self.setting(key, default)
        return default if found is None else str(found)

    async def probe(self) -> None:
        """Write something, so that a database that cannot be written to raises."""
        row = {"key": f"probe {secrets.token_hex(8)}", "value": "x" * PROBE}
        async with asyncio.timeout(PATIENCE), self.database.writing() as connection:
            await connection.execute(insert(SETTINGS), row)
            await connection.execute(delete(SETTINGS).where(SETTINGS.c.key == row["key"]))

    async def check_version(self) -> None:
        """Raise `WrongVersion` where this program must not use the tables."""
        async with asyncio.timeout(PATIENCE), self.database.reading() as connection:
            await connection.run_sync(check_fit)

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        await self.journal.drain()
        await self.database.close()

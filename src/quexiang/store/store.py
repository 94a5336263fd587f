"""Everything that is kept: people, rooms, logs, matches, ratings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from quexiang.store.caring import Caring
from quexiang.store.database import Database
from quexiang.store.history import History
from quexiang.store.journal import Journal
from quexiang.store.people import People
from quexiang.store.ratings import Ratings
from quexiang.store.rooms import Rooms
from quexiang.store.tables import SETTINGS

if TYPE_CHECKING:
    from sqlalchemy import Connection


class Store:
    """The database and its parts."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.journal = Journal(self.database)
        self.people = People(self.database)
        self.rooms = Rooms(self.database)
        self.history = History(self.database)
        self.caring = Caring(self.database)
        self.ratings = Ratings(self.database)

    async def migrate(self) -> None:
        """Bring the tables to the present form; of several servers one does it."""
        async with self.database.alone() as connection:
            await connection.run_sync(_upgrade)

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

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        await self.journal.drain()
        await self.database.engine.dispose()


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - slow to import, and needed once
    from alembic.config import Config  # noqa: PLC0415 - likewise

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")

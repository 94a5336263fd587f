"""One database: SQLite in a file beside the server, or PostgreSQL by its address."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import event, insert, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from quexiang.store.caring import Caring
from quexiang.store.history import History
from quexiang.store.journal import Journal
from quexiang.store.people import People
from quexiang.store.ratings import Ratings
from quexiang.store.rooms import Rooms
from quexiang.store.tables import SETTINGS

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA busy_timeout = 5000",
    "PRAGMA foreign_keys = ON",
)


class Store:
    """The database and its parts."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        self.journal = Journal(self.engine)
        self.people = People(self.engine)
        self.rooms = Rooms(self.engine)
        self.history = History(self.engine)
        self.caring = Caring(self.engine)
        self.ratings = Ratings(self.engine)

    async def migrate(self) -> None:
        """Bring the tables to the present form."""
        async with self.engine.begin() as connection:
            await connection.run_sync(_upgrade)

    async def setting(self, key: str, default: str) -> str:
        """A value that all servers of this database share; the first to come decides."""
        wanted = select(SETTINGS.c.value).where(SETTINGS.c.key == key)
        try:
            async with self.engine.begin() as connection:
                found = (await connection.execute(wanted)).scalar()
                if found is None:
                    await connection.execute(insert(SETTINGS), {"key": key, "value": default})
        except IntegrityError:
            return await self.setting(key, default)
        return default if found is None else str(found)

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        await self.journal.drain()
        await self.engine.dispose()


def make_engine(url: str) -> AsyncEngine:
    """An engine with the settings that its database needs."""
    parsed = make_url(url)
    engine = create_async_engine(parsed)
    if parsed.get_backend_name() == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own connection
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - slow to import, and needed once
    from alembic.config import Config  # noqa: PLC0415 - likewise

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")

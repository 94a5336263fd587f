"""One database: its connections, and whose turn it is to write."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sqlalchemy.ext.asyncio import AsyncConnection

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA busy_timeout = 30000",
    "PRAGMA foreign_keys = ON",
)


class Database:
    """SQLite in a file beside the server, or PostgreSQL by its address.

    SQLite lets in one writer at a time and the next by luck, so those of one process queue here,
    and only other processes (an operator's) are left to its own lock.
    """

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        self.engine = create_async_engine(parsed)
        self._turn: asyncio.Lock | nullcontext[None] = nullcontext()
        if parsed.get_backend_name() == "sqlite":
            self._turn = asyncio.Lock()
            event.listen(self.engine.sync_engine, "connect", _prepare)

    def reading(self) -> AsyncConnection:
        """A connection for questions: `async with database.reading() as connection`."""
        return self.engine.connect()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: kept as a whole, or not at all."""
        async with self._turn, self.engine.begin() as connection:
            yield connection


def _prepare(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own connection
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()

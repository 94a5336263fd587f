"""The log: appended only, each append naming the version that it follows.

Many rooms are written in one transaction, so that a busy server waits for the disk once and not
once for each room. An append is kept, or refused, as a whole.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, field
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from quexiang.store.tables import LOG

if TYPE_CHECKING:
    from sqlalchemy import Executable
    from sqlalchemy.ext.asyncio import AsyncConnection

    from quexiang.store.database import Database

BATCH: Final = 256
GATHER: Final = 0.005
"""Seconds for which a busy server waits for more entries before it writes."""


class Conflict(Exception):
    """Another writer has already appended to this room's log."""


class Append(Struct):
    """Entries to be appended to a room's log after a version, and what goes with them."""

    room: str
    after: int
    entries: str
    """One to a line."""
    at: float
    match: str | None = None
    before: list[tuple[Any, Any]] = field(default_factory=list)
    """Statements with their values, for the same transaction, before the entries are written."""
    along: list[tuple[Any, Any]] = field(default_factory=list)
    """The same, after the entries."""

    def row(self) -> dict[str, object]:
        """The row of the log."""
        return {
            "room": self.room,
            "version": self.after + 1,
            "match": self.match,
            "at": self.at,
            "lines": self.entries,
        }


class Journal:
    """Writes entries, many at a time; reads a room's log back."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.appended = 0
        self.commits = 0
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._busy = False
        """The last transaction was for several rooms."""
        self._writer: asyncio.Task[None] | None = None

    async def append(self, one: Append) -> None:
        """Keep entries for good, or raise `Conflict`."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((one, done))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        await done

    async def _write(self) -> None:
        try:
            while self._waiting:
                if self._busy:
                    await asyncio.sleep(GATHER)
                batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
                self._busy = len(batch) > 1
                await self._keep(batch)
        finally:
            self._writer = None

    async def _keep(self, batch: list[tuple[Append, asyncio.Future[None]]]) -> None:
        try:
            await self._commit([one for one, _ in batch])
        except IntegrityError as error:
            if len(batch) > 1:
                for pair in batch:
                    await self._keep([pair])
                return
            _settle(batch, Conflict(str(error.orig)))
        except Exception as error:  # noqa: BLE001 - whoever waits is told, whatever went wrong
            _settle(batch, error)
        else:
            _settle(batch, None)

    async def _commit(self, appends: list[Append]) -> None:
        async with self.database.writing() as connection:
            for one in appends:
                for statement, values in one.before:
                    await _execute(connection, statement, values)
            await connection.execute(insert(LOG), [one.row() for one in appends])
            for one in appends:
                for statement, values in one.along:
                    await _execute(connection, statement, values)
        self.appended += len(appends)
        self.commits += 1

    async def read(self, room: str) -> list[tuple[int, str | None, str]]:
        """The log of a room: version, match and entries."""
        wanted = select(LOG.c.version, LOG.c.match, LOG.c.lines)
        async with self.database.reading() as connection:
            rows = await connection.execute(
                wanted.where(LOG.c.room == room).order_by(LOG.c.version)
            )
            return [(row.version, row.match, row.lines) for row in rows]

    async def read_match(self, match: str) -> list[str]:
        """The entries of a match."""
        wanted = select(LOG.c.lines).where(LOG.c.match == match).order_by(LOG.c.version)
        async with self.database.reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def drain(self) -> None:
        """Wait until everything is written."""
        while self._writer is not None:
            await asyncio.wait([self._writer])


async def _execute(connection: AsyncConnection, statement: Executable, values: Any) -> None:  # noqa: ANN401
    await connection.execute(statement, values)


def _settle(batch: list[tuple[Append, asyncio.Future[None]]], error: Exception | None) -> None:
    for _, done in batch:
        if done.cancelled():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

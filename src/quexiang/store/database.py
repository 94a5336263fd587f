"""One database: its connections, and whose turn it is to write."""

from __future__ import annotations

import asyncio
import errno
import socket
import sqlite3
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from time import sleep
from typing import Any, Final

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Connection, Engine, ExceptionContext, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

WAL: Final = "PRAGMA journal_mode = WAL"
PRAGMAS: Final = (
    "PRAGMA busy_timeout = 30000",  # first: the others wait by it
    WAL,
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
PAUSE, ATTEMPTS = 0.01, 3000
"""Seconds between two attempts to begin a new file's log, and how many are made."""
UNFINISHED: Final = {"idle_in_transaction_session_timeout": "5000"}
"""Milliseconds after which PostgreSQL gives up a transaction whose server has stopped in it."""
PATIENT: Final = "SET LOCAL idle_in_transaction_session_timeout = 0"
"""For a long transaction of an operator, who watches it."""
DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
}
AWAY: Final = ("08", "25006", "53", "57P")
"""PostgreSQL's states of a connection that is lost, of a standby that is not yet promoted, of a
server that has no room (connections, memory, disk), or is going or coming."""
UNREACHED: Final = (ConnectionError, TimeoutError, FileNotFoundError, socket.gaierror)
"""A server that refuses, is silent, has no socket file, or whose name nobody knows while it is
down, as in a network of containers."""
NO_WAY: Final = (errno.EHOSTUNREACH, errno.EHOSTDOWN, errno.ENETUNREACH, errno.ENETDOWN)
KNOCK: Final = 5.0
"""Seconds in which PostgreSQL takes a connection."""
SILENCE: Final = 10_000
"""Milliseconds until a connection is given up whose other end confirms nothing: its machine may
have died without a word, and the system alone would wait for a quarter of an hour."""
MIGRATION_LOCK: Final = 0x717565786961  # "quexia", for `pg_advisory_xact_lock`


class Database:
    """SQLite in a file beside the server, or PostgreSQL by its address.

    SQLite lets in one writer at a time and the next by luck, so those of one process queue here,
    and only other processes (an operator's) are left to its own lock.
    """

    def __init__(self, url: str) -> None:
        parsed = address(url)
        self.is_sqlite = parsed.get_backend_name() == "sqlite"
        self.file = parsed.database if self.is_sqlite else None
        """Where SQLite keeps everything."""
        self.engine = create_async_engine(
            parsed,
            hide_parameters=True,
            pool_pre_ping=not self.is_sqlite,
            connect_args={}
            if self.is_sqlite
            else {"server_settings": UNFINISHED, "timeout": KNOCK},
        )
        event.listen(self.engine.sync_engine, "handle_error", _hide_values)
        self._turn: asyncio.Lock | nullcontext[None] = nullcontext()
        self._direct: Engine | None = None
        """SQLite's own driver, for whole transactions."""
        if self.is_sqlite:
            self._turn = asyncio.Lock()
            event.listen(self.engine.sync_engine, "connect", _prepare)
            self._direct = _direct(parsed)
        else:
            event.listen(self.engine.sync_engine, "connect", _notice_silence)
        self._thread = ThreadPoolExecutor(1, "journal")

    def reading(self) -> AsyncConnection:
        """A connection for questions: `async with database.reading() as connection`."""
        return self.engine.connect()

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """A connection for questions that sees one moment of the database, however long it takes.

        Whoever writes meanwhile is not held up.
        """
        async with self.engine.connect() as connection:
            if self.is_sqlite:
                await connection.exec_driver_sql("BEGIN")
            else:
                await connection.execution_options(isolation_level="REPEATABLE READ")
                await connection.exec_driver_sql(PATIENT)
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: kept as a whole, or not at all; what it reads stays true until its end."""
        async with self._turn, self.engine.begin() as connection:
            if self.is_sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    async def write(self, work: Callable[[Connection], None]) -> None:
        """A transaction that asks nothing of us while it lasts, done in one visit to a thread."""
        if self._direct is None:
            async with self.writing() as connection:
                await connection.run_sync(work)
        else:
            loop = asyncio.get_running_loop()
            async with self._turn:
                await loop.run_in_executor(self._thread, _transact, self._direct, work)

    async def close(self) -> None:
        """Let go of all connections."""
        await self.engine.dispose()
        self._thread.shutdown()
        if self._direct is not None:
            self._direct.dispose()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that no other process enters at the same time."""
        async with self.writing() as connection:
            if not self.is_sqlite:
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
            yield connection


def _direct(url: URL) -> Engine | None:
    """The driver under the asynchronous one; a database in memory has only one connection."""
    if url.database in (None, "", ":memory:"):
        return None
    engine = create_engine(url.set(drivername="sqlite+pysqlite"), hide_parameters=True)
    event.listen(engine, "handle_error", _hide_values)
    event.listen(engine, "connect", _prepare)
    return engine


def _transact(engine: Engine, work: Callable[[Connection], None]) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        work(connection)


def address(url: str) -> URL:
    """The address of a database, by the driver that we have if it names none.

    >>> address("postgres://me@there/quexiang").drivername
    'postgresql+asyncpg'
    """
    parsed = make_url(url)
    return parsed.set(drivername=DRIVERS.get(parsed.drivername, parsed.drivername))


def is_away(error: BaseException) -> bool:
    """Tell whether the database is not there now, and may be soon: it restarts, or starts."""
    if isinstance(error, DBAPIError):
        state = str(getattr(error.orig, "sqlstate", None) or "")
        return error.connection_invalidated or state.startswith(AWAY)
    return isinstance(error, UNREACHED) or getattr(error, "errno", None) in NO_WAY


def _hide_values(context: ExceptionContext) -> None:
    """Take the values of rows out of a driver's error: PostgreSQL quotes them in its details."""
    error: BaseException | None = context.original_exception
    while error is not None:
        if getattr(error, "detail", None):
            error.detail = None  # type: ignore[attr-defined]  # asyncpg's, told by its __str__
        error.args = tuple(
            part.partition("\nDETAIL:")[0] if isinstance(part, str) else part for part in error.args
        )
        error = error.__cause__


def _notice_silence(connection: Any, _record: object) -> None:  # noqa: ANN401 - likewise
    """Where the system can, end a connection whose other end is silent for too long."""
    found = connection.driver_connection._transport.get_extra_info("socket")
    if hasattr(socket, "TCP_USER_TIMEOUT") and found.family != socket.AF_UNIX:
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE)


def _prepare(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own connection
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        if pragma == WAL:
            _begin_log(cursor)
        else:
            cursor.execute(pragma)
    cursor.close()


def _begin_log(cursor: Any) -> None:  # noqa: ANN401 - the driver's own cursor
    """Write ahead from now on; SQLite does not wait here for another that begins, so we do."""
    for _ in range(ATTEMPTS):
        try:
            cursor.execute(WAL)
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            sleep(PAUSE)
        else:
            return
    cursor.execute(WAL)

"""The database itself: several servers at once, and errors that give nothing away."""

import asyncio
import sqlite3
import traceback
from pathlib import Path

import pytest
from forked import FORKS, migrate
from sqlalchemy.exc import SQLAlchemyError

from quexiang.store import Append, Conflict, Store
from quexiang.store.rooms import RoomOpened, RoomRow

SERVERS = 5
KEY, TILES = "SecretRoomKey", "1m2m3m-secret-hand"


@pytest.mark.slow
def test_servers_that_start_at_once_make_the_tables_together(own_database: str) -> None:
    ready = FORKS.Barrier(SERVERS)
    servers = [FORKS.Process(target=migrate, args=(own_database, ready)) for _ in range(SERVERS)]
    for server in servers:
        server.start()
    for server in servers:
        server.join()

    assert [server.exitcode for server in servers] == [0] * SERVERS


def test_a_server_waits_for_another_that_makes_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite says "locked" at once, whatever its timeout, to the second that begins a log."""
    file = tmp_path / "quexiang.sqlite"
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    pauses: list[float] = []

    def let_go(pause: float) -> None:
        pauses.append(pause)
        other.rollback()

    monkeypatch.setattr("quexiang.store.database.sleep", let_go)

    async def start() -> str:
        store = Store(f"sqlite+aiosqlite:///{file}")
        await store.migrate()
        try:
            return await store.setting("key", "value")
        finally:
            await store.close()

    assert asyncio.run(start()) == "value"
    assert len(pauses) == 1


def errors(url: str) -> list[BaseException]:
    """What the database says to a second writer, to a value too long, to a wrong statement."""

    async def provoke() -> list[BaseException]:
        store = Store(url)
        await store.migrate()
        row = RoomRow(
            key=KEY,
            code=None,
            variant="hangzhou",
            creator="p",
            public=True,
            phase="lobby",
            empty_seats=3,
        )
        first = Append(KEY, 0, TILES, 1.0, index=[RoomOpened(row)])
        await store.journal.append(first)
        attempts = [
            store.journal.append(first),
            store.journal.append(Append(KEY, 1, TILES, 1.0, index=[RoomOpened(row)])),
            store.journal.append(Append(KEY, 1, TILES, None)),  # type: ignore[arg-type]
            store.people.add(KEY, None, 1.0),  # type: ignore[arg-type]
        ]
        found = [await _error(attempt) for attempt in attempts]
        await store.close()
        return found

    return asyncio.run(provoke())


async def _error(attempt: object) -> BaseException:
    try:
        await attempt  # type: ignore[misc]
    except (SQLAlchemyError, Conflict) as error:
        return error
    raise AssertionError("this must fail")


@pytest.mark.slow
def test_an_error_of_the_database_tells_no_key_and_no_tile(own_database: str) -> None:
    found = errors(own_database)

    told = ["".join(traceback.format_exception(error)) for error in found]
    assert all("Error" in text or "Conflict" in text for text in told)
    assert not [text for text in told if KEY in text or TILES in text]

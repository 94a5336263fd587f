"""The database itself: several servers at once, and errors that give nothing away."""

import asyncio
import socket
import sqlite3
import traceback
from pathlib import Path

import pytest
from forked import FORKS, migrate
from running import free_port
from servers import new_database
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from test_two_servers import OWNER, PLAN

from quexiang.rooms.core import RoomPace
from quexiang.rooms.hub import Hub
from quexiang.store import Append, Conflict, Store
from quexiang.store.database import PATIENT, Database, is_away
from quexiang.store.mistakes import mistake
from quexiang.store.rooms import RoomOpened, RoomRow
from quexiang.store.tables import ROOMS

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


@pytest.mark.parametrize(
    ("error", "why"),
    [("disk I/O error", "the disk fails"), ("database or disk is full", "the disk is full")],
)
def test_a_disk_that_fails_is_told_in_a_sentence(error: str, why: str) -> None:
    told = mistake("sqlite:///x", OperationalError("", None, sqlite3.OperationalError(error)))

    assert told is not None
    assert told.told.en == f"database sqlite:///x: {why}"


@pytest.mark.parametrize(
    "place",
    [f"127.0.0.1:{free_port()}/q", "/q?host=/nowhere", "quexiang.invalid/q"],
    ids=["refuses", "has no socket file", "has no name while its container is down"],
)
def test_a_database_that_is_not_there_is_waited_for(place: str) -> None:
    async def reach() -> Exception:
        store = Store(f"postgresql://q@{place}")
        try:
            await store.probe()
        except (SQLAlchemyError, OSError) as error:
            return error
        finally:
            await store.close()
        raise AssertionError("nobody is there")

    assert is_away(asyncio.run(reach()))


@pytest.mark.slow
@pytest.mark.parametrize("state", ["25006", "53100", "53300", "57P03"])
def test_a_database_that_takes_nothing_for_now_is_waited_for(state: str, postgres_url: str) -> None:
    """A standby before it is promoted, a full disk, too many connections, a start."""

    async def write() -> Exception:
        database = Database(postgres_url)
        raising = f"RAISE EXCEPTION 'not now' USING ERRCODE = '{state}'"
        try:
            async with database.writing() as connection:
                await connection.exec_driver_sql(f"DO $$ BEGIN {raising}; END $$")
        except DBAPIError as error:
            return error
        finally:
            await database.close()
        raise AssertionError("it was taken")

    assert is_away(asyncio.run(write()))


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system cannot")
@pytest.mark.slow
def test_a_connection_to_a_machine_that_died_is_given_up(postgres_url: str) -> None:
    """Otherwise a node would wait for a quarter of an hour when PostgreSQL has long moved."""

    async def timeout() -> int:
        store = Store(postgres_url)
        async with store.database.reading() as connection:
            raw = await connection.get_raw_connection()
            wire = raw.driver_connection._transport.get_extra_info("socket")  # type: ignore[union-attr]
            found = wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        await store.close()
        return int(found)

    assert 0 < asyncio.run(timeout()) <= 10_000


@pytest.mark.slow
def test_a_lease_is_renewed_while_many_rooms_are_locked(postgres_url: str) -> None:
    """By a server that was stopped while it wrote: whoever wants its rooms waits for it."""

    async def story() -> None:
        url = await new_database(postgres_url)
        store, stopped = Store(url), Store(url)
        await store.migrate()
        hub = Hub(store, RoomPace(), address="one")
        keys = [(await hub.open(PLAN, OWNER)).key for _ in range(30)]
        for key in keys:
            await hub.hand_over(key)
        async with stopped.database.writing() as writing:
            await writing.execute(text(PATIENT))
            await writing.execute(select(ROOMS.c.key).with_for_update())
            finds = [asyncio.create_task(hub.find(key)) for key in keys]
            waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
            while (await writing.execute(waiting)).scalar_one() < 8:  # noqa: ASYNC110 - PostgreSQL
                await asyncio.sleep(0.01)
            await hub.beat()
            assert not any(find.done() for find in finds)
        found = await asyncio.gather(*finds)
        assert all(runner is not None for runner in found)
        await hub.stop()
        for one in (store, stopped):
            await one.close()

    asyncio.run(story())

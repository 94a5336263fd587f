"""The log in SQLite and PostgreSQL: appended once, in order, the same in both."""

from __future__ import annotations

import asyncio
import random
import re
import secrets
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from players import PATIENCE
from running import sqlite
from sqlalchemy import Connection, event, update

from quexiang.client.knowledge import offers
from quexiang.engine.actions import OpenChoice
from quexiang.engine.wire import tile_names
from quexiang.protocol import incoming, log, outgoing
from quexiang.protocol.codec import read_outgoing
from quexiang.protocol.room import Profile
from quexiang.rooms import messages
from quexiang.rooms.core import RoomPace
from quexiang.rooms.hub import Hub, RoomPlan
from quexiang.rooms.runner import Runner
from quexiang.store import Append, Conflict, Journal, Store
from quexiang.store.people import LoginTaken
from quexiang.store.rooms import RoomOpened, RoomRow
from quexiang.store.tables import METADATA, ROOMS
from quexiang.variants import variants

ROW = RoomRow(
    key="room",
    code="000001",
    variant="hangzhou",
    creator="p",
    public=True,
    phase="lobby",
    empty_seats=3,
)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return sqlite(tmp_path)
    return str(request.getfixturevalue("postgres_url"))


def unique(name: str) -> str:
    return f"{name}{secrets.token_hex(4)}"


async def opened(store: Store) -> str:
    """A room with one entry in its log."""
    await store.migrate()
    row = RoomRow(
        **{name: getattr(ROW, name) for name in ROW.__struct_fields__}
        | {"key": unique("r"), "code": None}
    )
    await store.journal.append(Append(row.key, 0, "one", 1.0, index=[RoomOpened(row)]))
    return row.key


@pytest.mark.slow
def test_two_writers_can_never_both_succeed(url: str) -> None:
    async def race() -> None:
        one, other = Store(url), Store(url)
        key = await opened(one)
        attempts = [
            store.journal.append(Append(key, 1, name, 2.0))
            for store, name in ((one, "mine"), (other, "theirs"))
        ]
        done = await asyncio.gather(*attempts, return_exceptions=True)
        rows = await one.journal.read(key)
        await one.close()
        await other.close()

        assert sum(isinstance(result, Conflict) for result in done) == 1
        assert [row.version for row in rows] == [1, 2]

    asyncio.run(race())


@pytest.mark.slow
def test_a_conflict_spoils_no_other_entry_of_its_batch(url: str) -> None:
    async def write() -> None:
        store = Store(url)
        keys = [await opened(store) for _ in range(3)]
        entries = [Append(key, 1, "two", 2.0) for key in keys] + [Append(keys[0], 0, "again", 2.0)]
        done = await asyncio.gather(*map(store.journal.append, entries), return_exceptions=True)
        read = [len(await store.journal.read(key)) for key in keys]
        await store.close()

        assert [isinstance(result, Conflict) for result in done] == [False, False, False, True]
        assert read == [2, 2, 2]

    asyncio.run(write())


@pytest.mark.slow
def test_what_waits_to_be_written_is_counted(tmp_path: Path) -> None:
    """A database that hangs is seen by it, where nobody plays and nobody waits is not."""

    class Hanging(Journal):
        async def _keep(self, batch: list[tuple[Append, asyncio.Future[None]]]) -> None:
            await goes_on.wait()
            await super()._keep(batch)

    async def write() -> None:
        store = Store(sqlite(tmp_path))
        room, journal = await opened(store), Hanging(store.journal.keeper)

        writing = [
            asyncio.create_task(journal.append(Append(room, after, "entry", 1.0)))
            for after in (1, 1, 2)
        ]
        await asyncio.sleep(0)
        assert journal.unkept == 3
        goes_on.set()
        ends = await asyncio.gather(*writing, return_exceptions=True)

        assert [type(end) for end in ends] == [type(None), Conflict, type(None)]
        assert journal.unkept == 0
        await store.close()

    goes_on = asyncio.Event()
    asyncio.run(write())


def test_a_room_with_another_owner_spoils_no_other_entry_of_its_batch(url: str) -> None:
    async def write() -> None:
        store = Store(url)
        keys = [await opened(store) for _ in range(3)]
        async with store.database.writing() as connection:
            await connection.execute(update(ROOMS).where(ROOMS.c.key == keys[1]).values(fence=1))
        entries = [Append(key, 1, "two", 2.0) for key in keys]
        done = await asyncio.gather(*map(store.journal.append, entries), return_exceptions=True)
        read = [len(await store.journal.read(key)) for key in keys]
        await store.close()

        assert [isinstance(result, Conflict) for result in done] == [False, True, False]
        assert read == [2, 1, 2]

    asyncio.run(write())


def test_sqlite_takes_the_entries_of_all_rooms_in_one_step(tmp_path: Path) -> None:
    said: list[tuple[str, bool]] = []

    async def write() -> None:
        store = Store(sqlite(tmp_path))
        keys = [await opened(store) for _ in range(5)]
        direct = store.database._direct
        assert direct is not None
        event.listen(
            direct,
            "before_cursor_execute",
            lambda *told: said.append((told[2].split()[0], told[5])),
        )
        await store.journal.keeper.keep([Append(key, 1, "two", 2.0) for key in keys])
        await store.close()

    asyncio.run(write())

    assert said == [("BEGIN", False), ("WITH", False), ("INSERT", False)]


@pytest.mark.slow
def test_many_who_write_at_once_wait_for_each_other(url: str) -> None:
    async def crowd() -> int:
        stores = [Store(url), Store(url)]
        for store in stores:
            await store.migrate()
        names = [unique("p") for _ in range(100)]
        await asyncio.gather(
            *(stores[at % 2].people.add(name, name, 1.0) for at, name in enumerate(names))
        )
        found = [await stores[0].people.by_id(name) for name in names]
        for store in stores:
            await store.close()
        return sum(person is not None for person in found)

    assert asyncio.run(crowd()) == 100


@pytest.mark.slow
def test_people_are_kept_and_a_login_belongs_to_one(url: str) -> None:
    async def meet() -> None:
        store = Store(url)
        await store.migrate()
        await store.migrate()
        one, other, login = unique("p"), unique("p"), unique("login")
        for person in (one, other):
            await store.people.add(person, "老周", 1.0)
        await store.people.make_account(one, login, "hash")
        with pytest.raises(LoginTaken):
            await store.people.make_account(other, login, "hash")
        found = await store.people.by_login(login)
        shared = [await store.setting("key", name) for name in ("first", "second")]
        await store.close()

        assert found is not None
        assert found.id == one
        assert shared == ["first", "first"]

    asyncio.run(meet())


@pytest.mark.slow
def test_the_migrations_make_the_tables_of_the_code(own_database: str) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, METADATA))

    async def compare() -> list[object]:
        store = Store(own_database)
        await store.migrate()
        async with store.database.reading() as connection:
            found = await connection.run_sync(differences)
        await store.close()
        return found

    assert asyncio.run(compare()) == []


class Script:
    """A socket without a net: answers by chance, at once and in order."""

    def __init__(self, runner: Runner, connection: int, name: str) -> None:
        self.runner = runner
        self.connection = connection
        self.random = random.Random(name)
        self.over = asyncio.Event()

    def send(self, frame: bytes) -> None:
        match read_outgoing(frame):
            case outgoing.Ask() as ask:
                index = self.random.randrange(len(ask.choices))
                offer = offers(ask)[index]
                tiles = None
                if isinstance(offer, OpenChoice):
                    tiles = tile_names(offer.smallest().tiles)
                answer = incoming.Answer(ask=ask.ask, choice=index, tiles=tiles)
                self.runner.post(messages.Received(self.connection, answer))
            case outgoing.Over():
                self.over.set()
            case outgoing.Error() as error:
                raise AssertionError(error)
            case _:
                pass

    def close(self, code: int, frame: bytes = b"") -> None:
        raise AssertionError(code)


class Watch:
    """Sees that nothing goes wrong unnoticed."""

    faults = 0

    def acted(self, seconds: float) -> None:
        assert seconds >= 0

    def failed(self) -> None:
        self.faults += 1

    def moved(self, how: str) -> None:
        assert how


async def key_of(url: str, byte: bytes) -> str:
    """The key of a room that is opened where chance gives this byte again and again."""
    store = Store(url)
    await store.migrate()
    hub = Hub(store, RoomPace(), byte.__mul__)
    town = variants()["hangzhou"]
    plan = RoomPlan(variant=town, options=town.choose({}), players=4)
    runner = await hub.open(plan, Profile("p_a", "a"))
    await hub.stop()
    await store.close()
    return runner.key


@pytest.mark.parametrize("byte", [b"\xfb", b"\xff", b"\x00"])
def test_a_room_key_can_be_typed_and_sent_anywhere(tmp_path: Path, byte: bytes) -> None:
    key = asyncio.run(key_of(sqlite(tmp_path), byte))

    assert re.fullmatch("[a-z2-7]{16}", key)


async def played(url: str, variant: str) -> list[str]:
    """The log of a match whose chance is always the same."""
    store = Store(url)
    await store.migrate()
    hub = Hub(store, RoomPace.scaled(0))
    hub.measures = watch = Watch()
    town = variants()[variant]
    owner = Profile("p_a", "a")
    plan = RoomPlan(variant=town, options=town.choose({"rounds": 2}), players=max(town.players))
    runner = await hub.open(plan, owner)
    scripts = [Script(runner, hub.next_connection(), name) for name in "abcd"]
    for script, name in zip(scripts, "abcd", strict=True):
        person = Profile(f"p_{name}", name)
        runner.connect(
            script.connection,
            script,
            messages.Connected(script.connection, person, incoming.Hello()),
        )
        runner.post(messages.Received(script.connection, incoming.Sit()))
        runner.post(messages.Received(script.connection, incoming.Ready()))
    runner.post(messages.Begin())
    await asyncio.wait_for(scripts[0].over.wait(), PATIENCE)
    rows = await store.journal.read(runner.key)
    await hub.stop()
    await store.close()
    assert watch.faults == 0
    kept = [entry for row in rows for entry in log.read_entries(row.lines)]
    return [log.write_entries([entry]) for entry in kept if not isinstance(entry, log.Opened)]


@pytest.mark.slow
@pytest.mark.parametrize("variant", list(variants()))
def test_the_same_match_gives_the_same_log(
    variant: str, tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = []
    for url in (sqlite(tmp_path), postgres_url):
        source = random.Random(variant)
        monkeypatch.setattr(secrets, "token_bytes", source.randbytes)
        logs.append(asyncio.run(played(url, variant)))

    assert logs[0] == logs[1]
    assert len(logs[0]) > 100

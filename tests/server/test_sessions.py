"""Sessions in the database: listed, ended, expired; and those of older databases."""

import asyncio
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from quexiang.store import Store
from quexiang.store import store as store_module
from quexiang.store.sessions import Session


def upgraded_to(version: str, connection: Connection) -> None:
    config = Config()
    folder = Path(store_module.__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder))
    config.attributes["connection"] = connection
    command.upgrade(config, version)


@pytest.mark.slow
def test_tokens_of_an_older_database_stay_good(own_database: str) -> None:
    async def old_and_new() -> None:
        store = Store(own_database)
        async with store.database.writing() as connection:
            await connection.run_sync(lambda one: upgraded_to("0002", one))
            for person, sessions in (("p_1", 0), ("p_2", 3)):
                values = f"'{person}', 'a', NULL, NULL, false, 100.0, {sessions}"
                await connection.execute(text(f"INSERT INTO people VALUES ({values})"))  # noqa: S608 - constants
        await store.migrate()
        good = await store.sessions.visitor("p_2", "3", 200.0)
        ended = await store.sessions.visitor("p_2", "2", 200.0)
        await store.close()

        assert good is not None
        assert good.person.name == "a"
        assert ended is None

    asyncio.run(old_and_new())


@pytest.mark.slow
def test_sessions_are_listed_ended_and_expire(own_database: str) -> None:
    async def live() -> None:
        store = Store(own_database)
        await store.migrate()
        await store.people.add("p_1", "a", 1.0)
        await store.people.make_account("p_1", "owner", "hash")
        for name, expires in (("one", 100.0), ("two", 200.0), ("three", 300.0)):
            seen = Session(
                person="p_1", id=name, created=1.0, seen=1.0, expires=expires, network=f"n{name}"
            )
            await store.sessions.add(seen)
        sessions = store.sessions
        assert len(await sessions.of_person("p_1", 50.0)) == 3
        assert await sessions.visitor("p_1", "one", 100.0) is None
        two = await sessions.visitor("p_1", "two", 100.0)
        assert two is not None
        await sessions.touch(two.session, 150.0, 400.0)
        assert [one.id for one in await sessions.of_person("p_1", 250.0)] == ["two", "three"]
        assert await sessions.end("p_1", "three")
        assert not await sessions.end("p_1", "three")
        assert await sessions.visitor("p_1", "three", 150.0) is None
        assert await sessions.knows("owner", "nthree"), "an ended session still tells the network"
        assert not await sessions.knows("other", "nthree")
        await sessions.end_all("p_1", but="two")
        assert [one.id for one in await sessions.of_person("p_1", 50.0)] == ["two"]
        await sessions.sweep(1000.0)
        assert not await sessions.knows("owner", "nthree")
        await store.close()

    asyncio.run(live())

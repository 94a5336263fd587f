"""Two versions side by side: what an old node meets while a cluster is upgraded node by node."""

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from running import served, sqlite
from sqlalchemy import Connection, inspect, text
from typer.testing import CliRunner

from quexiang.cli.app import app
from quexiang.client import Client
from quexiang.errors import NewerEntry
from quexiang.protocol.log import RoomReader, reader
from quexiang.rooms.check import check_and_set_aside
from quexiang.rooms.sound import sound
from quexiang.server.settings import Settings
from quexiang.store import Row, Store
from quexiang.store.chain import link
from quexiang.store.schema import OLDEST, newest, upgrade

PROMISED = "0003"
"""Since this version migrations only add."""
NEWER = (
    "ALTER TABLE rooms ADD COLUMN mood VARCHAR(20) NOT NULL DEFAULT 'merry'",
    "CREATE TABLE clubs (id VARCHAR(24) PRIMARY KEY)",
    "UPDATE alembic_version SET version_num = '9999'",
)
"""What a migration of a later version may do."""
NEWER_ENTRIES = (
    '{"line":"firework","seat":0}',
    '{"line":"event","event":{"event":"fireworked"}}',
    '{"line":"answer","seat":0,"action":{"do":"firework"}}',
)


def shape(connection: Connection) -> dict[tuple[str, str], Any]:
    """Every column of every table, with its type and whether it may be left out."""
    found = inspect(connection)
    return {
        (table, column["name"]): (str(column["type"]), column["nullable"], column["default"])
        for table in found.get_table_names()
        for column in found.get_columns(table)
    }


def is_optional(column: tuple[str, bool, object]) -> bool:
    _, nullable, default = column
    return nullable or default is not None


def test_migrations_only_add(tmp_path: Path) -> None:
    """What a program of an older version reads and writes is there and means the same."""

    async def shapes() -> list[dict[tuple[str, str], Any]]:
        store = Store(sqlite(tmp_path))
        found = []
        for number in range(int(PROMISED), int(newest()) + 1):
            async with store.database.alone() as connection:
                await connection.run_sync(upgrade, f"{number:04}")
                found.append(await connection.run_sync(shape))
        await store.close()
        return found

    steps = asyncio.run(shapes())
    for before, after in pairwise(steps):
        tables = {table for table, _ in before}
        added = {place: column for place, column in after.items() if place not in before}

        assert {place: after.get(place) for place in before} == before
        assert [
            place
            for place, column in added.items()
            if place[0] in tables and not is_optional(column)
        ] == []


async def made_newer(url: str, oldest: str = "0001") -> None:
    store = Store(url)
    await store.migrate()
    async with store.database.writing() as connection:
        for statement in NEWER:
            await connection.execute(text(statement))
    await store.setting(OLDEST, oldest)
    await store.close()


def test_tables_too_new_for_a_program_are_refused_in_a_sentence(tmp_path: Path) -> None:
    url = sqlite(tmp_path)
    asyncio.run(made_newer(url, oldest="9998"))
    told = [
        CliRunner().invoke(app, [*command, "--lang", "en", "--database-url", url])
        for command in (("serve", "--check-database"), ("admin", "rooms"))
    ]

    assert [one.exit_code for one in told] == [2, 2]
    assert all("install a program that knows 9999" in one.stderr for one in told)


@pytest.mark.slow
def test_an_old_node_starts_and_serves_on_newer_tables(own_database: str) -> None:
    asyncio.run(made_newer(own_database))

    async def play(address: str) -> str:
        client = Client(address)
        await client.guest("老周")
        return await client.quick("hangzhou", level="random")

    with served(Settings.for_tests(own_database)) as address:
        key = asyncio.run(play(address))
        ready = httpx.get(f"{address}/readyz", timeout=60)
        room = httpx.get(f"{address}/api/rooms/{key}", timeout=60)

    assert ready.json()["checks"]["migrations"] == "ok"
    assert ready.status_code == room.status_code == 200


@pytest.mark.parametrize("entry", NEWER_ENTRIES)
def test_an_entry_of_a_newer_version_is_no_damage(entry: str) -> None:
    rows = [Row(1, None, entry, link("", "room", 1, None, entry))]

    with pytest.raises(NewerEntry, match="install that"):
        sound("room", rows)


def test_a_field_of_a_newer_version_is_passed_over() -> None:
    (entry,) = reader().read('{"line":"ready","seat":1,"ready":true,"mood":"merry"}')

    assert isinstance(reader(), RoomReader)
    assert entry == reader().read('{"line":"ready","seat":1,"ready":true}')[0]


def test_a_room_of_a_newer_version_is_not_set_aside(tmp_path: Path) -> None:
    url = sqlite(tmp_path)

    async def look() -> tuple[str, str]:
        with served(Settings.for_tests(url)) as address:
            client = Client(address)
            await client.guest("老周")
            key = await client.open_room("anhua")
        store = Store(url)
        rows = await store.journal.read(key)
        at, entry = len(rows) + 1, NEWER_ENTRIES[0]
        values = {"room": key, "version": at, "lines": entry}
        values["chain"] = link(rows[-1].chain, key, at, None, entry)
        async with store.database.writing() as connection:
            written = "INSERT INTO log (room, version, at, lines, chain) VALUES"
            await connection.execute(
                text(f"{written} (:room, :version, 1, :lines, :chain)"), values
            )
        (place,) = await store.rooms.to_check(key)
        check = await check_and_set_aside(store, place)
        phase = await store.rooms.phase_of(key)
        await store.close()
        return check.damage, str(phase)

    damage, phase = asyncio.run(look())
    assert "of a newer version" in damage
    assert phase == "lobby"

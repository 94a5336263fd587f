"""Backups: of either database, while a server runs; restored as a whole or not at all."""

import asyncio
import gzip
import hashlib
import json
import random
import sqlite3
import stat
from functools import partial
from pathlib import Path

import pytest
from forked import FORKS, Work, work_until_killed
from players import PATIENCE, Player, company, play_all, seated, start
from running import served, sqlite
from servers import new_database
from sqlalchemy import func, insert, select, update
from test_admin import Operator
from test_kept_database import MATCHES, copied
from typer.testing import CliRunner, Result

from quexiang.cli.app import app
from quexiang.errors import UserError
from quexiang.server.settings import Settings
from quexiang.store import Conflict, Head, Store
from quexiang.store.backup import Ended, Heading, Kept, Manifest, back_up, line
from quexiang.store.restore import restore
from quexiang.store.schema import newest
from quexiang.store.tables import LOG, PEOPLE, ROOMS, SERVERS, SESSIONS

KEPT = Path(__file__).parents[1] / "kept" / "backup.quexiang.gz"


def last_line(file: Path) -> dict[str, object]:
    with gzip.open(file) as lines:
        *_, last = lines
    found: dict[str, object] = json.loads(last)
    return found


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["admin", *arguments, "--lang", "en"])


def silent(_rows: int, _total: int) -> None:
    """Nobody looks."""


async def names(url: str) -> list[str]:
    store = Store(url)
    async with store.database.reading() as connection:
        found = list((await connection.execute(select(PEOPLE.c.name))).scalars())
    await store.close()
    return sorted(found)


@pytest.mark.slow
def test_a_backup_of_either_database_restores_into_either(
    tmp_path: Path, postgres_url: str
) -> None:
    """Rooms in all phases of all towns, and every match replays and is proven."""
    first, second = tmp_path / "first.gz", tmp_path / "second.gz"
    there = asyncio.run(new_database(postgres_url))
    back = f"sqlite:///{tmp_path}/back.sqlite"

    saved = run("backup", str(first), "--database-url", copied(tmp_path), "--json")
    moved = run("restore", str(first), "--database-url", there, "--json")
    Operator(there).does("backup", str(second))
    returned = run("restore", str(second), "--database-url", back)

    manifest = json.loads(saved.stdout)
    assert manifest["schema"] == newest()
    assert manifest["tables"]["matches"]["rows"] >= len(MATCHES)
    told = json.loads(moved.stdout)
    assert (told["ok"], told["rooms"]) == (True, manifest["tables"]["rooms"]["rows"])
    assert told["proven"] > 0
    assert "0 damaged" in returned.stdout, returned.output
    assert last_line(first) == last_line(second)
    assert stat.S_IMODE(first.stat().st_mode) == 0o600


async def grown(store: Store, entries: int) -> None:
    """Wait until the log is that long."""
    wanted = select(func.count()).select_from(LOG)
    while True:
        async with store.database.reading() as connection:
            if (await connection.execute(wanted)).scalar_one() >= entries:
                return


@pytest.mark.slow
def test_a_backup_of_a_running_server_is_of_one_moment(own_database: str, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.gz" for number in range(2)]

    async def play(address: str) -> None:
        players = [Player(address, name, f"backup {name}") for name in "甲乙丙丁"]
        async with company(players), asyncio.timeout(PATIENCE):
            await seated("hangzhou", players)
            await start(players[0].table)
            playing = asyncio.create_task(play_all(players))
            store = Store(own_database)
            for number, file in enumerate(files, 1):
                await grown(store, 20 * number)
                await back_up(store.database, file, silent)
            await store.close()
            playing.cancel()

    with served(Settings.for_tests(own_database)) as address:
        asyncio.run(play(address))

    for file in files:
        url = f"sqlite:///{file.with_suffix('.sqlite')}"
        restored = run("restore", str(file), "--database-url", url)
        assert restored.exit_code == 0, restored.output
        assert "1 rooms checked, 0 damaged" in restored.stdout


def test_a_backup_of_this_version_can_be_restored_for_ever(
    own_database: str,
) -> None:
    restored = run("restore", str(KEPT), "--database-url", own_database, "--json")

    assert restored.exit_code == 0, restored.output
    assert json.loads(restored.stdout)["damaged"] == []
    assert json.loads(restored.stdout)["rooms"] == 22


def test_an_older_backup_is_brought_to_the_present_form(own_database: str, tmp_path: Path) -> None:
    """Before 0003 a person had a number of sessions; now he has sessions."""
    columns = ["id", "name", "login", "password", "banned", "created", "sessions"]
    row = line(["p_1", "老周", None, None, False, 1.5, 3])
    digest = hashlib.sha256(row).hexdigest()
    parts = Manifest(1, "0", "0002", 1.0, {"people": Kept(columns, 1)}), Heading("people")
    file = tmp_path / "old.gz"
    text = b"".join([*map(line, parts), row, line(Ended({"people": digest}))])
    file.write_bytes(gzip.compress(text))

    async def sessions() -> list[str]:
        store = Store(own_database)
        await restore(store.database, file, silent)
        await store.check_version()
        async with store.database.reading() as connection:
            found = list((await connection.execute(select(SESSIONS.c.id))).scalars())
        await store.close()
        return found

    assert asyncio.run(sessions()) == ["3"]


def test_nothing_is_overwritten_unless_told(tmp_path: Path) -> None:
    url = copied(tmp_path)
    file = str(tmp_path / "b.gz")
    operator = Operator(url)
    operator.does("backup", file)

    assert "--force" in operator.cannot("backup", file)
    assert "--replace" in operator.cannot("restore", file)
    operator.does("backup", file, "--force")
    operator.does("restore", file, "--replace", "--quick")
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_a_database_that_servers_use_is_left_alone(tmp_path: Path) -> None:
    url = copied(tmp_path)

    async def live() -> None:
        store = Store(url)
        await store.migrate()
        await store.leases.beat("s", "http://one.example", 60)
        await store.close()

    asyncio.run(live())

    told = Operator(url).cannot("restore", str(KEPT), "--replace")
    assert "servers still use this database: http://one.example" in told


def test_tables_of_another_program_are_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.sqlite") as other:
        other.execute("CREATE TABLE people (name TEXT)")

    told = Operator(f"sqlite:///{tmp_path}/other.sqlite").cannot("restore", str(KEPT), "--replace")

    assert "tables of another program (people)" in told


@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_file_is_noticed_and_changes_nothing(tmp_path: Path, seed: int) -> None:
    chance = random.Random(f"damaged {seed}")
    content = bytearray(KEPT.read_bytes())
    text = bytearray(gzip.decompress(content))
    if seed % 3 == 0:
        del content[chance.randrange(len(content)) :]
    elif seed % 3 == 1:
        content[chance.randrange(10, len(content))] ^= 1 << chance.randrange(8)
    else:  # a row is missing, but the file is whole
        lines = bytes(text).splitlines(keepends=True)
        del lines[chance.randrange(len(lines))]
        content = bytearray(gzip.compress(b"".join(lines)))
    file = tmp_path / "damaged.gz"
    file.write_bytes(content)
    url = copied(tmp_path)
    asyncio.run(migrated(url))
    before = asyncio.run(names(url))

    told = Operator(url).cannot("restore", str(file), "--replace")

    assert "is no backup, or damaged" in told
    assert asyncio.run(names(url)) == before != []


@pytest.mark.parametrize("value", [{"a": 1}, ["a"], 2**70, -(2**40), "x"], ids=str)
def test_a_value_that_no_column_takes_is_noticed(
    own_database: str, tmp_path: Path, value: object
) -> None:
    lines = gzip.decompress(KEPT.read_bytes()).splitlines()
    at = lines.index(b'{"type":"table","name":"log"}') + 7
    row = json.loads(lines[at])
    row[json.loads(lines[0])["tables"]["log"]["columns"].index("version")] = value
    lines[at] = json.dumps(row).encode()
    file = tmp_path / "damaged.gz"
    file.write_bytes(gzip.compress(b"\n".join(lines)))

    told = Operator(own_database).cannot("restore", str(file), "--replace")

    assert "is no backup, or damaged" in told


async def migrated(url: str) -> None:
    store = Store(url)
    await store.migrate()
    await store.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "work", [back_up, partial(restore, replaces=True)], ids=["backup", "restore"]
)
def test_one_that_is_killed_leaves_nothing_half(
    own_database: str, tmp_path: Path, work: Work
) -> None:
    asyncio.run(restored(own_database))
    before = asyncio.run(names(own_database))
    file = tmp_path / "b.gz" if work is back_up else KEPT

    killed = FORKS.Process(target=work_until_killed, args=(work, own_database, file))
    killed.start()
    killed.join()

    assert killed.exitcode == 9
    assert not (tmp_path / "b.gz").exists()
    assert asyncio.run(names(own_database)) == before != []
    Operator(own_database).does("backup", str(tmp_path / "b.gz"))


async def restored(url: str) -> None:
    store = Store(url)
    await restore(store.database, KEPT, silent)
    await store.close()


def test_nobody_owns_a_restored_room(own_database: str, tmp_path: Path) -> None:
    file = tmp_path / "b.gz"

    async def owners() -> set[str]:
        await restored(own_database)
        store = Store(own_database)
        async with store.database.writing() as connection:
            await connection.execute(update(ROOMS).values(server="s_gone"))
            await connection.execute(
                insert(SERVERS), {"id": "s_gone", "address": "http://gone", "until": 1.0}
            )
        await back_up(store.database, file, silent)
        await restore(store.database, file, silent, replaces=True)
        async with store.database.reading() as connection:
            found = set((await connection.execute(select(ROOMS.c.server))).scalars())
            assert (await connection.execute(select(SERVERS))).first() is None
        await store.close()
        return found

    assert asyncio.run(owners()) == {""}


def test_the_nodes_of_a_copy_are_others_than_those_of_the_original(tmp_path: Path) -> None:
    """Both may be on one NATS: who logs out of the copy stays at the tables of the original."""
    file = tmp_path / "original.gz"

    async def settings() -> list[str]:
        original, copy = (Store(sqlite(folder)) for folder in (tmp_path, tmp_path / "copy"))
        await original.migrate()
        for key in ("installation", "token_key"):
            await original.setting(key, "the original's")
        await back_up(original.database, file, silent)
        await restore(copy.database, file, silent)
        found = [await copy.setting(key, "its own") for key in ("installation", "token_key")]
        await original.close()
        await copy.close()
        return found

    (tmp_path / "copy").mkdir()
    assert asyncio.run(settings()) == ["its own", "the original's"]


def test_a_server_that_slept_while_its_database_was_replaced_writes_nothing(
    own_database: str, tmp_path: Path
) -> None:
    """Its lease is over, so nobody waits for it; the backup knows the fence it wrote under."""
    file = tmp_path / "b.gz"

    async def story() -> None:
        await restored(own_database)
        store = Store(own_database)
        await back_up(store.database, file, silent)
        async with store.database.reading() as connection:
            rooms = await connection.execute(select(ROOMS.c.key, ROOMS.c.fence))
            key, fence = rooms.all()[0]
        head = Head.of(await store.journal.read(key), fence)
        asleep = head.append(key, '{"line":"ready","seat":1,"ready":true}', 1.0, None)

        await restore(store.database, file, silent, replaces=True)

        with pytest.raises(Conflict):
            await store.journal.append(asleep)
        await store.close()

    asyncio.run(story())


def test_a_backup_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "new.gz"
    file.write_bytes(gzip.compress(line(Manifest(1, "9", "9999", 1.0, {}))))

    async def fill() -> None:
        store = Store(sqlite(tmp_path))
        try:
            await restore(store.database, file, silent)
        finally:
            await store.close()

    with pytest.raises(UserError, match="install a program that knows 9999"):
        asyncio.run(fill())

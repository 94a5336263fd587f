"""Two servers on one database under load: killed, stopped and continued, the database restarted.

What everybody did and was told must fit one order, and that order is the log's.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from histories import Witness
from postgres import Postgres, own_postgres
from running import Victim, sqlite
from tables import Table, judge, played, progress

from quexiang.variants import variants


@dataclass
class Storm:
    """What goes wrong, one thing after another, each after every table has gone on.

    Over SQLite nobody is stopped: a process that is stopped while it writes holds the file's lock.
    """

    servers: list[Victim]
    tables: list[Table]
    source: random.Random
    postgres: Postgres | None = None
    faults: Counter[str] = field(default_factory=Counter)

    async def blow(self, count: int) -> None:
        rare = [] if self.postgres is None else [self.pause, self.restart_database]
        kinds = [self.kill] * 6 + rare
        for number in range(count):
            await progress(self.tables)
            await asyncio.sleep(self.source.expovariate(1 / 0.1))
            strike = rare[number] if number < len(rare) else self.source.choice(kinds)
            await strike()

    async def kill(self) -> None:
        server = self.source.choice(self.servers)
        server.kill()
        server.start()
        self.faults["kill"] += 1

    async def pause(self) -> None:
        """Stop a server for longer than its lease: everybody goes on at the other one."""
        stopped, other = self.source.sample(self.servers, 2)
        stopped.pause()
        for table in self.tables:
            for person in table.people:
                await person.move(other.address)
        await progress(self.tables)
        stopped.resume()
        self.faults["pause"] += 1

    async def restart_database(self) -> None:
        assert self.postgres is not None
        await asyncio.to_thread(self.postgres.stop)
        await asyncio.to_thread(self.postgres.start)
        self.faults["database"] += 1


@contextmanager
def two_servers(url: str, folder: Path) -> Iterator[list[Victim]]:
    folders = [folder / "one", folder / "two"]
    for each in folders:
        each.mkdir()
    with Victim(url, folders[0], strict=False) as one, Victim(url, folders[1], strict=False) as two:
        yield [one, two]


def people_at(town: str, servers: list[Victim]) -> Table:
    """Four people, each at home on one of the servers."""
    table = Table(town)
    for seat in range(4):
        table.sit(Witness(servers[seat % 2].address, f"{town}{seat}", f"{town} {seat}"))
    return table


async def weathered(storm: Storm, faults: int) -> None:
    async with played(storm.tables):
        await storm.blow(faults)


def run(url: str, folder: Path, towns: list[str], faults: int, postgres: Postgres | None) -> Storm:
    with two_servers(url, folder) as servers:
        tables = [people_at(town, servers) for town in towns]
        storm = Storm(servers, tables, random.Random(folder.name), postgres)
        asyncio.run(weathered(storm, faults))
    judge(storm.tables, url)
    return storm


@pytest.mark.slow
def test_a_storm_over_sqlite(tmp_path: Path) -> None:
    storm = run(sqlite(tmp_path), tmp_path, ["hangzhou", "anhua"], 8, None)

    assert storm.faults["kill"] == 8


@pytest.mark.slow
def test_a_storm_over_postgresql(tmp_path: Path) -> None:
    with own_postgres() as postgres:
        storm = run(postgres.url, tmp_path, ["lanzhou", "zhangzhou"], 8, postgres)

    assert storm.faults["pause"]
    assert storm.faults["database"]


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_long_storm(
    kind: str, tmp_path: Path, record_testsuite_property: Callable[[str, object], None]
) -> None:
    """Its figures are in the report of `pytest --junitxml`."""
    towns = list(variants())[:5]
    if kind == "sqlite":
        storm = run(sqlite(tmp_path), tmp_path, towns, 150, None)
    else:
        with own_postgres() as postgres:
            storm = run(postgres.url, tmp_path, towns, 150, postgres)
    told = sum(table.told for table in storm.tables)
    record_testsuite_property(kind, f"{dict(storm.faults)}, {told} answers acknowledged")

    assert sum(storm.faults.values()) == 150
    assert told > 150

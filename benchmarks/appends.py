"""What one PostgreSQL needs for an answer: appends to the logs of rooms, as a node makes them.

    python benchmarks/appends.py [SECONDS]

Starts a PostgreSQL of its own, which need not wait for a disk. Every append looks at the fence of
its room; a transaction holds those of so many rooms. Told are the processor time that PostgreSQL
spends on an append, what that makes of one of its cores, and what this writer alone reached by the
clock.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from postgres import own_postgres
from sqlalchemy import insert

from quexiang.store import Store
from quexiang.store.journal import Append, Head
from quexiang.store.tables import ROOMS

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
TRANSACTIONS = (1, 4, 16, 64)
"""Rooms whose appends go together; a node of a thousand tables has six to seventeen."""
ENTRY = '["answer",1700000000.0,"E",{"do":"discard","tile":"5m"},{"ask":123,"client":"a123"}]'
TICKS = os.sysconf("SC_CLK_TCK")


def processor_time(postmaster: int) -> float:
    """Seconds that a PostgreSQL and its processes have used."""
    ticks = 0
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text("ascii").rpartition(")")[2].split()
        except FileNotFoundError:
            continue
        if int(fields[1]) == postmaster or place.parent.name == str(postmaster):
            ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS


async def open_rooms(store: Store, number: int) -> list[str]:
    """So many rooms of this writer."""
    keys = [f"room{place}" for place in range(number)]
    usual = {"variant": "hangzhou", "creator": "p", "public": False, "phase": "play"}
    usual |= {"empty_seats": 0, "opened": 0.0, "changed": 0.0, "server": "one", "fence": 1}
    async with store.database.writing() as connection:
        await connection.execute(
            insert(ROOMS), [{"key": key, "code": None, **usual} for key in keys]
        )
    return keys


async def appended(store: Store, heads: dict[str, Head], together: int, seconds: float) -> int:
    """Append to one group of rooms after another, and count."""
    keeper, rooms = store.journal.keeper, itertools.cycle(heads)
    number, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        group = list(itertools.islice(rooms, together))
        appends: list[Append] = [heads[key].append(key, ENTRY, 0.0, None) for key in group]
        await keeper.keep(appends)
        heads |= {one.room: heads[one.room].after(one) for one in appends}
        number += together
    return number


async def measure(url: str, postmaster: int) -> None:
    """A line for each size of a transaction."""
    store = Store(url)
    await store.migrate()
    heads = {key: Head(fence=1) for key in await open_rooms(store, max(TRANSACTIONS) * 16)}
    await appended(store, heads, max(TRANSACTIONS), 1.0)
    print(f"{'together':>10}{'µs an append':>14}{'a core, 1/s':>14}{'by the clock':>14}")
    for together in TRANSACTIONS:
        before = processor_time(postmaster)
        number = await appended(store, heads, together, SECONDS)
        each = (processor_time(postmaster) - before) / number
        print(
            f"{together:10}{1e6 * each:14.0f}{1 / each:14.0f}{number / SECONDS:14.0f}", flush=True
        )
    await store.close()


def main() -> None:
    """Measure beside a PostgreSQL of its own."""
    with own_postgres() as made:
        asyncio.run(measure(made.url, made.running.pid))


if __name__ == "__main__":
    main()

"""A server under load: real sockets from a second process, human-paced people at every table.

    python benchmarks/load.py [TABLES [SECONDS [PEOPLE [NODES]]]]

One process serves, on a core of its own; another holds a socket for each of the PEOPLE (4) at each
table, who answer after a human pause; bots have the other seats. Delays are told by both clocks:
the server's, from a message to its broadcast, and the people's. Beside it: how fast the same
machine echoes frames.

With NODES they serve together, on a PostgreSQL and a NATS of their own, and the people of a table
come to one of them, as a proxy that hashes addresses sends them; figures of the server are sums.
Measured after rooms have followed their people.
"""

from __future__ import annotations

import asyncio
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
import uvloop
from load_people import Counts, Person
from sqlalchemy import insert
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

from quexiang.protocol import incoming
from quexiang.server.app import make_app
from quexiang.server.serve import run_app
from quexiang.server.settings import Limits, Settings
from quexiang.server.tokens import Claim, Tokens, new_key
from quexiang.store import Store
from quexiang.store.tables import PEOPLE as PEOPLE_TABLE
from quexiang.store.tables import SESSIONS
from quexiang.variants import variants

DEFAULTS = ("200", "10", "4", "0")
GIVEN = (*sys.argv[1:5], *DEFAULTS[len(sys.argv[1:5]) :])
TABLES, SECONDS, PEOPLE, NODES = int(GIVEN[0]), float(GIVEN[1]), int(GIVEN[2]), int(GIVEN[3])
PORTS = [8940 + node for node in range(max(1, NODES))]
TOWNS = tuple(variants())
MANY = (10**6, 1.0)
MESSAGES = 'quexiang_bus_messages_total{way="out"'
MOVES = "quexiang_room_moves_total{"
AWAY = 'quexiang_links{at="elsewhere"'
ECHO_CLIENTS = 20
DOORS = 8
"""So many tables are opened at the same time."""
DAY = 86400.0
BUCKET = 'quexiang_action_seconds_bucket{le="'
SPARE = 200
"""Files that a process has open besides its sockets."""
PATIENCE = 120
"""Seconds for a busy machine to start the server, or a table."""
SETTLING = 60.0 if NODES else 5.0
"""Seconds after the last table has begun; of nodes alike, however many they are."""
LOOKS = 5.0
"""Seconds between two looks whether all rooms have followed their people."""
TESTS = Path(__file__).parents[1] / "tests" / "server"
"""Where a PostgreSQL and a NATS of one's own come from."""


async def open_table(number: int, people: list[Person], door: asyncio.Semaphore) -> None:
    """Open a room, let everybody sit down, and wait until it is played."""
    owner = people[0]
    options = {"rounds": 8}
    async with door:
        key = await owner.client.open_room(TOWNS[number % len(TOWNS)], options=options)
        bots = [incoming.AddBot(level="random")] if PEOPLE < 4 else []  # noqa: PLR2004 - all seats
        sitting = [asyncio.create_task(owner.sit(key, *bots))]
        sitting += [
            asyncio.create_task(person.sit(key, incoming.Sit(), incoming.Ready()))
            for person in people[1:]
        ]
        SITTING.extend(sitting)
        await asyncio.wait_for(owner.playing.wait(), PATIENCE)


SITTING: list[asyncio.Task[None]] = []


async def people(tokens: list[str]) -> None:
    """The second process: all people, and what they measured."""
    counts = Counts()
    door = asyncio.Semaphore(DOORS)
    everybody = [
        Person(number, token, PORTS[number // PEOPLE % len(PORTS)], counts)
        for number, token in enumerate(tokens)
    ]
    tables = [everybody[first : first + PEOPLE] for first in range(0, len(everybody), PEOPLE)]
    opening = [open_table(number, table, door) for number, table in enumerate(tables)]
    await asyncio.gather(*opening[: len(TOWNS)])
    warm = server_memory()
    await asyncio.gather(*opening[len(TOWNS) :])
    await settle()
    before, cpu, own = metrics(), server_cpu(), time.process_time()
    counts.measuring = True
    await asyncio.sleep(SECONDS)
    counts.measuring = False
    after, spent = metrics(), server_cpu() - cpu
    report = {
        "live": sum(not task.done() for task in SITTING) // PEOPLE,
        "frames": counts.frames,
        "bytes": counts.bytes,
        "p50": served_within(before, after, 0.5),
        "p99": served_within(before, after, 0.99),
        "delays": sorted(counts.delays),
        "entries": after["quexiang_log_entries"] - before["quexiang_log_entries"],
        "commits": after["quexiang_log_commits"] - before["quexiang_log_commits"],
        "faults": after["quexiang_faults_total"],
        "moves": summed(after, MOVES) - summed(before, MOVES),
        "messages": summed(after, MESSAGES) - summed(before, MESSAGES),
        "away": summed(after, AWAY),
        "cpu": spent,
        "people_cpu": time.process_time() - own,
        "grown": server_memory() - warm,
    }
    sys.stdout.write(msgspec.json.encode(report).decode())
    sys.stdout.flush()
    os._exit(0)  # thousands of sockets need not say good-bye


async def settle() -> None:
    """Wait until the rooms are where their people are, as far as they ever are."""
    await asyncio.sleep(SETTLING)
    for _ in range(int(PATIENCE / LOOKS)):
        if not summed(metrics(), AWAY):
            break
        await asyncio.sleep(LOOKS)


def metrics() -> Counter[str]:
    """The server's own counters; of several nodes their sums."""
    found: Counter[str] = Counter()
    for port in PORTS:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            lines = answer.read().decode().splitlines()
        for line in lines:
            if not line.startswith("#"):
                name, value = line.rsplit(maxsplit=1)
                found[name] += float(value)  # type: ignore[assignment]  # counts may be seconds
    return found


def summed(measured: Counter[str], name: str) -> float:
    """A measure that has labels."""
    return sum(value for key, value in measured.items() if key.startswith(name))


def served_within(before: Counter[str], after: Counter[str], part: float) -> float:
    """Seconds within which the server did a part of its work, by its own histogram."""
    bounds = [key for key in after if key.startswith(BUCKET)]
    found = [(float(key[len(BUCKET) : -2]), after[key] - before[key]) for key in bounds]
    wanted = part * found[-1][1]
    below, low = 0.0, 0.0
    for bound, count in found[:-1]:
        if count >= wanted and count > below:
            return low + (bound - low) * (wanted - below) / (count - below)
        below, low = count, bound
    return low


def server_cpu() -> float:
    """Seconds of CPU that the server has used."""
    ticks = 0
    for server in os.environ["LOAD_SERVERS"].split():
        fields = Path(f"/proc/{server}/stat").read_text("ascii").split()
        ticks += int(fields[13]) + int(fields[14])
    return ticks / os.sysconf("SC_CLK_TCK")


def server_memory() -> int:
    """Bytes of memory that the server has."""
    servers = os.environ["LOAD_SERVERS"].split()
    pages = (Path(f"/proc/{one}/statm").read_text("ascii").split()[1] for one in servers)
    return sum(map(int, pages)) * resource.getpagesize()


@contextmanager
def places() -> Iterator[tuple[str, str]]:
    """The addresses of the database and of NATS."""
    if not NODES:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite+aiosqlite:///{folder}/load.sqlite", ""
        return
    sys.path.insert(0, str(TESTS))
    from nats_server import own_nats  # noqa: PLC0415 - of the tests
    from postgres import postgres  # noqa: PLC0415 - likewise

    with postgres() as url, own_nats() as nats:
        yield url, nats.url


async def register(database: str) -> list[str]:
    """Enter all people, and give their tokens."""
    store = Store(database)
    await store.migrate()
    tokens = Tokens(await store.setting("token_key", new_key()))
    names = [f"p_{number}" for number in range(TABLES * PEOPLE)]
    people = [{"id": name, "name": name, "created": 0, "banned": False} for name in names]
    usual: dict[str, object] = {"created": 0, "seen": time.time(), "expires": time.time() + DAY}
    usual |= {"network": "", "device": "", "ended": False}
    async with store.database.writing() as connection:
        await connection.execute(insert(PEOPLE_TABLE), people)
        await connection.execute(
            insert(SESSIONS), [{"person": name, "id": "load", **usual} for name in names]
        )
    await store.close()
    return [tokens.make(Claim(name, "load")) for name in names]


def run_server(database: str, nats: str, port: int) -> None:
    """A process that serves."""
    limits = Limits(
        guests=MANY,
        rooms=MANY,
        open_rooms=10**6,
        sockets=10**6,
        connects=MANY,
        writes=MANY,
        frames=MANY,
    )
    settings = Settings(database_url=database, nats=nats, limits=limits)
    run_app(make_app(settings), "127.0.0.1", port)


async def echo_ceiling(seconds: float = 3.0) -> float:
    """Frames a second that this machine echoes over sockets, client and server in one process."""
    count = 0

    async def talk() -> None:
        nonlocal count
        async with connect("ws://127.0.0.1:8932", compression=None) as socket:
            while True:
                await socket.send("x" * 200)
                await socket.recv()
                count += 1

    async def echo(socket: object) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:  # type: ignore[attr-defined]  # a connection
                await socket.send(text)  # type: ignore[attr-defined]  # likewise

    async with serve(echo, "127.0.0.1", 8932, compression=None):
        tasks = [asyncio.create_task(talk()) for _ in range(ECHO_CLIENTS)]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return count / seconds


def wait_for_server() -> None:
    """Wait until all nodes answer."""
    waited = list(PORTS)
    for _ in range(PATIENCE * 20):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{waited[0]}/healthz"):
                del waited[0]
        except OSError:
            time.sleep(0.05)
        if not waited:
            return
    raise SystemExit("the server does not answer")


def allow_sockets() -> None:
    """As many open files as the system lets us have, if they are enough."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < TABLES * PEOPLE + SPARE:
        raise SystemExit(f"{most} open files are too few: ulimit -Hn {TABLES * PEOPLE + SPARE}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def take_core(*, serves: bool) -> None:
    """The server has one core, the people have the others; several nodes share all."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1 and not NODES:
        os.sched_setaffinity(0, cores[:1] if serves else cores[1:])


def measure() -> dict[str, object]:
    """Run all processes and give what the people measured."""
    here = [sys.executable, __file__, *GIVEN]
    with places() as (database, nats):
        tokens = asyncio.run(register(database))
        servers = [
            subprocess.Popen([*here, "server", database, nats, str(port)])  # noqa: S603 - this file
            for port in PORTS
        ]
        try:
            wait_for_server()
            pids = " ".join(str(server.pid) for server in servers)
            done = subprocess.run(  # noqa: S603 - likewise
                [*here, "people"],
                env=os.environ | {"LOAD_SERVERS": pids},
                input=msgspec.json.encode(tokens),
                stdout=subprocess.PIPE,
                check=True,
            )
        finally:
            for server in servers:
                server.kill()
                server.wait(20)
    report: dict[str, object] = msgspec.json.decode(done.stdout)
    return report


def main() -> None:
    """Print the table."""
    report = measure()
    delays: list[float] = report.pop("delays")  # type: ignore[assignment]  # as it was sent
    numbers = {key: float(value) for key, value in report.items()}  # type: ignore[arg-type]  # likewise
    print(f"load: {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for name, value, form in lines(numbers, delays):
        print(f"  {name:32}{value:8{form}}")
    print(f"  {'bare echo, frames a second':32}{asyncio.run(echo_ceiling()):8.0f}")


def lines(numbers: dict[str, float], delays: list[float]) -> list[tuple[str, float, str]]:
    """What is printed, with its form."""
    entries, tables = max(1, numbers["entries"]), max(1, numbers["live"])
    further = max(1, tables - len(TOWNS))
    return [
        (f"tables held, of {TABLES}", tables, ".0f"),
        ("people at each", PEOPLE, ".0f"),
        ("nodes with NATS", NODES, ".0f"),
        ("seconds", SECONDS, ".0f"),
        ("frames to people a second", numbers["frames"] / SECONDS, ".0f"),
        ("answers of people a second", len(delays) / SECONDS, ".0f"),
        ("log entries a second", entries / SECONDS, ".0f"),
        ("entries in one transaction", entries / max(1, numbers["commits"]), ".1f"),
        ("by the server's clock, p50, ms", 1000 * numbers["p50"], ".1f"),
        ("by the server's clock, p99, ms", 1000 * numbers["p99"], ".1f"),
        ("by the people's clock, p50, ms", 1000 * share(delays, 0.5), ".1f"),
        ("by the people's clock, p99, ms", 1000 * share(delays, 0.99), ".1f"),
        ("server's CPU, % of a core", 100 * numbers["cpu"] / SECONDS, ".0f"),
        ("people's CPU, % of a core", 100 * numbers["people_cpu"] / SECONDS, ".0f"),
        ("CPU for an answer, ms", 1000 * numbers["cpu"] / entries, ".2f"),
        ("CPU for a frame, µs", 1e6 * numbers["cpu"] / max(1, numbers["frames"]), ".0f"),
        ("bytes a frame", numbers["bytes"] / max(1, numbers["frames"]), ".0f"),
        ("memory for a further table, KiB", numbers["grown"] / further / 1024, ".0f"),
        ("rooms that came or left", numbers["moves"], ".0f"),
        ("sockets away from their room", numbers["away"], ".0f"),
        ("messages between nodes, a second", numbers["messages"] / SECONDS, ".0f"),
        ("faults", numbers["faults"], ".0f"),
    ]


def share(delays: list[float], part: float) -> float:
    """The delay below which a part of all lies."""
    return delays[min(len(delays) - 1, int(part * len(delays)))] if delays else 0.0


if __name__ == "__main__":
    allow_sockets()
    match sys.argv[5:]:
        case ["server", database, nats, port]:
            take_core(serves=True)
            run_server(database, nats, int(port))
        case ["people"]:
            take_core(serves=False)
            uvloop.run(people(msgspec.json.decode(sys.stdin.buffer.read())))
        case _:
            main()

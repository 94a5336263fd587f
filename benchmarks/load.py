"""A server under load: real sockets from a second process, human-paced people at every table.

    python benchmarks/load.py [TABLES [SECONDS]]

One process serves; another holds one socket for each table, whose person answers after a human
pause, with bots on the other seats. Beside it: how fast the same machine echoes frames.
"""

from __future__ import annotations

import asyncio
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import msgspec
import uvicorn
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

from quexiang.client import Client
from quexiang.rooms import said, told
from quexiang.rooms.frames import read_told, write
from quexiang.server.app import make_app
from quexiang.server.settings import Limits, Settings

TABLES = int(sys.argv[1]) if len(sys.argv) > 1 else 200
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 10.0  # noqa: PLR2004 - the second argument
PORT = 8931
TOWNS = ("hangzhou", "anhua", "lanzhou", "zhangzhou", "anshun")
THINK = (1.0, 3.0)
MANY = (10**6, 1.0)
ECHO_CLIENTS = 20


class Counts:
    """What the people saw."""

    def __init__(self) -> None:
        self.frames = 0
        self.answers = 0
        self.delays: list[float] = []
        self.measuring = False


async def sit(number: int, token: str, counts: Counts) -> None:
    """One person at one table: answers every ask after a while, with the first choice."""
    source = random.Random(number)
    client = Client(f"http://127.0.0.1:{PORT}", token)
    town = TOWNS[number % len(TOWNS)]
    key = await client.quick(town, level="random", options={"rounds": 8})
    headers = {"authorization": f"Bearer {token}"}
    url = f"ws://127.0.0.1:{PORT}/api/rooms/{key}/socket"
    sent: dict[str, float] = {}
    async with connect(url, additional_headers=headers, compression=None) as socket:
        await socket.send(write(said.Hello()).decode())
        async for text in socket:
            counts.frames += counts.measuring
            frame = read_told(text)
            if isinstance(frame, told.Ask):
                _answer_later(socket, frame, source, sent)
            elif isinstance(frame, told.Done) and frame.id in sent:
                counts.answers += counts.measuring
                if counts.measuring:
                    counts.delays.append(time.perf_counter() - sent[frame.id])
                del sent[frame.id]
            elif isinstance(frame, told.Room) and frame.room.phase == "between":
                await socket.send(write(said.Ready()).decode())


def _answer_later(
    socket: object, ask: told.Ask, source: random.Random, sent: dict[str, float]
) -> None:
    async def answer() -> None:
        await asyncio.sleep(source.uniform(*THINK))
        choice = source.choice(ask.choices)
        tiles = choice.tiles[: max(choice.sizes)] if choice.sizes else None
        name = f"a{ask.ask}"
        sent[name] = time.perf_counter()
        frame = said.Answer(id=name, ask=ask.ask, choice=choice.index, tiles=tiles)
        await socket.send(write(frame).decode())  # type: ignore[attr-defined]

    task = asyncio.ensure_future(answer())
    TASKS.add(task)
    task.add_done_callback(TASKS.discard)


TASKS: set[asyncio.Future[None]] = set()


async def people() -> None:
    """The second process: all people, and what they measured."""
    counts = Counts()
    clients = [Client(f"http://127.0.0.1:{PORT}") for _ in range(TABLES)]
    sitting = []
    for number, client in enumerate(clients):
        await client.guest(f"load{number}")
        sitting.append(asyncio.create_task(sit(number, client.token, counts)))
        if number % 25 == 24:  # noqa: PLR2004 - not all doors at once
            await asyncio.sleep(0.1)
    await asyncio.sleep(5)
    before, cpu = metrics(), server_cpu()
    counts.measuring = True
    await asyncio.sleep(SECONDS)
    counts.measuring = False
    after, spent = metrics(), server_cpu() - cpu
    live = sum(not task.done() for task in sitting)
    report = {
        "live": live,
        "frames": counts.frames,
        "answers": counts.answers,
        "delays": sorted(counts.delays),
        "entries": after["quexiang_log_entries"] - before["quexiang_log_entries"],
        "commits": after["quexiang_log_commits"] - before["quexiang_log_commits"],
        "cpu": spent,
        "rss": server_memory(),
    }
    sys.stdout.write(msgspec.json.encode(report).decode())


def metrics() -> dict[str, float]:
    """The server's own counters."""
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return {line.split()[0]: float(line.split()[1]) for line in lines if not line.startswith("#")}


def server_cpu() -> float:
    """Seconds of CPU that the server has used."""
    fields = Path(f"/proc/{os.environ['LOAD_SERVER']}/stat").read_text("ascii").split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def server_memory() -> int:
    """Bytes of memory that the server has."""
    text = Path(f"/proc/{os.environ['LOAD_SERVER']}/statm").read_text("ascii")
    return int(text.split()[1]) * resource.getpagesize()


def run_server(folder: str) -> None:
    """The first process."""
    limits = Limits(
        guests=MANY, rooms=MANY, open_rooms=10**6, sockets=10**6, codes=MANY, frames=MANY
    )
    url = f"sqlite+aiosqlite:///{folder}/load.sqlite"
    app = make_app(Settings(database_url=url, limits=limits))
    config = uvicorn.Config(
        app, port=PORT, log_config=None, access_log=False, ws_per_message_deflate=False
    )
    uvicorn.Server(config).run()


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
            async for text in socket:  # type: ignore[attr-defined]
                await socket.send(text)  # type: ignore[attr-defined]

    async with serve(echo, "127.0.0.1", 8932, compression=None):
        tasks = [asyncio.create_task(talk()) for _ in range(ECHO_CLIENTS)]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return count / seconds


def wait_for_server() -> None:
    """Wait until it answers."""
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/healthz"):
                return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("the server does not answer")


def measure() -> dict[str, object]:
    """Run both processes and give what the people measured."""
    here = [sys.executable, __file__, str(TABLES), str(SECONDS)]
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([*here, "server", folder])  # noqa: S603 - this file
        try:
            wait_for_server()
            environment = os.environ | {"LOAD_SERVER": str(server.pid)}
            empty = int(Path(f"/proc/{server.pid}/statm").read_text("ascii").split()[1])
            done = subprocess.run(  # noqa: S603 - likewise
                [*here, "people"], env=environment, capture_output=True, check=True
            )
        finally:
            server.terminate()
            server.wait(20)
    report: dict[str, object] = msgspec.json.decode(done.stdout)
    report["empty"] = empty * resource.getpagesize()
    return report


def main() -> None:
    """Print the table."""
    report = measure()
    numbers = {key: float(value) for key, value in report.items() if key != "delays"}  # type: ignore[arg-type]
    delays: list[float] = report["delays"]  # type: ignore[assignment]
    tables = numbers["live"]
    print(f"load: {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"  tables held                     {tables:8.0f} of {TABLES}, {SECONDS:.0f} s")
    print(f"  frames to people a second       {numbers['frames'] / SECONDS:8.0f}")
    print(f"  answers of people a second      {numbers['answers'] / SECONDS:8.1f}")
    print(f"  log entries a second            {numbers['entries'] / SECONDS:8.0f}")
    print(
        f"  entries in one transaction      {numbers['entries'] / max(1, numbers['commits']):8.1f}"
    )
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        value = delays[min(len(delays) - 1, int(share * len(delays)))] if delays else 0.0
        print(f"  answer to broadcast, {name}        {1000 * value:8.1f} ms")
    print(f"  server's CPU                    {100 * numbers['cpu'] / SECONDS:8.0f} %")
    entry = 1000 * numbers["cpu"] / max(1, numbers["entries"])
    print(f"  CPU for an action               {entry:8.2f} ms")
    memory = (numbers["rss"] - numbers["empty"]) / max(1.0, tables)
    print(f"  memory for a table              {memory / 1024:8.0f} KiB")
    print(f"  bare echo ceiling               {asyncio.run(echo_ceiling()):8.0f} frames a second")


if __name__ == "__main__":
    match sys.argv[3:]:
        case ["server", where]:
            run_server(where)
        case ["people"]:
            asyncio.run(people())
        case _:
            main()

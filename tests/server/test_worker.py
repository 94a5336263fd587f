"""Workers: what they take and refuse, and that nothing is lost with one of them."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import msgspec
import pytest
from players import PATIENCE, until
from running import free_port, sqlite
from test_advice import thinking
from test_review import played

from quexiang.cluster import nats_bus
from quexiang.cluster.bus import Bus, LocalBus
from quexiang.cluster.crew import Crew, CrewPool
from quexiang.cluster.nats_bus import NatsBus
from quexiang.cluster.work import REVIEW, THINK, subject
from quexiang.cluster.worker import Worker
from quexiang.errors import UserError
from quexiang.rooms import bots
from quexiang.rooms.bots import BotPool, NoProcess, Work, ponder
from quexiang.rooms.messages import BotChose, Thinking
from quexiang.server import serve
from quexiang.server.metrics import Metrics
from quexiang.server.settings import Settings
from quexiang.server.worker import WorkerMetrics, WorkerSettings, show, work
from quexiang.study.seat_review import ReviewTask, SeatReview, make_review


class Desk(BotPool):
    """A pool whose work ends when the test says so."""

    def __init__(self, name: str, processes: int = 1) -> None:
        super().__init__(processes)
        self.name = name
        self.begun: list[str] = []
        self.go = asyncio.Event()

    async def run(self, work: Work, text: str) -> bytes:
        self.begun.append(text)
        await self.go.wait()
        if text == "wrong":
            raise ValueError(text)
        return msgspec.json.encode(f"{text} by {self.name}")


def here(work: str) -> bytes:
    return msgspec.json.encode(f"{work} here")


class OwnPool(CrewPool):
    """A node's pool that needs no process."""

    def _running(self) -> None:  # type: ignore[override]  # a thread will do
        return None


def patient(bus: Bus) -> Crew:
    """Workers whom a busy machine does not make look dead."""
    return Crew(bus, offered=PATIENCE, sign_of_life=PATIENCE)


def counted(metrics: Metrics | WorkerMetrics, name: str, **labels: str) -> int:
    return int(metrics.registry.get_sample_value(f"quexiang_{name}", labels) or 0)


async def worker(bus: Bus, desk: Desk) -> tuple[Worker, WorkerMetrics]:
    metrics = WorkerMetrics()
    made = Worker(bus, desk, metrics)
    await made.start()
    return made, metrics


def test_a_worker_does_as_much_as_it_can_and_refuses_the_rest() -> None:
    async def ask() -> None:
        bus, node = LocalBus(), Metrics()
        desk = Desk("one", processes=2)
        _, metrics = await worker(bus, desk)
        pool = OwnPool(THINK, 1, crew=patient(bus), measures=node)

        first = [asyncio.create_task(pool.run(here, text)) for text in ("a", "b")]
        await until(lambda: desk.begun == ["a", "b"])
        third = await pool.run(here, "c")
        desk.go.set()

        assert third == b'"c here"'
        assert await asyncio.gather(*first) == [b'"a by one"', b'"b by one"']
        assert await pool.run(here, "d") == b'"d by one"'
        assert counted(node, "work_total", kind=THINK, where="worker") == 3
        assert counted(node, "work_total", kind=THINK, where="here") == 1
        assert counted(node, "work_declined_total", kind=THINK, why="busy") == 1
        assert counted(metrics, "worker_jobs_total", kind=THINK, end="done") == 3
        assert counted(metrics, "worker_jobs_total", kind=THINK, end="busy") == 3

    asyncio.run(ask())


def test_where_one_is_busy_another_takes_it() -> None:
    async def ask() -> None:
        bus, full, free = LocalBus(), Desk("full"), Desk("free")
        await worker(bus, full)
        crew = patient(bus)
        first = asyncio.create_task(crew.do(THINK, "a"))
        await until(lambda: full.begun)
        await worker(bus, free)
        free.go.set()

        assert [await crew.do(THINK, text) for text in "bcd"] == [
            b'"b by free"',
            b'"c by free"',
            b'"d by free"',
        ]
        full.go.set()
        assert await first == b'"a by full"'

    asyncio.run(ask())


def test_reviews_leave_room_for_bots() -> None:
    async def ask() -> None:
        bus, desk = LocalBus(), Desk("one", processes=4)
        await worker(bus, desk)
        node = OwnPool(REVIEW, 1, crew=patient(bus), measures=Metrics())
        reviews = [asyncio.create_task(node.run(here, text)) for text in "abc"]
        done, _ = await asyncio.wait(reviews, return_when=asyncio.FIRST_COMPLETED)
        bots = [asyncio.create_task(patient(bus).do(THINK, text)) for text in "xy"]
        await until(lambda: len(desk.begun) == 4)

        assert [task.result() for task in done] == [b'"c here"']
        assert desk.begun == ["a", "b", "x", "y"]
        desk.go.set()
        await asyncio.gather(*reviews, *bots)

    asyncio.run(ask())


def test_without_workers_or_with_one_that_fails_a_node_does_it_itself() -> None:
    async def ask() -> None:
        bus, node = LocalBus(), Metrics()
        pool = OwnPool(REVIEW, 1, crew=patient(bus), measures=node)

        assert await pool.run(here, "a") == b'"a here"'
        desk = Desk("clumsy")
        desk.go.set()
        _, metrics = await worker(bus, desk)
        assert await pool.run(here, "wrong") == b'"wrong here"'

        assert counted(node, "work_declined_total", kind=REVIEW, why="unanswered") == 1
        assert counted(node, "work_declined_total", kind=REVIEW, why="failed") == 1
        assert counted(metrics, "worker_jobs_total", kind=REVIEW, end="failed") == 1

    asyncio.run(ask())


def test_a_node_without_processes_thinks_in_a_thread_where_no_worker_does() -> None:
    async def ask() -> None:
        metrics = Metrics()
        pool = CrewPool(THINK, 0, crew=None, measures=metrics)

        with pytest.raises(NoProcess):
            await pool.run(here, "a")
        chosen = await pool.think(thinking(), "s")

        assert isinstance(chosen, BotChose)
        assert chosen.action is not None
        assert counted(metrics, "work_total", kind=THINK, where="thread") == 2

    asyncio.run(ask())


def test_a_worker_that_stops_finishes_and_takes_no_more() -> None:
    async def stop() -> None:
        bus, desk = LocalBus(), Desk("one", processes=2)
        made, _ = await worker(bus, desk)
        pool = OwnPool(THINK, 1, crew=patient(bus), measures=Metrics())
        first = asyncio.create_task(pool.run(here, "a"))
        await until(lambda: desk.begun)

        stopping = asyncio.create_task(made.stop())
        await asyncio.sleep(0)
        assert await pool.run(here, "b") == b'"b here"'
        assert not stopping.done()
        desk.go.set()

        assert await first == b'"a by one"'
        await stopping

    asyncio.run(stop())


def test_work_is_offered_to_workers_of_the_same_version_only() -> None:
    assert subject(THINK).startswith("quexiang.work.")
    assert subject(THINK).count(".") == 3
    assert subject(THINK) != subject(REVIEW)


# With a real bus and a real process.


class Process:
    """`quexiang worker`, and the processes in which it thinks."""

    def __init__(self, url: str, minds: int = 1) -> None:
        command = [sys.executable, "-m", "quexiang", "worker", "--nats", url, "--minds", str(minds)]
        self.running = subprocess.Popen(command, stderr=subprocess.PIPE)  # noqa: S603 - our own

    def minds(self) -> list[int]:
        pid = self.running.pid
        return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split())]


@contextmanager
def process(url: str) -> Iterator[Process]:
    made = Process(url)
    minds: list[int] = []
    try:
        assert made.running.stderr is not None
        assert b"working" in made.running.stderr.readline()
        yield made
        if made.running.poll() is None:
            minds = made.minds()
    finally:
        made.running.kill()
        made.running.wait()
        made.running.stderr.close()  # type: ignore[union-attr]  # it is a pipe
        for one in minds:
            os.kill(one, signal.SIGKILL)


class NotingBus(NatsBus):
    """Knows whether a result was asked for, which is when a worker has taken the work."""

    fetches = 0

    async def ask(self, subject: str, payload: bytes, within: float) -> bytes:
        self.fetches += ".at." in subject
        return await super().ask(subject, payload, within)


@asynccontextmanager
async def nats(url: str) -> AsyncIterator["NotingBus"]:
    bus = NotingBus(url)
    await bus.open(lambda _up: None)
    try:
        yield bus
    finally:
        await bus.close()


@contextmanager
def thinker(crew: Crew) -> Iterator[tuple[CrewPool, Metrics]]:
    metrics = Metrics()
    pool = CrewPool(THINK, 1, crew=crew, measures=metrics)
    try:
        yield pool, metrics
    finally:
        pool.stop()


def patient_thinking() -> Thinking:
    task = thinking()
    task.within = PATIENCE
    return task


@pytest.mark.slow
def test_a_worker_thinks_and_reviews_as_a_node_would(nats_url: str) -> None:
    text = msgspec.json.encode(ReviewTask("m", 1, played("hangzhou").entries)).decode()

    async def ask() -> tuple[object, bytes]:
        async with nats(nats_url) as bus:
            with thinker(patient(bus)) as (pool, metrics):
                chosen = await pool.think(patient_thinking(), "s")
                assert counted(metrics, "work_total", kind=THINK, where="worker") == 1
            return chosen, await patient(bus).do(REVIEW, text)

    with process(nats_url):
        chosen, review = asyncio.run(ask())

    assert chosen == ponder(thinking(), "master", "s")
    assert review == make_review(text)
    assert msgspec.json.decode(review, type=SeatReview).lessons


@pytest.mark.slow
def test_what_a_killed_worker_had_is_done_by_the_node(nats_url: str) -> None:
    async def ask(worker: Process) -> None:
        async with nats(nats_url) as bus:
            await patient(bus).do(THINK, job_text())
            bus.fetches = 0
            with thinker(Crew(bus, offered=PATIENCE)) as (pool, metrics), stopped(worker):
                thought = asyncio.create_task(pool.think(patient_thinking(), "s"))
                await until(lambda: bus.fetches)
                worker.running.kill()
                chosen = await thought

        assert chosen == ponder(thinking(), "master", "s")
        assert counted(metrics, "work_declined_total", kind=THINK, why="lost") == 1
        assert counted(metrics, "work_total", kind=THINK, where="here") == 1

    with process(nats_url) as worker:
        asyncio.run(ask(worker))


@pytest.mark.slow
def test_a_worker_that_is_told_to_stop_gives_its_results_first(nats_url: str) -> None:
    async def ask(worker: Process) -> None:
        async with nats(nats_url) as bus:
            await patient(bus).do(THINK, job_text())
            bus.fetches = 0
            with thinker(patient(bus)) as (pool, metrics):
                with stopped(worker):
                    thought = asyncio.create_task(pool.think(patient_thinking(), "s"))
                    await until(lambda: bus.fetches)
                    worker.running.terminate()
                await thought

        assert counted(metrics, "work_total", kind=THINK, where="worker") == 1
        assert await asyncio.to_thread(worker.running.wait, PATIENCE) == 0

    with process(nats_url) as worker:
        asyncio.run(ask(worker))


def job_text() -> str:
    return msgspec.json.encode(bots._job(thinking(), "s")).decode()


@contextmanager
def stopped(worker: Process) -> Iterator[None]:
    """Let no process of a worker go on meanwhile."""
    minds = worker.minds()
    assert minds
    for one in minds:
        os.kill(one, signal.SIGSTOP)
    try:
        yield
    finally:
        for one in minds:
            os.kill(one, signal.SIGCONT)


def test_a_node_without_its_bus_does_not_start_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_bus, "FIRST", 1.0)
    nats = f"nats://127.0.0.1:{free_port()}"
    settings = Settings(database_url=sqlite(tmp_path), nats=nats)

    with pytest.raises(UserError, match=r"cannot reach NATS: .*Connect call failed"):
        serve.check_bus(settings)


def test_a_port_for_measures_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings = WorkerSettings(nats="nats://127.0.0.1:1", metrics_port=port)

        with pytest.raises(UserError, match=f"--metrics-port {port}: Address already in use"):
            show(settings, WorkerMetrics())


def test_a_bus_that_is_not_there_is_told_once(capfd: pytest.CaptureFixture[str]) -> None:
    async def reach() -> None:
        with pytest.raises(UserError, match="cannot reach NATS"):
            await work(WorkerSettings(nats=f"nats://127.0.0.1:{free_port()}"), WorkerMetrics())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nats_bus, "FIRST", 1.0)
        asyncio.run(reach())

    assert "".join(capfd.readouterr()).count("trouble with NATS") == 1

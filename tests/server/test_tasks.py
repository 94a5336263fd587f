"""Background tasks: what dies is reported, counted and started again."""

import asyncio

import pytest

from quexiang.server.metrics import Metrics
from quexiang.server.tasks import LONGEST, Tasks


class Time:
    """Sleeps that last no time and are written down."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)

    def clock(self) -> float:
        return self.now


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def test_a_task_that_dies_comes_back_later_and_later(capfd: pytest.CaptureFixture[str]) -> None:
    time, metrics = Time(), Metrics()
    tries = 0

    async def fail() -> None:
        nonlocal tries
        tries += 1
        if tries == 10:
            await asyncio.Event().wait()
        raise OSError("no database")

    async def run() -> list[dict[str, str]]:
        tasks = Tasks(metrics, time.sleep, time.clock)
        tasks.start("noticing", fail)
        await turns(1)
        seen = [dict(tasks.dead)]
        await turns(50)
        seen.append(dict(tasks.dead))
        await tasks.stop()
        return seen

    seen = asyncio.run(run())

    assert seen == [{"noticing": "OSError"}, {}]
    assert time.slept == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    counted = metrics.registry.get_sample_value("quexiang_task_deaths_total", {"task": "noticing"})
    assert counted == 9
    assert "no database" in capfd.readouterr().err


def test_a_task_that_lived_long_comes_back_soon() -> None:
    time, metrics = Time(), Metrics()

    async def live() -> None:
        time.now += LONGEST + 1
        raise OSError

    async def run() -> None:
        tasks = Tasks(metrics, time.sleep, time.clock)
        tasks.start("living", live)
        await turns(8)
        await tasks.stop()

    asyncio.run(run())

    assert set(time.slept) == {1.0}


def test_a_repeated_task_goes_on_after_a_failure() -> None:
    time, metrics = Time(), Metrics()
    done: list[float] = []

    async def work() -> None:
        done.append(time.now)
        if len(done) == 2:
            raise OSError

    async def run() -> None:
        tasks = Tasks(metrics, time.sleep, time.clock)
        tasks.every(5.0, "working", work)
        await turns(30)
        await tasks.stop()

    asyncio.run(run())

    assert done[:4] == [5.0, 10.0, 16.0, 21.0]


def test_work_at_hand_is_finished_before_the_end() -> None:
    time, metrics = Time(), Metrics()
    done: list[str] = []

    async def work() -> None:
        done.append("begun")
        await turns(5)
        done.append("finished")

    async def run() -> None:
        tasks = Tasks(metrics, time.sleep, time.clock)
        tasks.every(5.0, "working", work)
        await turns(4)
        assert done == ["begun"]
        await tasks.stop()

    asyncio.run(run())

    assert done == ["begun", "finished"]

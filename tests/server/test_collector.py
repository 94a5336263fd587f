"""Cyclic garbage is found in short steps, and connections leave none."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable, Iterator

import pytest
from test_patience import HELLO
from test_read_frames import Wire
from uvicorn.server import ServerState

from quexiang.server.collector import STEP, WHOLE, Collector
from quexiang.server.frames import FrameProtocol
from quexiang.server.metrics import Metrics
from quexiang.server.patience import Config, PatientProtocol


class Ring:
    """Something that only the collector frees."""

    def __init__(self) -> None:
        self.me = self


class Busy:
    """A server's time: after each sleep so much later than was asked for, until it is to end."""

    def __init__(self, steps: int, *, late: float = 0.0) -> None:
        self.now = 0.0
        self.steps = steps
        self.late = late
        self.looks: list[int] = []
        """The generations looked at."""

    async def sleep(self, seconds: float) -> None:
        if not self.steps:
            raise asyncio.CancelledError
        self.steps -= 1
        self.now += seconds + self.late

    def clock(self) -> float:
        return self.now

    def notice(self, phase: str, look: dict[str, int]) -> None:
        if phase == "start":
            self.looks.append(look["generation"])

    def collect(self, metrics: Metrics) -> None:
        gc.callbacks.append(self.notice)
        try:
            asyncio.run(Collector(metrics, self.sleep, self.clock).run())
        except asyncio.CancelledError:
            pass
        finally:
            gc.callbacks.remove(self.notice)


@pytest.fixture(autouse=True)
def by_itself_python_collects_nothing() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_what_is_new_and_garbage_is_found_with_the_next_step() -> None:
    ring = weakref.ref(Ring())
    assert ring() is not None

    Busy(steps=1).collect(Metrics())

    assert ring() is None


def test_what_outlives_a_step_is_not_looked_at_in_the_next() -> None:
    kept = [[] for _ in range(1000)]  # type: ignore[var-annotated]  # empty

    Busy(steps=1).collect(Metrics())

    old = {id(thing) for thing in gc.get_objects(generation=2)}
    assert all(id(thing) in old for thing in kept)


def test_everything_is_looked_at_once_an_hour() -> None:
    steps = round(WHOLE / STEP)
    time = Busy(2 * steps + 2)

    time.collect(Metrics())

    assert time.looks.count(2) == 2
    assert time.looks.count(1) == 2 * steps + 2


def test_how_late_the_server_comes_is_counted() -> None:
    metrics = Metrics()

    Busy(steps=3, late=0.2).collect(metrics)

    samples = metrics.registry.get_sample_value
    assert samples("quexiang_late_seconds_bucket", {"le": "0.1"}) == 0
    assert samples("quexiang_late_seconds_count") == 3
    assert samples("quexiang_late_seconds_sum") == pytest.approx(0.6)


class Line(Wire):
    """A transport that is passed on."""

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None: ...


async def listen(_: object, __: object, send: Callable[..., Awaitable[None]]) -> None:
    """Take every socket."""
    await send({"type": "websocket.accept"})


async def upgraded() -> weakref.ref[PatientProtocol]:
    """The protocol of an HTTP connection that has become a socket's."""
    config = Config(listen, interface="asgi3", ws=FrameProtocol)
    config.load()
    http = PatientProtocol(config, ServerState(), {})
    http.connection_made(Line())
    http.data_received(HELLO.format(key="nothing").encode())
    return weakref.ref(http)


def test_a_connection_that_becomes_a_socket_leaves_no_garbage() -> None:
    async def is_gone() -> bool:
        http = await upgraded()
        await asyncio.sleep(0)
        return http() is None

    assert asyncio.run(is_gone())

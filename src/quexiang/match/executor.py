"""Where works are played: in this process, in several, or on a Ray cluster.

All three give the outcomes in the order of the works, and never have more than a few tasks waiting
for each processor, so that a run of any length needs the same memory.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context, parent_process
from typing import Any, Final, Protocol, TypeVar

from msgspec import Struct

from quexiang.errors import UserError, of_system
from quexiang.text import Text

Work = TypeVar("Work")
Outcome = TypeVar("Outcome")
Task = TypeVar("Task")
LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
KNOCKING: Final = 10.0
"""Seconds that the head of a cluster has to answer in."""
Played = tuple[list[Outcome], float]
"""The outcomes of a task, and the seconds it took."""

WAITING: Final = 4
"""Tasks in flight for each processor."""
QUICK: Final = 0.025
"""Seconds; a task that takes less costs more on its way than it should."""
LARGEST: Final = 16
"""How many times the size of the first task a task may have."""
RAY_CHUNK: Final = 8
"""How many times the works of a task for a process one for Ray holds: it travels farther."""


class Executor(Protocol):
    """Plays works, somewhere."""

    def results(
        self, play: Callable[[Work], Outcome], works: Iterable[Work], *, chunk: int = 1
    ) -> Iterator[Outcome]:
        """The outcomes in the order of the works; `chunk` of them, or more, make a task."""


class Here(Struct, frozen=True):
    """The process that asks."""

    def results(
        self,
        play: Callable[[Work], Outcome],
        works: Iterable[Work],
        *,
        chunk: int = 1,
    ) -> Iterator[Outcome]:
        """The outcomes in the order of the works."""
        return map(play, works)


class Processes(Struct, frozen=True):
    """Several processes of this machine."""

    jobs: int

    def results(
        self, play: Callable[[Work], Outcome], works: Iterable[Work], *, chunk: int = 1
    ) -> Iterator[Outcome]:
        """The outcomes in the order of the works."""
        fork = get_context("fork")
        pool = ProcessPoolExecutor(self.jobs, mp_context=fork, initializer=_end_with_parent)

        def submit(some: list[Work]) -> Future[Played[Outcome]]:
            return pool.submit(_play_all, play, some)

        try:
            most = WAITING * self.jobs
            yield from _ordered(submit, Future.result, works, Pace(chunk), lambda: most)
        except BrokenProcessPool:
            zh = "有一个进程被杀掉了（也许内存不够），这一次不算；再来一次"
            raise UserError(
                zh, "a process was killed, perhaps for want of memory; run it again"
            ) from None
        finally:
            pool.shutdown(cancel_futures=True)


class RayCluster(Struct, frozen=True):
    """A Ray cluster at an address, or `local`: one that lives as long as the run.

    Ray plays the tasks of a killed worker or node again; a work knows its seed, so the outcome is
    the same.
    """

    address: str

    def results(
        self, play: Callable[[Work], Outcome], works: Iterable[Work], *, chunk: int = 1
    ) -> Iterator[Outcome]:
        """The outcomes in the order of the works."""
        ray = _ray()
        is_mine = not ray.is_initialized()
        if is_mine:
            _connect(ray, self.address)
        try:
            task = ray.remote(num_cpus=1, max_retries=-1)(_play_all)
            submit, pace = partial(task.remote, play), Pace(RAY_CHUNK * chunk)
            yield from _ordered(submit, ray.get, works, pace, partial(_most, ray))
        finally:
            if is_mine:
                ray.shutdown()


@contextmanager
def held(executor: Executor) -> Iterator[None]:
    """Stay connected to a cluster over several runs of works."""
    if not isinstance(executor, RayCluster) or _ray().is_initialized():
        yield
        return
    _connect(_ray(), executor.address)
    try:
        yield
    finally:
        _ray().shutdown()


def processes(jobs: int) -> Executor:
    """So many processes of this machine."""
    return Here() if jobs == 1 else Processes(jobs)


def _end_with_parent() -> None:
    """Let a process end when the one is killed that started it, instead of waiting for ever."""
    threading.Thread(target=_await_parent, daemon=True).start()


def _await_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _ray() -> Any:  # noqa: ANN401 - Ray's types are too many to read
    try:
        import ray  # noqa: PLC0415 - an optional package
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"a cluster needs {error.name}; pip install 'quexiang[ray]'", name=error.name
        ) from None
    return ray


def _connect(ray: Any, address: str) -> None:  # noqa: ANN401 - likewise
    try:
        _knock(ray, address)
        ray.init(
            address=address, logging_level="ERROR", log_to_driver=False, include_dashboard=None
        )
    except (OSError, OverflowError, RuntimeError, ValueError) as error:
        first = str(error).strip().partition("\n")[0]
        why = of_system(error) if isinstance(error, OSError) and error.errno else Text(first, first)
        zh, en = f"--ray {address}：连不上：{why.zh}", f"--ray {address}: cannot connect: {why.en}"
        raise UserError(zh, en) from None


def _knock(ray: Any, address: str) -> None:  # noqa: ANN401 - likewise
    """Find out whether anybody is there: Ray itself asks on for a quarter of an hour."""
    host, _, port = address.rpartition(":")
    if "/" in address or not port.isdigit():
        return
    here = ray.util.get_node_ip_address()  # where Ray looks for a cluster of this machine
    place = here if host in LOOPBACK else host.strip("[]")
    socket.create_connection((place, int(port)), timeout=KNOCKING).close()


def _most(ray: Any) -> int:  # noqa: ANN401 - likewise
    """How many tasks keep the cluster busy as it is now: nodes come and go."""
    return WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))


class Pace:
    """The number of works in a task, which is doubled while tasks are quick."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._most = LARGEST * size

    def took(self, works: int, seconds: float) -> None:
        """Note how long a task took; one that was sent at a smaller size says nothing new."""
        if works == self.size < self._most and seconds < QUICK:
            self.size *= 2


def _play_all(play: Callable[[Work], Outcome], works: list[Work]) -> Played[Outcome]:
    start = time.perf_counter()
    outcomes = [play(work) for work in works]
    return outcomes, time.perf_counter() - start


def _ordered(
    submit: Callable[[list[Work]], Task],
    fetch: Callable[[Task], Played[Outcome]],
    works: Iterable[Work],
    pace: Pace,
    most: Callable[[], int],
) -> Iterator[Outcome]:
    """Keep a few tasks in flight and give their outcomes in order."""
    source = iter(works)
    tasks: deque[Task] = deque()
    while some := list(islice(source, pace.size)):
        tasks.append(submit(some))
        if len(tasks) >= most():
            yield from _outcomes(fetch(tasks.popleft()), pace)
    while tasks:
        yield from _outcomes(fetch(tasks.popleft()), pace)


def _outcomes(played: Played[Outcome], pace: Pace) -> list[Outcome]:
    outcomes, seconds = played
    pace.took(len(outcomes), seconds)
    return outcomes

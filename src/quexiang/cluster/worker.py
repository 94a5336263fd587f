"""A worker: thinks for bots and reviews matches for all nodes, and keeps nothing."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from functools import partial
from typing import Final, Protocol

import structlog
from msgspec import Raw

from quexiang.cluster.bus import Bus
from quexiang.cluster.work import (
    KINDS,
    PATIENCE,
    REVIEW,
    THINK,
    Busy,
    Done,
    Failed,
    Taken,
    Working,
    encode,
    subject,
)
from quexiang.rooms.bots import BotPool

logger = structlog.get_logger(__name__)

GROUP: Final = "workers"
KEPT: Final = 10.0
"""Seconds after which a result that nobody has asked for is forgotten."""
COLLECTED: Final = 2.0
"""Seconds for which a worker that stops waits for the nodes to fetch their results."""
Outcome = Done | Failed


class WorkerMeasures(Protocol):
    """Who counts what a worker does."""

    def took(self, kind: str) -> None:
        """Work has begun."""

    def refused(self, kind: str) -> None:
        """There was no process for it."""

    def ended(self, kind: str, seconds: float, *, failed: bool) -> None:
        """Work has ended."""


class Worker:
    """Does as much at once as it has processes, and refuses the rest.

    Reviews take half of them at most, since a bot cannot wait.
    """

    def __init__(self, bus: Bus, pool: BotPool, measures: WorkerMeasures) -> None:
        self._bus = bus
        self._pool = pool
        self._measures = measures
        self._most = {THINK: pool.processes, REVIEW: max(1, pool.processes // 2)}
        self._at = f"quexiang.work.at.{secrets.token_hex(8)}"
        self._count = 0
        self._jobs: dict[int, asyncio.Task[Outcome]] = {}
        """Those at work, and those done whose result nobody has fetched yet."""
        self._running: Counter[str] = Counter()
        self._stopping = False

    async def start(self) -> None:
        """Begin to take work."""
        await self._bus.serve(self._at, self._tell)
        for kind in KINDS:
            await self._bus.serve(subject(kind), partial(self._take, kind), group=GROUP)

    async def stop(self) -> None:
        """Take no more, finish what is under way, and wait until it is fetched."""
        self._stopping = True
        if self._jobs:
            await asyncio.wait(self._jobs.values())
        try:
            async with asyncio.timeout(COLLECTED):
                while self._jobs:  # noqa: ASYNC110 - the nodes fetch them
                    await asyncio.sleep(PATIENCE / 10)
        except TimeoutError:
            logger.warning("results were not fetched", count=len(self._jobs))
        self._pool.stop()

    def _is_full(self, kind: str) -> bool:
        full = self._running.total() >= self._pool.processes
        return self._stopping or full or self._running[kind] >= self._most[kind]

    async def _take(self, kind: str, payload: bytes) -> bytes:
        if self._is_full(kind):
            self._measures.refused(kind)
            return encode(Busy())
        self._count += 1
        self._running[kind] += 1
        self._jobs[self._count] = asyncio.create_task(self._do(kind, payload, self._count))
        return encode(Taken(self._at, self._count))

    async def _do(self, kind: str, payload: bytes, job: int) -> Outcome:
        begun = time.monotonic()
        self._measures.took(kind)
        outcome: Outcome = Failed()
        try:
            outcome = Done(Raw(await self._pool.run(KINDS[kind], payload.decode())))
        except Exception as error:  # noqa: BLE001 - the node does it itself
            logger.warning("work failed", kind=kind, why=type(error).__name__)
        self._running[kind] -= 1
        seconds = time.monotonic() - begun
        self._measures.ended(kind, seconds, failed=isinstance(outcome, Failed))
        asyncio.get_running_loop().call_later(KEPT, self._jobs.pop, job, None)
        return outcome

    async def _tell(self, payload: bytes) -> bytes:
        """A node asks for a result."""
        job = int(payload)
        task = self._jobs.get(job)
        if task is None:
            return encode(Failed())
        await asyncio.wait([task], timeout=PATIENCE)
        if not task.done():
            return encode(Working())
        self._jobs.pop(job, None)
        return encode(task.result())

"""Background tasks that are watched: one that dies is reported, counted and started again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from quexiang.server.metrics import Metrics

logger = structlog.get_logger(__name__)

SHORTEST: Final = 1.0
LONGEST: Final = 60.0
"""Seconds before a dead task is started again: doubled with each death, up to the longest."""

FAREWELL: Final = 2.0
"""Seconds that work at hand may take once it is to stop."""

Work = Callable[[], Awaitable[None]]


class Tasks:
    """The tasks of one server."""

    def __init__(
        self,
        metrics: Metrics,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.metrics = metrics
        self.dead: dict[str, str] = {}
        """The tasks that wait to be started again, and what they died of."""
        self._sleep = sleep
        self._clock = clock
        self._running: list[asyncio.Task[None]] = []

    def start(self, name: str, work: Work) -> None:
        """Keep work going that never ends by itself."""
        self._running.append(asyncio.create_task(self._watch(name, work), name=name))

    def every(self, seconds: float, name: str, work: Work) -> None:
        """Do something again and again."""

        async def repeat() -> None:
            while True:
                await self._sleep(seconds)
                await _finished(work)

        self.start(name, repeat)

    async def stop(self) -> None:
        """Let all of them go."""
        for task in self._running:
            task.cancel()
        if self._running:
            await asyncio.wait(self._running)
        self._running.clear()

    async def _watch(self, name: str, work: Work) -> None:
        wait = SHORTEST
        while True:
            since = self._clock()
            try:
                await work()
                raise RuntimeError("ended by itself")  # noqa: TRY301 - a death like any other
            except Exception as error:  # noqa: BLE001 - whatever it died of
                self._died(name, error)
            if self._clock() - since > LONGEST:
                wait = SHORTEST
            await self._sleep(wait)
            wait = min(2 * wait, LONGEST)
            del self.dead[name]

    def _died(self, name: str, error: Exception) -> None:
        logger.error("a task died", task=name, exc_info=error)
        self.dead[name] = type(error).__name__
        self.metrics.deaths.labels(name).inc()


async def _finished(work: Work) -> None:
    """Do some work; if it is to stop meanwhile, it still gets the time to leave no mess."""
    doing = asyncio.ensure_future(work())
    try:
        await asyncio.shield(doing)
    except asyncio.CancelledError:
        await asyncio.wait([doing], timeout=FAREWELL)
        doing.cancel()
        raise

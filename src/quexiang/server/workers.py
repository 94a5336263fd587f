"""Dear work, off the event loop: a few threads, and a queue that is never long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Semaphore
from typing import ParamSpec, TypeVar

from quexiang.server.refusals import busy

P = ParamSpec("P")
Result = TypeVar("Result")


class Workers:
    """Threads for one kind of work."""

    def __init__(self, name: str, *, threads: int, waiting: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._places = Semaphore(threads + waiting)

    async def run(self, work: Callable[P, Result], *arguments: P.args, **named: P.kwargs) -> Result:
        """Do something in a thread; where too many wait already, refuse."""
        if not self._places.acquire(blocking=False):
            raise busy()
        future = self._pool.submit(work, *arguments, **named)
        future.add_done_callback(lambda _done: self._places.release())
        return await asyncio.wrap_future(future)

    def stop(self) -> None:
        """Take no more; what is under way ends by itself."""
        self._pool.shutdown(wait=False, cancel_futures=True)

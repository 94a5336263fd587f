"""An event loop on a virtual clock, with processes that can be killed and held.

Whatever is scheduled belongs to the process in whose context it was scheduled. What a killed
process had scheduled never runs: nothing of it is cancelled or cleaned up, as by `kill -9`.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from heapq import heappop, heappush
from inspect import CORO_CREATED, getcoroutinestate
from types import CoroutineType
from typing import Any, Final, TypeVar
from weakref import WeakSet

T = TypeVar("T")
OFTEN: Final = 20
"""Steps between two looks at whether it is time to stop."""


class Process:
    """A simulated process."""

    __slots__ = ("alive", "context", "held", "name", "tasks")

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive = True
        self.held: list[Handle] | None = None
        """What is due while the process is stopped."""
        self.tasks: WeakSet[asyncio.Task[Any]] = WeakSet()
        self.context: Context = copy_context()
        self.context.run(PROCESS.set, self)

    def end(self) -> None:
        """Nothing of it runs again; what has not begun is closed, so that nobody warns of it."""
        self.alive = False
        self.held = None
        for task in self.tasks:
            coroutine = task.get_coro()
            if (
                isinstance(coroutine, CoroutineType)
                and getcoroutinestate(coroutine) == CORO_CREATED
            ):
                coroutine.close()


PROCESS: Final[ContextVar[Process]] = ContextVar("process")


class Handle:
    """Something that is to be called."""

    __slots__ = ("args", "call", "context", "order", "process", "when")

    def __init__(
        self,
        when: float,
        order: int,
        call: Callable[..., object],
        args: tuple[object, ...],
        context: Context,
    ) -> None:
        self.when = when
        self.order = order
        self.call: Callable[..., object] | None = call
        self.args = args
        self.context = context
        self.process = context[PROCESS]

    def __lt__(self, other: "Handle") -> bool:
        return (self.when, self.order) < (other.when, other.order)

    def cancel(self) -> None:
        self.call = None

    def cancelled(self) -> bool:
        return self.call is None


class Loop(asyncio.AbstractEventLoop):
    """Runs what is due in order, and lets time jump to the next thing."""

    def __init__(self) -> None:
        self.now = 0.0
        self.steps = 0
        self.outside = Process("outside")
        """People, network and database: what no server's end touches."""
        self.process = self.outside
        self.problems: list[str] = []
        self._order = 0
        self._ready: deque[Handle] = deque()
        self._later: list[tuple[float, int, Handle]] = []

    # What asyncio asks for.

    def time(self) -> float:
        return self.now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> Handle:
        self._order += 1
        handle = Handle(self.now, self._order, callback, args, context or self.process.context)
        self._ready.append(handle)
        return handle

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[..., object],
        *args: object,
        context: Context | None = None,
    ) -> Handle:
        self._order += 1
        handle = Handle(when, self._order, callback, args, context or self.process.context)
        heappush(self._later, (when, self._order, handle))
        return handle

    def call_later(  # type: ignore[override]
        self,
        delay: float,
        callback: Callable[..., object],
        *args: object,
        context: Context | None = None,
    ) -> Handle:
        return self.call_at(self.now + delay, callback, *args, context=context)

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self,
        coro: Coroutine[Any, Any, T],
        *,
        name: str | None = None,
        context: Context | None = None,
    ) -> asyncio.Task[T]:
        task = asyncio.Task(coro, loop=self, name=name, context=context)
        (self.process if context is None else context[PROCESS]).tasks.add(task)
        return task

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Keep what would be reported; what a killed process leaves behind is no problem."""
        if (
            "was destroyed" not in context["message"]
            and "never retrieved" not in context["message"]
        ):
            self.problems.append(f"{context['message']}: {context.get('exception')!r}")

    # What the world asks for.

    def spawn(self, process: Process, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a coroutine in a process."""
        return self.create_task(work, context=process.context.copy())

    def outside_later(self, delay: float, callback: Callable[..., object], *args: object) -> Handle:
        """Call something that belongs to no server."""
        return self.call_at(self.now + delay, callback, *args, context=self.outside.context)

    def hold(self, process: Process) -> None:
        """SIGSTOP: what is due waits."""
        if process.held is None:
            process.held = []

    def release(self, process: Process) -> None:
        """SIGCONT: everything that has become due runs now."""
        if process.held is not None:
            self._ready.extend(process.held)
            process.held = None

    def run(self, until: Callable[[], bool], deadline: float) -> None:
        """Run until something holds, time is up, or nothing is left to happen."""
        asyncio._set_running_loop(self)
        try:
            while self.now < deadline and not until():
                for _ in range(OFTEN):
                    if not self._go_on():
                        return
        finally:
            asyncio._set_running_loop(None)
            self.process = self.outside

    def _go_on(self) -> bool:
        """Run all that is due now; tell whether there was anything."""
        ready, later = self._ready, self._later
        if not ready:
            if not later:
                return False
            self.now = max(self.now, later[0][0])
        while later and later[0][0] <= self.now:
            ready.append(heappop(later)[2])
        for _ in range(len(ready)):
            self._step(ready.popleft())
        return True

    def _step(self, handle: Handle) -> None:
        call, process = handle.call, handle.process
        if call is None or not process.alive:
            return
        if process.held is not None:
            process.held.append(handle)
            return
        self.steps += 1
        self.process = process
        try:
            handle.context.run(call, *handle.args)
        except Exception as fault:  # noqa: BLE001 - a callback's fault is reported, as asyncio does
            self.problems.append(f"callback {call}: {fault!r}")

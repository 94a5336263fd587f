"""Whether a server can serve: its database, its tasks, its disk, its way to other nodes."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

from quexiang.cluster.metered import MeteredBus
from quexiang.rooms.hub import Hub
from quexiang.server.settings import VERSION, Settings
from quexiang.server.tasks import Tasks
from quexiang.store import Store

MEGABYTE: Final = 1_000_000
OK: Final = "ok"
BUS: Final = "bus"
"""Told, but no reason to send nobody: where it is lost, it mostly is so for all nodes."""


class Ready(Struct):
    """Whether a server can serve; each check is `ok` or says what is wrong."""

    ok: bool
    version: str
    checks: dict[str, str]


class Readiness:
    """Checks a server, and remembers for a moment what was found."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        hub: Hub,
        tasks: Tasks,
        bus: MeteredBus,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = settings
        self.store = store
        self.hub = hub
        self.tasks = tasks
        self.bus = bus
        self._clock = clock
        self._found: Ready | None = None
        self._until = 0.0
        self._one = asyncio.Lock()

    async def now(self) -> Ready:
        """What is true now; however often this is asked, the database is asked seldom."""
        async with self._one:
            is_old = self.hub.stopping or self._clock() >= self._until
            if self._found is None or is_old:
                self._found = await self._look()
                self._until = self._clock() + self.settings.ready_kept
            return self._found

    async def _look(self) -> Ready:
        checks = {
            "database": await _tried(self.store.probe),
            "migrations": await _tried(self.store.check_version),
            "tasks": "; ".join(f"{name}: {why}" for name, why in self.tasks.dead.items()) or OK,
            "disk": self._disk(),
            BUS: f"lost for {lost:.0f} s" if (lost := self.bus.lost_for) else OK,
            "node": "it stops" if self.hub.stopping else OK,
        }
        ok = all(found == OK for name, found in checks.items() if name != BUS)
        return Ready(ok, VERSION, checks)

    def _disk(self) -> str:
        file, wanted = self.store.database.file, self.settings.free_disk
        if not file:
            return OK
        free = shutil.disk_usage(Path(file).absolute().parent).free // MEGABYTE
        return OK if free >= wanted else f"{free} MB are free, {wanted} MB are wanted"


async def _tried(check: Callable[[], Awaitable[None]]) -> str:
    """The kind of what went wrong; its text may hold what is nobody's business."""
    try:
        await check()
    except Exception as error:  # noqa: BLE001 - told to the operator
        return type(error).__name__
    return OK

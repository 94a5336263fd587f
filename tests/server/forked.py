"""Processes that begin with the store imported, so that many are started quickly."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

from quexiang.store import Store
from quexiang.store.backup import Manifest, Progress
from quexiang.store.database import Database

FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(["quexiang.store.restore", "alembic.command", "asyncpg", "aiosqlite"])
Work = Callable[[Database, Path, Progress], Coroutine[None, None, Manifest]]


def migrate(url: str, ready: Barrier) -> None:
    """Make the tables at the same moment as others."""

    async def main() -> None:
        store = Store(url)
        ready.wait()
        await store.migrate()
        await store.setting("key", "value")
        await store.close()

    asyncio.run(main())


def work_until_killed(work: Work, url: str, file: Path) -> None:
    """Back up or restore; the first sign of progress is the last."""

    async def main() -> None:
        await work(Store(url).database, file, die)

    asyncio.run(main())


def die(_rows: int, _total: int) -> None:
    os._exit(9)

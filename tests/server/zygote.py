"""Imports the server once, then forks it for each line `port database-url` on its input."""

import os
import signal
import sys
from functools import cache

import aiosqlite  # noqa: F401 - imported once, for all children
import alembic.command  # noqa: F401 - likewise
import asyncpg  # type: ignore[import-untyped]  # noqa: F401 - likewise
from litestar import Litestar

from quexiang.server.app import make_app
from quexiang.server.serve import run_app, set_up_logs
from quexiang.server.settings import Settings
from quexiang.variants import variants


@cache
def app(url: str) -> Litestar:
    return make_app(Settings.for_tests(url))


def main() -> None:
    set_up_logs()
    variants()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        port, url = line.split()
        made = app(url)
        child = os.fork()
        if not child:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            run_app(made, "127.0.0.1", int(port))
            os._exit(0)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

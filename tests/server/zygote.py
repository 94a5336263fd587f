"""Imports the server once, then forks it for each line `port database-url nats-url log`."""

import asyncio
import os
import signal
import sys
import tempfile
from functools import cache

import asyncpg  # type: ignore[import-untyped]  # noqa: F401 - imported once, for all children
from litestar import Litestar
from msgspec.structs import replace

from quexiang.server.app import make_app
from quexiang.server.logs import set_up_logs
from quexiang.server.serve import make_server, run_app
from quexiang.server.settings import Settings
from quexiang.variants import variants


@cache
def app(url: str, nats: str = "") -> Litestar:
    made = make_app(replace(Settings.for_tests(url), nats=nats))
    make_server(made, "127.0.0.1", 0).config.load()
    return made


async def warm_up() -> None:
    """Do once what every child would have to import for."""
    with tempfile.TemporaryDirectory() as folder:
        made = app(f"sqlite+aiosqlite:///{folder}/warm.sqlite")
        async with made.lifespan():
            pass


def main() -> None:
    set_up_logs()
    variants()
    asyncio.run(warm_up())
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        port, url, nats, log = line.rstrip("\n").split(" ", 3)
        made = app(url, nats)
        child = os.fork()
        if not child:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), sys.stderr.fileno())
            run_app(made, "127.0.0.1", int(port))
            os._exit(0)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

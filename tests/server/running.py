"""Servers for the tests: in a thread of this process, or as a process that can be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quexiang.server.app import make_app
from quexiang.server.serve import make_server
from quexiang.server.settings import Settings

ZYGOTE = Path(__file__).with_name("zygote.py")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def sqlite(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'quexiang.sqlite'}"


@contextmanager
def served(settings: Settings) -> Iterator[str]:
    """A server in a thread; gives its address."""
    app = make_app(settings)
    server = make_server(app, "127.0.0.1", free_port())
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.config.port}"
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive(), "the server does not stop"


class Victim:
    """A server process that is killed again and again, made quickly by forking."""

    def __init__(self, url: str) -> None:
        self.database = url
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.kills = 0
        self.pid = 0
        self.zygote = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, str(ZYGOTE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self) -> None:
        assert self.zygote.stdin is not None
        assert self.zygote.stdout is not None
        self.zygote.stdin.write(f"{self.port} {self.database}\n")
        self.zygote.stdin.flush()
        self.pid = int(self.zygote.stdout.readline())

    def wait(self) -> None:
        """Wait until it answers."""
        for _ in range(2000):
            try:
                with urllib.request.urlopen(f"{self.address}/healthz", timeout=5):  # noqa: S310
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.01)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.kills += 1

    def end(self) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
        assert self.zygote.stdin is not None
        assert self.zygote.stdout is not None
        self.zygote.stdin.close()
        self.zygote.stdout.close()
        self.zygote.wait(10)

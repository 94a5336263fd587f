"""Servers for the tests: in a thread of this process, or as a process that can be killed."""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Self

from quexiang.server.app import make_app
from quexiang.server.serve import make_server
from quexiang.server.services import Services
from quexiang.server.settings import Settings

ZYGOTE = Path(__file__).with_name("zygote.py")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def sqlite(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'quexiang.sqlite'}"


def faults(address: str) -> int:
    """How often the server has found a mistake of its own."""
    with urllib.request.urlopen(f"{address}/metrics", timeout=100) as answer:  # noqa: S310 - our own server
        lines = answer.read().decode().splitlines()
    (count,) = (line.split()[1] for line in lines if line.startswith("quexiang_faults_total"))
    return int(float(count))


@contextmanager
def served(
    settings: Settings,
    *,
    faults_allowed: bool = False,
    prepare: Callable[[Services], None] = lambda _: None,
) -> Iterator[str]:
    """A server in a thread; gives its address. No fault of its own goes unnoticed."""
    app = make_app(settings)
    prepare(app.state.services)
    server = make_server(app, "127.0.0.1", free_port())
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    address = f"http://127.0.0.1:{server.config.port}"
    try:
        yield address
        assert faults_allowed or not faults(address), "see the server's log"
    finally:
        server.should_exit = True
        thread.join(120)
        assert not thread.is_alive(), "the server does not stop"


class Zygote:
    """Forks servers quickly, for all tests of this process; ends with it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, str(ZYGOTE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        atexit.register(self.end)

    def fork(self, *wishes: object) -> int:
        """Start a server; gives its process id."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(*wishes, file=self.process.stdin, flush=True)
        return int(self.process.stdout.readline())

    def end(self) -> None:
        self.process.communicate(timeout=120)


@cache
def zygote() -> Zygote:
    return Zygote()


class Victim:
    """A server process that can be killed again and again, made quickly by forking."""

    def __init__(self, url: str, folder: Path, *, strict: bool = True, nats: str = "") -> None:
        self.database = url
        self.nats = nats
        self.strict = strict
        """Whether nothing may go wrong but by being killed."""
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.kills = 0
        self.pid = 0
        self.log = folder / "server.log"

    def __enter__(self) -> Self:
        self.start()
        self.wait()
        return self

    def __exit__(self, *_: object) -> None:
        end(self.pid)
        lines = self.log.read_text("utf-8").splitlines()
        wrong = [line for line in lines if '"error"' in line or "Traceback" in line]
        assert not (self.strict and wrong), wrong[:3]

    def start(self) -> None:
        self.pid = zygote().fork(self.port, self.database, self.nats, self.log)

    def wait(self) -> None:
        """Wait until it answers."""
        for _ in range(5000):
            try:
                with urllib.request.urlopen(f"{self.address}/healthz", timeout=120):  # noqa: S310 - likewise
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def pause(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def kill(self) -> None:
        end(self.pid)
        self.kills += 1

    def stop(self) -> None:
        """Let it hand over what it has, and go."""
        end(self.pid, signal.SIGTERM)


def end(pid: int, how: signal.Signals = signal.SIGKILL) -> None:
    """Kill a process, and wait until it has let go of its port."""
    os.kill(pid, how)
    while is_alive(pid):
        time.sleep(0.001)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True

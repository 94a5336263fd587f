"""A server of NATS of the tests' own."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from running import free_port


class Nats:
    """One server of NATS, which can be stopped and started again."""

    def __init__(self) -> None:
        program = shutil.which("nats-server") or shutil.which("/usr/sbin/nats-server")
        if program is None:
            pytest.skip("NATS is not installed")
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.command = [program, "--addr", "127.0.0.1", "--port", str(self.port)]
        self.start()

    def start(self) -> None:
        self.running = subprocess.Popen(  # noqa: S603 - NATS itself
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while self.running.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.01)
        pytest.fail("NATS does not start")

    def kill(self) -> None:
        self.running.kill()
        self.running.wait(60)


@contextmanager
def own_nats() -> Iterator[Nats]:
    """A NATS that a test may stop."""
    made = Nats()
    try:
        yield made
    finally:
        made.kill()

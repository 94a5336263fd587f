"""A child process that exchanges JSON messages, one a line, with time limits."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

LONGEST: Final = 65536
"""The largest message of the program, in bytes."""
PATIENCE: Final = 1.0
"""Seconds for the program to end by itself."""


class Died(Exception):
    """The program has ended, closed its output, or does not read its input."""


class Late(Exception):
    """The program has not answered in time."""


class Process:
    """A running program; it shares our standard error.

    A line of its output that is no JSON object is talk: it is shown there too, and skipped. With a
    `trace` file every line of the dialogue is written down.
    """

    def __init__(self, command: Sequence[str], trace: str = "") -> None:
        self._trace = trace
        self._run = subprocess.Popen(  # noqa: S603 - the user's own command
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self._run.stdin is not None
        assert self._run.stdout is not None
        self._input = self._run.stdin.fileno()
        self._output = self._run.stdout.fileno()
        self._read = b""
        os.set_blocking(self._input, False)

    def write(self, message: object) -> None:
        """Send a message; a full pipe counts as a dead program."""
        text = msgspec.json.encode(message) + b"\n"
        self._note(">", text)
        try:
            if os.write(self._input, text) < len(text):
                raise Died
        except (BrokenPipeError, BlockingIOError):
            raise Died from None

    def read(self, limit: float) -> bytes:
        """The program's next message, awaited for so many seconds."""
        end = time.monotonic() + limit
        line = self._line(end)
        while not line.lstrip().startswith(b"{"):
            sys.stderr.write(f"bot: {line.decode(errors='replace')}\n")
            line = self._line(end)
        return line

    def _line(self, end: float) -> bytes:
        while b"\n" not in self._read:
            ready, _, _ = select.select([self._output], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise Late
            more = os.read(self._output, LONGEST)
            if not more or len(self._read) > LONGEST:
                raise Died
            self._read += more
        message, _, self._read = self._read.partition(b"\n")
        self._note("<", message + b"\n")
        return message

    def _note(self, way: str, line: bytes) -> None:
        """Write a line of the dialogue down: `>` to the program, `<` from it, with its number."""
        if self._trace:
            with Path(self._trace).open("ab") as file:
                file.write(f"{self._run.pid} {way} ".encode() + line)

    def stop(self) -> None:
        """Close the program's pipes, and kill it if it does not end by itself."""
        for pipe in (self._run.stdin, self._run.stdout):
            assert pipe is not None
            pipe.close()
        try:
            self._run.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._run.kill()
            self._run.wait()

"""A program that is talked to in lines, and never waited for longer than agreed."""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Sequence
from typing import Final

import msgspec

LONGEST: Final = 65536
"""No line of the program may be longer, in bytes."""
PATIENCE: Final = 1.0
"""Seconds that the program has to end by itself."""


class Died(Exception):
    """The program has ended, closed its output, or does not read its input."""


class Late(Exception):
    """The program has not said anything in time."""


class Process:
    """A running program; its errors go where ours go."""

    def __init__(self, command: Sequence[str]) -> None:
        self._run = subprocess.Popen(  # noqa: S603 - the user's own command
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self._run.stdin is not None
        assert self._run.stdout is not None
        self._input = self._run.stdin.fileno()
        self._output = self._run.stdout.fileno()
        self._read = b""
        os.set_blocking(self._input, False)

    def write(self, line: object) -> None:
        """Tell the program something; a full pipe means that it does not listen."""
        text = msgspec.json.encode(line) + b"\n"
        try:
            if os.write(self._input, text) < len(text):
                raise Died
        except (BrokenPipeError, BlockingIOError):
            raise Died from None

    def read(self, limit: float) -> bytes:
        """The program's next line, if it comes within so many seconds."""
        end = time.monotonic() + limit
        while b"\n" not in self._read:
            ready, _, _ = select.select([self._output], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise Late
            more = os.read(self._output, LONGEST)
            if not more or len(self._read) > LONGEST:
                raise Died
            self._read += more
        line, _, self._read = self._read.partition(b"\n")
        return line

    def stop(self) -> None:
        """Close the program's input, and end it if it does not end by itself."""
        for pipe in (self._run.stdin, self._run.stdout):
            assert pipe is not None
            pipe.close()
        try:
            self._run.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._run.kill()
            self._run.wait()

"""The server of the browser tests: the real one, with a table that waits for people only."""

from __future__ import annotations

import sys

from quexiang.rooms.effects import Pace
from quexiang.server.serve import run
from quexiang.server.settings import Settings

STEP = 0.02


def brisk(factor: float) -> Pace:  # noqa: ARG001 - always the same
    """Bots answer at once; between two rounds there is time to read the result."""
    return Pace(rest=STEP, think=STEP, between=120.0, grace=4.0, shuffle=2.0, phrases=0.0)


if __name__ == "__main__":
    Pace.scaled = staticmethod(brisk)  # type: ignore[assignment,method-assign]
    database, port = sys.argv[1:]
    run(Settings.for_tests(f"sqlite+aiosqlite:///{database}"), "127.0.0.1", int(port))

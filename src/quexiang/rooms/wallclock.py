"""The time, for whoever is not given another."""

from __future__ import annotations

import time
from typing import Final

EPOCH: Final = time.time() - time.monotonic()


def wall_clock() -> float:
    """Seconds since 1970 that never go backwards."""
    return EPOCH + time.monotonic()

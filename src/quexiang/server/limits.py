"""Rates: a bucket for each address, person or socket."""

from __future__ import annotations

import time
from typing import Final

SWEEP: Final = 10_000


class Bucket:
    """So many at once, refilled evenly over a time."""

    __slots__ = ("_left", "_rate", "_size", "_then")

    def __init__(self, size: int, seconds: float) -> None:
        self._size = float(size)
        self._rate = size / seconds
        self._left = float(size)
        self._then = time.monotonic()

    def take(self) -> bool:
        """Take one, if there is one."""
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Tell whether nothing has been taken for a while."""
        self._refill()
        return self._left >= self._size

    def _refill(self) -> None:
        now = time.monotonic()
        self._left = min(self._size, self._left + (now - self._then) * self._rate)
        self._then = now


class Rates:
    """Buckets by whom they concern."""

    def __init__(self, size: int, seconds: float) -> None:
        self._shape = (size, seconds)
        self._buckets: dict[str, Bucket] = {}

    def take(self, whose: str) -> bool:
        """Take one from somebody's bucket."""
        if len(self._buckets) > SWEEP:
            self._buckets = {key: b for key, b in self._buckets.items() if not b.is_full}
        bucket = self._buckets.get(whose)
        if bucket is None:
            bucket = self._buckets[whose] = Bucket(*self._shape)
        return bucket.take()

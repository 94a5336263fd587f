"""Rates: how often an address, a person or a socket may do something."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from typing import Final

SWEEP: Final = 10_000
NETWORK: Final = 64
"""Bits of an IPv6 address that belong to one household, which has every address in them."""

Clock = Callable[[], float]
Tell = Callable[[str], None]


class Bucket:
    """So many at once, refilled evenly over a time."""

    __slots__ = ("_clock", "_left", "_rate", "_size", "_then")

    def __init__(self, size: int, seconds: float, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._size = float(size)
        self._rate = size / seconds
        self._left = float(size)
        self._then = clock()

    def take(self) -> bool:
        """Take one, if there is one."""
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def debit(self, number: int) -> None:
        """What was taken elsewhere is missing here too, even if it was more than there is."""
        self._refill()
        self._left -= number

    @property
    def wait(self) -> float:
        """Seconds until there is one."""
        self._refill()
        return max(0.0, (1 - self._left) / self._rate)

    @property
    def is_full(self) -> bool:
        """Tell whether nothing has been taken for a while."""
        self._refill()
        return self._left >= self._size

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._size, self._left + (now - self._then) * self._rate)
        self._then = now


class Rates:
    """Buckets by whom they concern."""

    def __init__(self, size: int, seconds: float, clock: Clock = time.monotonic) -> None:
        self._shape = (size, seconds, clock)
        self._buckets: dict[str, Bucket] = {}
        self._most = SWEEP
        self.tell: Tell | None = None
        """Told of everything that is taken, so that other nodes can debit it."""

    def take(self, whose: str) -> float:
        """Take one from somebody's bucket: 0, or the seconds until there is one."""
        bucket = self._bucket(whose)
        if not bucket.take():
            return bucket.wait
        if self.tell is not None:
            self.tell(whose)
        return 0.0

    def debit(self, whose: str, number: int) -> None:
        """So many were taken elsewhere."""
        self._bucket(whose).debit(number)

    def _bucket(self, whose: str) -> Bucket:
        if len(self._buckets) > self._most:
            self._buckets = {key: b for key, b in self._buckets.items() if not b.is_full}
            self._most = max(SWEEP, 2 * len(self._buckets))
        bucket = self._buckets.get(whose)
        if bucket is None:
            bucket = self._buckets[whose] = Bucket(*self._shape)
        return bucket


def network(host: str) -> str:
    """What is counted as one address: an IPv4 address, or an IPv6 /64.

    >>> network("10.0.0.1"), network("::ffff:10.0.0.1"), network("2001:db8:1:2:3:4:5:6")
    ('10.0.0.1', '10.0.0.1', '2001:db8:1:2::/64')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, NETWORK), strict=False))
    return str(address)

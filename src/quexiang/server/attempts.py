"""Wrong passwords: each makes the next attempt of the same network at the same login wait longer.

Nobody else waits for it, so nobody can be locked out by another; and where the owner is known,
by a session or by the network from which he has come before, there is a plain rate instead.
"""

from __future__ import annotations

import time
from typing import Final

from quexiang.server.limits import SWEEP, Clock, Rates

FREE: Final = 5
"""Wrong attempts before the first wait."""
LONGEST: Final = 300.0


class Attempts:
    """Who has tried what, and until when he waits."""

    def __init__(self, known: tuple[int, float], clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._known = Rates(*known, clock)
        self._wrong: dict[str, tuple[int, float]] = {}

    def begin(self, who: str, *, is_known: bool) -> float:
        """Count an attempt: 0 if it may be made, or the seconds to wait.

        It counts as wrong until `succeed`, so that many at once are not one.
        """
        if is_known:
            return self._known.take(who)
        now = self._clock()
        count, until = self._wrong.get(who, (0, 0.0))
        if until > now:
            return until - now
        self._sweep(now)
        wait = min(2.0 ** (count + 1 - FREE), LONGEST) if count + 1 >= FREE else 0.0
        self._wrong[who] = (count + 1, now + wait)
        return 0.0

    def succeed(self, who: str) -> None:
        """The password was right: what went before is forgotten."""
        self._wrong.pop(who, None)

    def _sweep(self, now: float) -> None:
        if len(self._wrong) > SWEEP:
            kept = {who: one for who, one in self._wrong.items() if one[1] + LONGEST > now}
            self._wrong = kept

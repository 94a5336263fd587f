"""Wrong passwords: each makes the next attempt of the same network at the same login wait longer.

Nobody else waits for it, so nobody can be locked out by another; and where the owner is known,
by a session or by the network from which he has come before, there is a plain rate instead.
"""

from __future__ import annotations

import time
from typing import Final

from quexiang.server.limits import SWEEP, Clock, Rates, Tell
from quexiang.server.tally import Tally

FREE: Final = 5
"""Wrong attempts before the first wait."""
LONGEST: Final = 300.0


class Wrong:
    """Attempts that have not succeeded, each from somewhere at some login."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._counts: dict[str, tuple[int, float]] = {}
        self.tell: Tell | None = None

    def take(self, who: str) -> float:
        """Count an attempt that may be made now; else the seconds to wait."""
        now = self._clock()
        until = self._counts.get(who, (0, 0.0))[1]
        if until > now:
            return until - now
        self._sweep(now)
        self.debit(who, 1)
        if self.tell is not None:
            self.tell(who)
        return 0.0

    def debit(self, who: str, number: int) -> None:
        """So many were made, here or elsewhere."""
        count = self._counts.get(who, (0, 0.0))[0] + number
        wait = min(2.0 ** (count - FREE), LONGEST) if count >= FREE else 0.0
        self._counts[who] = (count, self._clock() + wait)

    def forget(self, who: str) -> None:
        """Begin anew."""
        self._counts.pop(who, None)

    def _sweep(self, now: float) -> None:
        if len(self._counts) > SWEEP:
            kept = {who: one for who, one in self._counts.items() if one[1] + LONGEST > now}
            self._counts = kept


class Right:
    """Attempts that have succeeded."""

    def __init__(self, wrong: Wrong) -> None:
        self._wrong = wrong
        self.tell: Tell | None = None

    def take(self, who: str) -> None:
        """What went before is forgotten, on other nodes too."""
        self._wrong.forget(who)
        if self.tell is not None:
            self.tell(who)

    def debit(self, who: str, _number: int) -> None:
        """Somebody succeeded elsewhere."""
        self._wrong.forget(who)


class Attempts:
    """Who has tried what, and until when he waits."""

    def __init__(self, known: tuple[int, float], clock: Clock = time.monotonic) -> None:
        self._known = Rates(*known, clock)
        self._wrong = Wrong(clock)
        self._right = Right(self._wrong)

    def share(self, tally: Tally) -> None:
        """Let all nodes count together."""
        tally.share("attempts where one is known", self._known)
        tally.share("wrong attempts", self._wrong)
        tally.share("right attempts", self._right)

    def begin(self, who: str, *, is_known: bool) -> float:
        """Count an attempt: 0 if it may be made, or the seconds to wait.

        It counts as wrong until `succeed`, so that many at once are not one.
        """
        return (self._known if is_known else self._wrong).take(who)

    def succeed(self, who: str) -> None:
        """The password was right: what went before is forgotten."""
        self._right.take(who)

"""Cyclic garbage, looked for in short steps, and how late the server comes to them."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

STEP: Final = 0.05
"""Seconds between two looks at what is new: at a thousand tables a look takes a millisecond."""
WHOLE: Final = 3600.0
"""Seconds between two looks at everything, which take a second there."""
YOUNG: Final = 1
"""The generations of what is new. What outlives a look is old, and not looked at in a step."""
AT_ONCE: Final = (50_000, 10, 1_000)
"""Between the steps Python looks by itself only where very much is made at once."""


class Measures(Protocol):
    """Who counts what happens."""

    def came_late(self, seconds: float) -> None:
        """The server came so much later to a step than it was due."""


def calm() -> None:
    """Leave looking to the steps; what lives as long as the process is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*AT_ONCE)


class Collector:
    """Looks at what is new twenty times a second, and at everything once an hour.

    Python by itself looks when enough more was made than freed. Tables that are played at free
    nearly as much as they make, so that it would look seldom, at a million things at once, and
    hold everybody up for a tenth of a second.
    """

    def __init__(
        self,
        measures: Measures,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.measures = measures
        self._sleep = sleep
        self._clock = clock

    async def run(self) -> None:
        """Go on for ever."""
        since = self._clock()
        while True:
            await self._step()
            if self._clock() - since >= WHOLE:
                gc.collect()
                since = self._clock()

    async def _step(self) -> None:
        """Sleep, say how late it is, and look at what is new."""
        due = self._clock() + STEP
        await self._sleep(STEP)
        self.measures.came_late(self._clock() - due)
        gc.collect(YOUNG)

"""The hand of the day, made once and kept."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from quexiang.rooms.bots import BotPool
from quexiang.store.daily import DailyHands
from quexiang.study.daily import DailyHand, make

CHINA: Final = timedelta(hours=8)


def day_of(now: float) -> str:
    """The day it is in China."""
    return (datetime.fromtimestamp(now, UTC) + CHINA).date().isoformat()


class Daily:
    """Makes the hand of a day once, in a process of its own, and keeps it."""

    def __init__(self, store: DailyHands) -> None:
        self._store = store
        self._bots = BotPool()
        self._made: dict[str, asyncio.Future[DailyHand]] = {}

    def stop(self) -> None:
        """Let the process go."""
        self._bots.stop()

    async def of(self, day: str) -> DailyHand:
        """The hand of this day; whoever comes meanwhile waits for the same one."""
        if day not in self._made:
            self._made = {day: asyncio.ensure_future(self._find(day))}
        try:
            return await asyncio.shield(self._made[day])
        except Exception:
            self._made.pop(day, None)
            raise

    async def _find(self, day: str) -> DailyHand:
        kept = await self._store.hand(day)
        if kept is None:
            made = await self._bots.run(make, day)
            kept = await self._store.keep(day, made.decode())
        return msgspec.json.decode(kept, type=DailyHand)

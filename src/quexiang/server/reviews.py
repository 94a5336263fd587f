"""Reviews of finished matches: made in a process, kept for those who ask again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec

from quexiang.engine.actions import Seat
from quexiang.match.log import MatchEntry
from quexiang.rooms.bots import BotPool
from quexiang.server.refusals import busy
from quexiang.study.seat_review import ReviewTask, make_review

if TYPE_CHECKING:
    from collections.abc import Sequence

KEPT: Final = 200


class Reviews:
    """The reviews made lately; each is made once, whoever asks."""

    def __init__(self, waiting: int, pool: BotPool) -> None:
        self._waiting = waiting
        self._pool = pool
        self._found: OrderedDict[tuple[str, Seat], asyncio.Future[bytes]] = OrderedDict()

    def stop(self) -> None:
        """Let the process go."""
        self._pool.stop()

    def has(self, match: str, seat: Seat) -> bool:
        """Whether a review is there, or being made."""
        return (match, seat) in self._found

    async def of(self, match: str, seat: Seat, entries: Sequence[MatchEntry]) -> bytes:
        """The review of a seat as JSON; the entries are those of the match."""
        key = (match, seat)
        if key not in self._found:
            if sum(not found.done() for found in self._found.values()) > self._waiting:
                raise busy()
            text = msgspec.json.encode(ReviewTask(match, seat, list(entries))).decode()
            self._found[key] = asyncio.ensure_future(self._pool.run(make_review, text))
            while len(self._found) > KEPT:
                self._found.popitem(last=False)
        self._found.move_to_end(key)
        try:
            return await asyncio.shield(self._found[key])
        except Exception:
            self._found.pop(key, None)
            raise

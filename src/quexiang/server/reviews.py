"""Reviews of finished matches: made in a process, kept for those who ask again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from quexiang.engine.actions import SEATS, Seat
from quexiang.match.log import MatchEntry, Opening
from quexiang.rooms.bots import BotPool
from quexiang.server.refusals import busy
from quexiang.study import review
from quexiang.variants import variant_named

if TYPE_CHECKING:
    from collections.abc import Sequence

KEPT: Final = 200


class Review(Struct):
    """The decisions of a seat that cost most, the worst first."""

    match: str
    seat: str
    level: str
    decisions: int
    lessons: list[review.MistakeView]


class Task(Struct, frozen=True):
    """What a process must know for a review."""

    match: str
    seat: Seat
    log: list[MatchEntry]


class Reviews:
    """The reviews made lately; each is made once, whoever asks."""

    def __init__(self, waiting: int) -> None:
        self._waiting = waiting
        self._bots = BotPool()  # its own process: bots must not wait for reviews
        self._found: OrderedDict[tuple[str, Seat], asyncio.Future[bytes]] = OrderedDict()

    def stop(self) -> None:
        """Let the process go."""
        self._bots.stop()

    def has(self, match: str, seat: Seat) -> bool:
        """Whether a review is there, or being made."""
        return (match, seat) in self._found

    async def of(self, match: str, seat: Seat, entries: Sequence[MatchEntry]) -> bytes:
        """The review of a seat as JSON; the entries are those of the match."""
        key = (match, seat)
        if key not in self._found:
            if sum(not found.done() for found in self._found.values()) > self._waiting:
                raise busy()
            text = msgspec.json.encode(Task(match, seat, list(entries))).decode()
            self._found[key] = asyncio.ensure_future(self._bots.run(make, text))
            while len(self._found) > KEPT:
                self._found.popitem(last=False)
        self._found.move_to_end(key)
        try:
            return await asyncio.shield(self._found[key])
        except Exception:
            self._found.pop(key, None)
            raise


_TASK: Final = msgspec.json.Decoder(Task)


def make(text: str) -> bytes:
    """In a process: review a seat."""
    task = _TASK.decode(text)
    opening = task.log[0]
    assert isinstance(opening, Opening)
    variant = variant_named(opening.variant)
    rules = variant.room(variant.choose(opening.options, opening.players), opening.players)
    painter = review.MistakePainter(rules, task.log)
    found = list(review.mistakes(task.log, [task.seat]))
    shown = [painter.show(mistake) for mistake in review.worst(found)]
    made = Review(task.match, SEATS[task.seat], review.REVIEWER, len(found), shown)
    return msgspec.json.encode(made)

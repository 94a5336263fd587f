"""Rooms whose logs are checked as they are read; one that is not sound is told apart."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from typing import Final

from quexiang.errors import UnknownVariant
from quexiang.protocol.room import RoomView
from quexiang.rooms.core import RoomPace
from quexiang.rooms.kept import Kept
from quexiang.rooms.load import load
from quexiang.rooms.room import Room
from quexiang.rooms.state import RoomState
from quexiang.store import Row
from quexiang.store.chain import check_chain
from quexiang.store.rooms import UNSEEN

LONGEST: Final = 300
REMEMBERED: Final = 128
NOBODYS: Final = (None, *UNSEEN)
"""The phases of rooms that nobody can enter."""


class Damaged(Exception):
    """A log that cannot be read or replayed, or whose chain is broken; its text is the reason."""


@contextmanager
def told() -> Iterator[None]:
    """Whatever goes wrong with a log here is its damage, unless its town is not installed."""
    try:
        yield
    except UnknownVariant:
        raise
    except Exception as damage:
        raise Damaged(f"{type(damage).__name__}: {damage}"[:LONGEST]) from damage


def sound(key: str, rows: Sequence[Row], ended: AbstractSet[str] = frozenset()) -> RoomState:
    """The room that a log leads to, or `Damaged`."""
    with told():
        check_chain(key, rows)
        return load(rows, ended)


class Onlooker:
    """Looks at rooms that are not in memory, and changes nothing."""

    def __init__(self, store: Kept, pace: RoomPace, chance: Callable[[int], bytes]) -> None:
        self.store = store
        self.pace = pace
        self.chance = chance
        self._seen: OrderedDict[str, tuple[list[Row], Room]] = OrderedDict()

    async def view(self, key: str, now: float) -> RoomView | None:
        """A room as its log has it; None where nobody can enter it."""
        if await self.store.rooms.phase_of(key) in NOBODYS:
            return None
        ended = await self.store.rooms.ended_matches(key)
        rows = await self.store.journal.read(key)
        last, room = self._seen.pop(key, (None, None))
        if room is None or last != rows[-1:]:
            room = Room(sound(key, rows, ended), self.pace, self.chance)
        self._seen[key] = rows[-1:], room
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return room.view(now)

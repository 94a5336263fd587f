"""The log: appended only, each append naming the version that it follows.

Many rooms are written in one transaction, so that a busy server waits for the disk once and not
once for each room. An append is kept, or refused, as a whole.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct, field

from quexiang.store.chain import Row, link
from quexiang.store.rooms import IndexChange

BATCH: Final = 256
GATHER: Final = 0.002
"""Seconds for which a busy server waits for more appends, for each of the last transaction."""
LONGEST: Final = 0.025
"""And at most: nobody notices it, and a transaction costs as much as thirty appends."""


class Conflict(Exception):
    """Another writer has appended to this room's log, or owns the room, or has its code."""


class Append(Struct):
    """Entries to be appended to a room's log after a version, and what goes with them."""

    room: str
    after: int
    entries: str
    """One to a line."""
    at: float
    match: str | None = None
    fence: int = 0
    """The number of the lease under which it is written."""
    chain: str = ""
    index: list[IndexChange] = field(default_factory=list)

    @property
    def row(self) -> Row:
        """The row of the log."""
        return Row(self.after + 1, self.match, self.entries, self.chain)


class Head(Struct, frozen=True):
    """The end of a room's log, as the owner of the room has it."""

    version: int = 0
    chain: str = ""
    fence: int = 0

    @classmethod
    def of(cls, rows: Sequence[Row], fence: int) -> Head:
        """The end of a log that has been read under a lease."""
        return cls(rows[-1].version, rows[-1].chain, fence)

    def append(self, room: str, entries: str, at: float, match: str | None) -> Append:
        """An append that follows here."""
        chain = link(self.chain, room, self.version + 1, match, entries)
        return Append(room, self.version, entries, at, match, self.fence, chain)

    def after(self, kept: Append) -> Head:
        """The end of the log once an append is kept."""
        return Head(kept.after + 1, kept.chain, self.fence)


class Keeper(Protocol):
    """Where the log is kept."""

    async def keep(self, appends: Sequence[Append]) -> None:
        """Keep appends in one transaction, all or none; `Conflict` where one cannot be."""

    async def read(self, room: str) -> list[Row]:
        """The log of a room."""


class Journal:
    """Writes entries, many at a time; reads a room's log back."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.appended = 0
        self.commits = 0
        self.unkept = 0
        """Appends that wait, or are being written."""
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._last = 1
        """How many appends the last transaction held."""
        self._writer: asyncio.Task[None] | None = None

    async def append(self, one: Append) -> None:
        """Keep entries for good, or raise `Conflict`."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((one, done))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        self.unkept += 1
        try:
            await done
        finally:
            self.unkept -= 1

    async def read(self, room: str) -> list[Row]:
        """The log of a room."""
        return await self.keeper.read(room)

    async def drain(self) -> None:
        """Wait until everything is written."""
        while self._writer is not None:
            await asyncio.wait([self._writer])

    async def _write(self) -> None:
        try:
            while self._waiting:
                if self._last > 1:
                    await asyncio.sleep(min(GATHER * self._last, LONGEST))
                batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
                self._last = len(batch)
                await self._keep(batch)
        finally:
            self._writer = None

    async def _keep(self, batch: list[tuple[Append, asyncio.Future[None]]]) -> None:
        try:
            await self.keeper.keep([one for one, _ in batch])
        except Conflict as conflict:
            if len(batch) > 1:
                for pair in batch:
                    await self._keep([pair])
            else:
                _settle(batch, conflict)
        except Exception as error:  # noqa: BLE001 - whoever waits is told, whatever went wrong
            _settle(batch, error)
        else:
            self.appended += len(batch)
            self.commits += 1
            _settle(batch, None)


def _settle(batch: list[tuple[Append, asyncio.Future[None]]], error: Exception | None) -> None:
    for _, done in batch:
        if done.cancelled():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

"""One database for all servers, in memory: slow, full, gone or of unknown outcome when it likes."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeVar

from loop import PROCESS, Loop, Process
from msgspec import Struct, field

from quexiang.store.chain import Row
from quexiang.store.journal import Append, Conflict
from quexiang.store.leases import Claim
from quexiang.store.rooms import DAMAGED, MatchBegun, MatchOver, RoomChanged, RoomOpened

T = TypeVar("T")


class DiskFault(OSError):
    """The database did not do what it was asked, or does not say whether it did."""


class DiskWeather(Struct):
    """How bad the database is; chances are for each transaction."""

    latency: float = 0.0
    slow: float = 0.0
    """Chance of taking up to two seconds."""
    before: float = 0.0
    """Chance of an error, and nothing done."""
    after: float = 0.0
    """Chance of an error although it was done."""
    full: bool = False
    gone: bool = False


class Witness(Protocol):
    """Who watches what is kept."""

    def kept(self, append: Append, process: Process) -> None:
        """An append was kept."""


class RoomRecord(Struct):
    """A room in the index."""

    phase: str
    code: str | None
    server: str
    fence: int
    rows: list[Row] = field(default_factory=list)
    ended: set[str] = field(default_factory=set)


class Disk:
    """Keeper, index and leases at once."""

    def __init__(self, loop: Loop, chance: Random, weather: DiskWeather, witness: Witness) -> None:
        self.loop = loop
        self.chance = chance
        self.weather = weather
        self.witness = witness
        self.faults = 0
        self.rooms: dict[str, RoomRecord] = {}
        self.codes: set[str] = set()
        self.matches: set[str] = set()
        self.servers: dict[str, tuple[str, float]] = {}
        self.silent: dict[Process, list[Callable[[], None]]] = {}
        """Servers that get no answer, and what they wanted meanwhile: it arrives late."""

    # The keeper.

    async def keep(self, appends: Sequence[Append]) -> None:
        process = PROCESS.get()
        await self._visit(lambda: self._keep(appends, process), writes=True)

    def _keep(self, appends: Sequence[Append], process: Process) -> None:
        for one in appends:
            self._check(one)
        for one in appends:
            self._write(one)
            self.witness.kept(one, process)

    def _check(self, one: Append) -> None:
        room = self.rooms.get(one.room)
        if room is None:
            opened = [change for change in one.index if isinstance(change, RoomOpened)]
            if one.after or not opened or opened[0].row.code in self.codes:
                raise Conflict("no such room, or its code is in use")
        elif room.fence != one.fence or len(room.rows) != one.after:
            raise Conflict("another owner, or another version")

    def _write(self, one: Append) -> None:
        for change in one.index:
            match change:
                case RoomOpened(row=row, server=server):
                    self.rooms[row.key] = RoomRecord(row.phase, row.code, server, one.fence)
                    self.codes.add(row.code or "")
                case RoomChanged(row=row):
                    self.rooms[one.room].phase = row.phase
                case MatchBegun(row=begun):
                    if begun.id in self.matches:
                        raise Conflict("a match of this id has begun before")
                    self.matches.add(begun.id)
                case MatchOver(match=match):
                    self.rooms[one.room].ended.add(match)
        self.rooms[one.room].rows.append(one.row)

    async def read(self, room: str) -> list[Row]:
        return await self._visit(lambda: list(self.rooms[room].rows))

    # The index.

    async def phase_of(self, key: str) -> str | None:
        room = await self._visit(lambda: self.rooms.get(key))
        return None if room is None else room.phase

    async def ended_matches(self, room: str) -> set[str]:
        return await self._visit(lambda: set(self.rooms[room].ended))

    async def damage(self, key: str, why: str) -> None:
        await self._visit(lambda: self._damage(key), writes=True)

    def _damage(self, key: str) -> None:
        room = self.rooms[key]
        room.phase, room.fence, room.server = DAMAGED, room.fence + 1, ""

    # The leases.

    async def beat(self, server: str, address: str, seconds: float) -> None:
        await self._visit(lambda: self._beat(server, address, seconds), writes=True)

    def _beat(self, server: str, address: str, seconds: float) -> None:
        self.servers[server] = address, self.loop.now + seconds

    async def claim(self, room: str, server: str) -> Claim:
        return await self._visit(lambda: self._claim(room, server), writes=True)

    def _claim(self, room: str, server: str) -> Claim:
        record = self.rooms.get(room)
        if record is None:
            return Claim(0)
        address, until = self.servers.get(record.server, ("", 0.0))
        if record.server != server and until > self.loop.now:
            return Claim(0, address, record.server, until - self.loop.now)
        before, record.server = record.server, server
        record.fence += 1
        return Claim(record.fence, server=before)

    async def owner(self, room: str) -> Claim:
        return await self._visit(lambda: self._owner(room))

    def _owner(self, room: str) -> Claim:
        server = self.rooms[room].server
        address, until = self.servers.get(server, ("", 0.0))
        left = until - self.loop.now
        return Claim(0, address, server, left) if left > 0 else Claim(0)

    async def give(self, room: str, server: str, to: str) -> None:
        await self._visit(lambda: self._give(room, server, to), writes=True)

    def _give(self, room: str, server: str, to: str) -> None:
        record = self.rooms[room]
        if record.server == server:
            record.server = to

    async def held(self, server: str) -> dict[str, int]:
        return await self._visit(
            lambda: {key: room.fence for key, room in self.rooms.items() if room.server == server}
        )

    async def leave(self, server: str) -> None:
        await self._visit(lambda: self.servers.pop(server, None), writes=True)

    # How it goes.

    async def _visit(self, work: Callable[[], T], *, writes: bool = False) -> T:
        """Do something in one transaction, unless something goes wrong."""
        weather, chance = self.weather, self.chance
        done: asyncio.Future[T] = self.loop.create_future()
        fate = chance.random()
        wait = chance.expovariate(1 / weather.latency) if weather.latency else 0.0
        if fate < weather.slow:
            self.faults += 1
            wait = 2 * chance.random()
        trip = (work, done, PROCESS.get(), chance.random() if writes else 1.0, wait)
        self.loop.outside_later(wait, self._perform, *trip)
        return await done

    def _perform(
        self,
        work: Callable[[], T],
        done: "asyncio.Future[T]",
        process: Process,
        fate: float,
        wait: float,
    ) -> None:
        weather = self.weather
        if process in self.silent:
            self.silent[process].append(lambda: self._perform(work, done, process, fate, wait))
            return
        if not process.alive and self.chance.random() < 0.5:
            return  # it did not get there before the end
        if weather.gone or (weather.full and fate < 1.0) or fate < weather.before:
            self._fail(done, DiskFault("nothing was done"))
            return
        try:
            found = work()
        except Conflict as conflict:
            if not done.done():
                done.set_exception(conflict)
            return
        if fate < weather.before + weather.after:
            self._fail(done, DiskFault("it was done, but nobody was told"))
        else:
            self.loop.outside_later(wait / 2, _succeed, done, found)

    def mend(self, process: Process) -> None:
        """A server is heard again."""
        for trip in self.silent.pop(process, []):
            trip()

    def _fail(self, done: "asyncio.Future[T]", fault: DiskFault) -> None:
        self.faults += 1
        if not done.done():
            done.set_exception(fault)


def _succeed(done: "asyncio.Future[T]", found: T) -> None:
    if not done.done():  # whoever asked may have given up
        done.set_result(found)

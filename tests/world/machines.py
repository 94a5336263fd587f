"""Servers of the world: real hubs, runners and rooms in processes that can end at any moment."""

import asyncio
from random import Random
from typing import Final, Protocol

from disk import Disk, DiskFault
from judge import Judge
from loop import Loop, Process
from network import Link

from quexiang.engine.actions import Action
from quexiang.protocol import outgoing
from quexiang.protocol.codec import read_incoming, write
from quexiang.protocol.incoming import AnyIncoming, Hello
from quexiang.protocol.room import Profile
from quexiang.rooms import messages
from quexiang.rooms.bots import ponder
from quexiang.rooms.core import RoomPace
from quexiang.rooms.hub import LEASE, Elsewhere, Hub
from quexiang.rooms.messages import BotAdvised, BotChose, Thinking
from quexiang.rooms.runner import Runner
from quexiang.rooms.state import RoomState
from quexiang.store.journal import Append, Head, Journal

EPOCH: Final = 1_000_000.0
"""The wall clock when the world begins."""
BEATS: Final = 3
"""Signs of life in the time of a lease."""
NO_ROOM: Final = write(outgoing.Bye(code="no_room", zh="没有这间房", en="There is no such room"))
RESTART: Final = write(outgoing.Bye(code="restart", zh="换班", en="Restart", retry_ms=500))


class BotFault(RuntimeError):
    """A bot was made to fail."""


class Around(Protocol):
    """The world around a server."""

    loop: Loop
    chance: Random
    disk: Disk
    judge: Judge
    bot_faults: float
    faults: int


class WatchedJournal(Journal):
    """A journal that knows which room is ahead of its log."""

    def __init__(self, disk: Disk) -> None:
        super().__init__(disk)
        self.ahead: dict[str, Append] = {}

    async def append(self, one: Append) -> None:
        self.ahead[one.room] = one
        await super().append(one)
        del self.ahead[one.room]


class ServerStore:
    """The database as one server sees it."""

    def __init__(self, disk: Disk) -> None:
        self.journal = WatchedJournal(disk)
        self.rooms = disk
        self.leases = disk


class Bots:
    """Bots that think for a while, and sometimes fail."""

    def __init__(self, around: Around) -> None:
        self.around = around
        self.matches: dict[int, tuple[Thinking, str, str]] = {}
        """The room and the match of each thought under way."""

    async def think(self, thinking: Thinking, seed: str) -> BotChose | BotAdvised:
        chance = self.around.chance
        await asyncio.sleep(chance.expovariate(4))
        if chance.random() < self.around.bot_faults:
            self.around.faults += 1
            self._chose(thinking, None)
            raise BotFault
        done = ponder(thinking, "random", seed)
        if isinstance(done, BotChose):
            self._chose(thinking, done.action)
        return done

    def _chose(self, thinking: Thinking, action: Action | None) -> None:
        _, room, match = self.matches.pop(id(thinking), (thinking, "", ""))
        self.around.judge.bot_chose(room, match, thinking.view.seat or 0, thinking.ask, action)


class WatchedHub(Hub):
    """A hub whose rooms are compared with what they were, and whose thoughts are known."""

    judge: Judge
    minds: Bots
    kept: WatchedJournal

    def _start(self, state: RoomState, head: Head) -> Runner:
        self.kept.ahead.pop(state.opened.key, None)  # what failed before it was read again
        self.judge.restored(state.opened.key, head.chain, state)
        runner = super()._start(state, head)
        take, room, minds = runner.room.take, state.opened.key, self.minds

        def watched(message: messages.AnyMessage, now: float) -> messages.Effects:
            out = take(message, now)
            for one in out.thinking:
                if one.connection is None:
                    minds.matches[id(one)] = (one, room, state.match_id or "")
                    self.judge.asked_bot(room, state.match_id or "", one.view.seat or 0, one.ask)
            return out

        setattr(runner.room, "take", watched)  # noqa: B010 - a method of one room only
        return runner


class Machine:
    """A server that is started, killed, held and started again."""

    def __init__(self, around: Around, name: str, pace: RoomPace) -> None:
        self.around = around
        self.name = name
        self.pace = pace
        self.offset = 0.0
        """How far its clock is ahead."""
        self.ports: dict[Port, None] = {}
        self._starts = 0
        self.process = Process(name)
        self.process.alive = False

    @property
    def is_up(self) -> bool:
        return self.process.alive

    def start(self) -> None:
        """Start a process, which knows nothing but the database."""
        self._starts += 1
        name = f"{self.name}.{self._starts}"
        self.process = Process(name)
        around = self.around
        store, bots = ServerStore(around.disk), Bots(around)
        self.hub = WatchedHub(
            store,
            self.pace,
            around.chance.randbytes,
            clock=self.clock,
            bots=bots,
            server=name,
            address=self.name,
        )
        self.journal = store.journal
        self.hub.judge, self.hub.minds, self.hub.kept = around.judge, bots, store.journal
        around.loop.spawn(self.process, self._beat())

    def clock(self) -> float:
        """The time as this server has it."""
        return EPOCH + self.around.loop.now + self.offset

    async def _beat(self) -> None:
        while not self.hub.stopping:
            try:
                await self.hub.beat()
            except DiskFault:
                await asyncio.sleep(1.0)
            else:
                await asyncio.sleep(LEASE / BEATS)

    def kill(self) -> None:
        """`kill -9`: nothing of it ever runs again."""
        self._leave_rooms()
        self.process.end()
        self._hang_up()

    def stop(self) -> None:
        """Let it finish what is under way, then end."""
        self.around.loop.spawn(self.process, self._stop(self.process, self.hub))

    async def _stop(self, process: Process, hub: Hub) -> None:
        runners = list(hub.runners.values())
        await hub.stop()
        self._leave(runners)
        for port in list(self.ports):
            port.close(1012, RESTART)
        if self.process is process:
            process.end()
            self._hang_up()

    def _leave_rooms(self) -> None:
        self._leave(list(self.hub.runners.values()))

    def _leave(self, runners: list[Runner]) -> None:
        for runner in runners:
            ahead = self.journal.ahead.get(runner.key)
            chain = runner.head.chain if ahead is None else ahead.chain
            self.around.judge.left(runner.key, chain, runner.room.state)

    def _hang_up(self) -> None:
        chance, loop = self.around.chance, self.around.loop
        for port in self.ports:
            loop.outside_later(chance.choice((0.0, 0.1, 2.0)), port.link.close)
        self.ports = {}

    def accept(self, link: Link, person: Profile, key: str) -> None:
        """A client calls."""
        if not self.is_up:
            link.close()
        else:
            port = Port(self, link, person, key)
            self.ports[port] = None
            link.connect(port)


class Port:
    """The server's end of a connection, which does what the server's sockets do."""

    def __init__(self, machine: Machine, link: Link, person: Profile, key: str) -> None:
        self.machine = machine
        self.link = link
        self.person = person
        self.key = key
        self.hub = machine.hub
        self.process = machine.process
        self.number = machine.hub.next_connection()
        self.code: int | None = None
        self._runner: Runner | None = None
        self._early: list[AnyIncoming] | None = None
        """What came before the room was found."""
        self._is_lost = False

    # What a room uses.

    def send(self, frame: bytes) -> None:
        if self.code is None and self.process.alive:
            self.link.tell(frame)

    def close(self, code: int, frame: bytes = b"") -> None:
        if self.code is None and self.process.alive:
            if frame:
                self.link.tell(frame)
            self.code = code
            self.link.close()
            self.machine.ports.pop(self, None)

    # What the network uses.

    @property
    def is_current(self) -> bool:
        fence = self.machine.around.disk.rooms[self.key].fence
        return self._runner is not None and self._runner.head.fence == fence

    def take(self, frame: bytes) -> None:
        self.machine.around.loop.call_soon(self._take, frame, context=self.process.context)

    def lost(self) -> None:
        self.machine.around.loop.call_soon(self._lost, context=self.process.context)

    def _take(self, text: bytes) -> None:
        frame = read_incoming(text)
        if self._runner is not None:
            if self.code is None and not self._is_lost:
                self._runner.post(messages.Received(self.number, frame))
        elif self._early is not None:
            self._early.append(frame)
        else:
            self._early = [] if isinstance(frame, Hello) else [frame]
            hello = frame if isinstance(frame, Hello) else Hello()
            self.machine.around.loop.create_task(self._enter(hello))

    def _lost(self) -> None:
        self._is_lost = True
        self.machine.ports.pop(self, None)
        if self._runner is not None:
            self._runner.disconnect(self.number)

    async def _enter(self, hello: Hello) -> None:
        try:
            runner = await self.hub.find(self.key)
        except Elsewhere as other:
            moved = outgoing.Bye(code="moved", zh="", en="", retry_ms=200, at=other.at)
            self.close(4409, write(moved))
            return
        except DiskFault:
            self.close(1011)
            return
        if runner is None:
            self.close(1012, RESTART) if self.hub.stopping else self.close(4404, NO_ROOM)
            return
        self._runner = runner
        runner.connect(self.number, self, messages.Connected(self.number, self.person, hello))
        for frame in self._early or ():
            runner.post(messages.Received(self.number, frame))
        if self._is_lost:
            runner.disconnect(self.number)

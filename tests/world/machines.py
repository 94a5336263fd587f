"""Servers of the world: real hubs, runners and rooms in processes that can end at any moment."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Final, Protocol

from disk import Disk, DiskFault
from judge import Judge
from loop import Loop, Process
from network import Link
from simulated_bus import Broker, SimulatedBus

from quexiang.cluster.bus import Bus, LocalBus
from quexiang.cluster.gateway import There
from quexiang.cluster.link import Here
from quexiang.cluster.link import Link as RoomLink
from quexiang.cluster.node import LEASE as CLUSTER_LEASE
from quexiang.cluster.node import Node
from quexiang.engine.actions import Action
from quexiang.protocol.byes import RESTART, bye
from quexiang.protocol.codec import read_incoming
from quexiang.protocol.incoming import Hello
from quexiang.protocol.room import Profile
from quexiang.rooms import messages
from quexiang.rooms.bots import ponder
from quexiang.rooms.core import RoomPace
from quexiang.rooms.hub import LEASE, Hub
from quexiang.rooms.messages import BotAdvised, BotChose, Thinking
from quexiang.rooms.runner import Runner
from quexiang.rooms.state import RoomState
from quexiang.server.services import ASLEEP, BEATS, DOZE, DRIFT, SIGN
from quexiang.store.journal import Append, Head, Journal

EPOCH: Final = 1_000_000.0
"""The wall clock when the world begins."""


class BotFault(RuntimeError):
    """A bot was made to fail."""


class Around(Protocol):
    """The world around a server."""

    loop: Loop
    chance: Random
    disk: Disk
    judge: Judge
    broker: Broker | None
    """None where servers know each other by the database alone."""
    machines: list["Machine"]
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
        if self.ahead.get(one.room) is one:  # else the room was abandoned and read again
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
    is_drained = False
    """Whether its rooms have been handed over, and nothing is done from time to time any more."""

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

    def _gone(self, runner: Runner) -> None:
        if self.runners.get(runner.key) is runner:  # else it was abandoned, and perhaps read again
            self.leave(runner)
        super()._gone(runner)

    def leave(self, runner: Runner) -> None:
        """Tell how a room was with the last row of its log."""
        ahead = self.kept.ahead.get(runner.key)
        chain = runner.head.chain if ahead is None else ahead.chain
        self.judge.left(runner.key, chain, runner.room.state)


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
        is_alone = around.broker is None
        self.hub = WatchedHub(
            store,
            self.pace,
            around.chance.randbytes,
            clock=self.clock,
            bots=bots,
            server=name,
            address=self.name,
        )
        self.hub.lease = LEASE if is_alone else CLUSTER_LEASE
        self.hub.judge, self.hub.minds, self.hub.kept = around.judge, bots, store.journal
        self.wire = SimulatedBus(around.broker, self.process) if around.broker else None
        bus: Bus = self.wire or LocalBus()
        self.node = Node(self.hub, bus, is_alone=is_alone, clock=around.loop.time)
        around.loop.spawn(self.process, self._live(self.node))

    async def _live(self, node: Node) -> None:
        """What a server does from time to time, as long as it has rooms to hand over."""
        loop, hub = self.around.loop, self.hub
        await node.open("world")
        loop.create_task(self._every(node.hub.lease / BEATS, node.hub.beat))
        loop.create_task(self._every(DOZE, lambda: node.hub.doze(ASLEEP)))
        loop.create_task(self._every(DRIFT, node.drift))
        while not hub.is_drained:
            node.beat()
            await asyncio.sleep(SIGN)

    async def _every(self, seconds: float, work: Callable[[], Awaitable[object]]) -> None:
        hub = self.hub
        while not hub.is_drained:
            try:
                await work()
            except DiskFault:
                await asyncio.sleep(min(1.0, seconds))
            else:
                await asyncio.sleep(seconds)

    def clock(self) -> float:
        """The time as this server has it."""
        return EPOCH + self.around.loop.now + self.offset

    def kill(self) -> None:
        """`kill -9`: nothing of it ever runs again."""
        for runner in self.hub.runners.values():
            self.hub.leave(runner)
        self.process.end()
        self._hang_up()

    def stop(self) -> None:
        """Let it hand over its rooms, finish what is under way, then end."""
        self.around.loop.spawn(self.process, self._stop(self.process, self.node, self.hub))

    async def _stop(self, process: Process, node: Node, hub: WatchedHub) -> None:
        with suppress(DiskFault):  # what it still has is taken when the lease is over
            await node.drain()
        hub.is_drained = True
        await node.hub.stop()
        for port in list(self.ports):
            port.close(RESTART, bye(RESTART))
        await node.bus.close()
        if self.process is process:
            process.end()
            self._hang_up()

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
        self.node = machine.node
        self.process = machine.process
        self.code: int | None = None
        self._way: RoomLink | None = None
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
            self._lost()

    # What the network uses.

    @property
    def is_current(self) -> bool:
        runner = self._runner()
        fence = self.machine.around.disk.rooms[self.key].fence
        return runner is not None and runner.head.fence == fence

    def _runner(self) -> Runner | None:
        """The room at the end of the way, on this machine or on another."""
        end = self._way and self._way.end
        if isinstance(end, Here):
            return end._runner
        if isinstance(end, There):
            for one in self.machine.around.machines:
                if one.hub.server == end.owner:
                    return one.hub.runners.get(self.key)
        return None

    def take(self, frame: bytes) -> None:
        self.machine.around.loop.call_soon(self._take, frame, context=self.process.context)

    def lost(self) -> None:
        self.machine.around.loop.call_soon(self._lost, context=self.process.context)

    def _take(self, text: bytes) -> None:
        if self._is_lost:
            return
        frame = read_incoming(text)
        if self._way is not None:
            self._way.pass_on(frame)
            return
        hello = frame if isinstance(frame, Hello) else Hello()
        self._way = self.node.gateway.enter(self.key, self, self.person, hello)
        if frame is not hello:
            self._way.pass_on(frame)

    def _lost(self) -> None:
        self._is_lost = True
        self.machine.ports.pop(self, None)
        if self._way is not None:
            self._way.leave()

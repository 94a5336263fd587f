"""A room that runs: takes messages from its mailbox, keeps the entries, then sends the frames."""

from __future__ import annotations

import asyncio
import hashlib
from collections import deque
from collections.abc import Callable
from typing import Protocol

import structlog

from quexiang.protocol import outgoing
from quexiang.protocol.byes import BROKEN, CLOSED, MOVED, bye
from quexiang.protocol.codec import write
from quexiang.protocol.room import RoomView
from quexiang.rooms import messages
from quexiang.rooms.index import append_of
from quexiang.rooms.room import Room
from quexiang.store import Conflict, Head, Journal
from quexiang.store.database import is_away

logger = structlog.get_logger(__name__)

ViewRequest = asyncio.Future[RoomView]
"""Somebody wants to see the room from outside."""
REPORTS = 20
"""Different mistakes of one room that are logged; all are counted."""


def nickname(key: str) -> str:
    """A name for a room in the server's own log; its key would let anybody in."""
    return hashlib.sha256(key.encode()).hexdigest()[:8]


class Socket(Protocol):
    """Where frames go."""

    def send(self, frame: bytes) -> None:
        """Queue a frame."""

    def close(self, code: int, frame: bytes = b"") -> None:
        """Send a last frame and close."""


class Bots(Protocol):
    """Who thinks for bots."""

    async def think(
        self, thinking: messages.Thinking, seed: str
    ) -> messages.BotChose | messages.BotAdvised:
        """A bot's choice, or its advice."""


class Measures(Protocol):
    """Who counts what happens."""

    def acted(self, seconds: float) -> None:
        """A message with entries was taken, kept and sent."""

    def failed(self) -> None:
        """Something could not be shown, sent or thought."""

    def moved(self, how: str) -> None:
        """A room has come to this server, or left it."""


class Runner:
    """One actor: a task with a mailbox."""

    def __init__(
        self,
        room: Room,
        head: Head,
        journal: Journal,
        *,
        clock: Callable[[], float],
        bots: Bots,
        gone: Callable[[Runner], None],
    ) -> None:
        self.room = room
        self.head = head
        self.journal = journal
        self.clock = clock
        self.bots = bots
        self.gone = gone
        self.sockets: dict[int, Socket] = {}
        self.measures: Measures | None = None
        self.stopped = False
        self.began = self.alone_since = clock()
        """When the last socket was gone."""
        self._lost = False
        self._dropped: int | None = None
        """With which code everybody was sent away."""
        self._mail: deque[tuple[messages.AnyMessage | ViewRequest, float]] = deque()
        self._mailed = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._wakes: float | None = None
        """When the timer posts a tick."""
        self._reported: set[str] = set()
        self._thinking: set[asyncio.Task[None]] = set()
        self._task = asyncio.create_task(self._run(), name="room")

    @property
    def key(self) -> str:
        """The room's key."""
        return self.room.state.opened.key

    def post(self, message: messages.AnyMessage | ViewRequest) -> None:
        """Put a message into the mailbox."""
        self._mail.append((message, self.clock()))
        self._mailed.set()

    async def view(self) -> RoomView:
        """The room between two messages: what is kept, and nothing else."""
        request: ViewRequest = asyncio.get_running_loop().create_future()
        self.post(request)
        if self._task.done():
            raise Conflict
        return await request

    def connect(self, connection: int, socket: Socket, hello: messages.Connected) -> None:
        """Let a socket in; one that has found the room in its last moment goes with the others."""
        self.sockets[connection] = socket
        self.post(hello)
        if self._dropped is not None:
            asyncio.get_running_loop().call_soon(self._drop, self._dropped)

    def disconnect(self, connection: int) -> None:
        """A socket is no more."""
        if self.sockets.pop(connection, None) is not None:
            self.alone_since = self.clock()
            self.post(messages.Disconnected(connection))

    def lose(self) -> None:
        """The room is no longer ours: send everybody away before the next message."""
        self._lost = True
        self.post(messages.Tick())

    def abandon(self) -> None:
        """Others may have the room by now: let everybody follow, whatever is still being kept."""
        self.stopped = True
        self._mailed.set()
        self._drop(MOVED)
        self.gone(self)

    def rests(self, seconds: float) -> bool:
        """Whether nobody has been here for so long, and nothing is to happen for as long."""
        if self.sockets or self._thinking or self._mail:
            return False
        loop = asyncio.get_running_loop()
        is_quiet = self._timer is None or self._timer.when() - loop.time() > seconds
        return is_quiet and self.clock() - self.alone_since > seconds

    def may_move(self) -> bool:
        """Whether the room can go elsewhere now without telling anything by it."""
        return not self.room.feeds.is_resting(self.clock())

    def send_on(self) -> None:
        """The room has stopped here and lives elsewhere: let everybody follow it."""
        self._drop(MOVED)

    async def stop(self) -> None:
        """Finish the message at hand and take no more."""
        self.stopped = True
        self._mailed.set()
        await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            while not self.stopped:
                await self._mailed.wait()
                self._mailed.clear()
                while self._mail and not self.stopped:
                    await self._take(*self._mail.popleft())
        except Conflict:
            logger.warning("room has moved", room=nickname(self.key), version=self.head.version)
            self._drop(MOVED)
        except Exception as fault:  # noqa: BLE001 - whoever comes again finds what was kept
            if is_away(fault):
                logger.warning("store is away", room=nickname(self.key), why=type(fault).__name__)
            else:
                self._failed("room is broken", fault)
            self._drop(BROKEN)
        finally:
            self._rest()

    async def _take(self, message: messages.AnyMessage | ViewRequest, posted: float) -> None:
        if self._lost:
            raise Conflict
        now = self.clock()
        if isinstance(message, asyncio.Future):
            self._answer(message, now)
            return
        out = self.room.take(message, now)
        if out.entries:
            append = append_of(self.room.state, self.head, out.entries, now)
            await self.journal.append(append)
            self.head = self.head.after(append)
        for fault in out.faults:
            self._failed("could not show", fault)
        self._send(out.sends)
        if out.entries and self.measures is not None:
            self.measures.acted(self.clock() - posted)
        for thinking in out.thinking:
            task = asyncio.create_task(self._think(thinking))
            self._thinking.add(task)
            task.add_done_callback(self._thinking.discard)
        self._wake(out.wake)
        if self.room.state.phase == "closed":
            self.stopped = True
            self._drop(CLOSED)

    def _answer(self, request: ViewRequest, now: float) -> None:
        try:
            request.set_result(self.room.view(now))
        except Exception as fault:  # noqa: BLE001 - raised where it is asked for
            request.set_exception(fault)

    def _send(self, sends: list[tuple[int, outgoing.Outgoing]]) -> None:
        written: dict[int, bytes] = {}
        for connection, frame in sends:
            socket = self.sockets.get(connection)
            if socket is not None:
                text = written.get(id(frame))
                if text is None:
                    text = written[id(frame)] = self._written(frame)
                if text:
                    socket.send(text)

    def _written(self, frame: outgoing.Outgoing) -> bytes:
        try:
            return write(frame)
        except Exception as fault:  # noqa: BLE001 - one wrong frame must not stop the table
            self._failed("could not write", fault)
            return b""

    def _failed(self, what: str, fault: Exception) -> None:
        """Our own mistake, but the log is sound: report it, a repeated one once, and go on."""
        if repr(fault) not in self._reported and len(self._reported) < REPORTS:
            self._reported.add(repr(fault))
            logger.error(what, room=nickname(self.key), version=self.head.version, exc_info=fault)
        if self.measures is not None:
            self.measures.failed()

    def _wake(self, at: float | None) -> None:
        if at == self._wakes:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._wakes = at
        if at is not None:
            delay = max(0.0, at - self.clock())
            self._timer = asyncio.get_running_loop().call_later(delay, self._tick)

    def _tick(self) -> None:
        self._timer = self._wakes = None
        self.post(messages.Tick())

    async def _think(self, thinking: messages.Thinking) -> None:
        """Think at once and answer in time, so that nobody sees how long a bot has thought."""
        try:
            seed = f"{self.key} {self.room.state.match_id} {thinking.ask}"
            done = await self.bots.think(thinking, seed)
        except Exception as fault:  # noqa: BLE001 - the neutral choice will do
            self._failed("bot failed", fault)
            done = thinking.done([])
        await asyncio.sleep(max(0.0, thinking.at - self.clock()))
        self.post(done)

    def _drop(self, code: int) -> None:
        """Send everybody away; whoever connects again finds the room as its log has it."""
        self._dropped, text = code, bye(code)
        for socket in self.sockets.values():
            socket.close(code, text)
        self.sockets.clear()

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for task in self._thinking:
            task.cancel()
        for message, _ in self._mail:
            if isinstance(message, asyncio.Future) and not message.done():
                message.set_exception(Conflict())
        self.gone(self)

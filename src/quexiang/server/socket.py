"""One socket: reads frames, checks them, hands them to the room, and writes what it is told."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

import msgspec
import structlog
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from msgspec.structs import replace

from quexiang.protocol import incoming, outgoing
from quexiang.protocol.codec import LARGEST, read_incoming, write
from quexiang.protocol.room import Profile
from quexiang.rooms import messages
from quexiang.rooms.hub import Elsewhere
from quexiang.rooms.runner import DROPPED, MOVED, Runner
from quexiang.server.limits import Bucket
from quexiang.server.requests import AnySocket, network_of, token_of
from quexiang.server.security import is_allowed_origin
from quexiang.server.services import Served, Services, profile_of
from quexiang.server.tokens import Claim

logger = structlog.get_logger(__name__)

NOT_KNOWN: Final = 4401
NOT_ALLOWED: Final = 4403
NO_ROOM: Final = 4404
BAD_FRAMES: Final = 4400
TOO_FAST: Final = 4429
RESTART: Final = 1012
SLOW: Final = 1013

BYES: Final = {
    NOT_KNOWN: outgoing.Bye(code="not_known", zh="先起个名字吧", en="Say who you are first"),
    NOT_ALLOWED: outgoing.Bye(code="not_allowed", zh="不能进来", en="You may not come in"),
    NO_ROOM: outgoing.Bye(
        code="no_room", zh="没有这间房，或者已经散了", en="There is no such room any more"
    ),
    BAD_FRAMES: outgoing.Bye(code="bad_frame", zh="看不懂", en="Too many wrong frames"),
    TOO_FAST: outgoing.Bye(code="too_fast", zh="太快了", en="Too many frames", retry_ms=10_000),
    RESTART: outgoing.Bye(
        code="restart",
        zh="服务器换班，牌局没丢",
        en="The server restarts; nothing is lost",
        retry_ms=2000,
    ),
    SLOW: outgoing.Bye(
        code="slow", zh="网太慢了，重新连一下", en="Too slow; connect again", retry_ms=1000
    ),
}
BAD: Final = write(outgoing.Error(code="bad_frame", zh="看不懂这条消息", en="This is no frame"))
FAST: Final = write(outgoing.Error(code="too_fast", zh="慢一点", en="Slow down"))


class Hangup(Exception):
    """The server ends a conversation."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(code)


class ServerSocket:
    """A client's socket; frames wait in a queue, so that a slow client holds nobody up."""

    def __init__(self, socket: AnySocket, services: Services) -> None:
        limits = services.settings.limits
        self.socket = socket
        self.network = network_of(socket)
        self.services = services
        self.number = services.hub.next_connection()
        self.queue: deque[bytes] = deque()
        self.most = limits.queue
        self.bucket = Bucket(*limits.frames)
        self.bad = limits.bad_frames
        self.fast = limits.too_fast
        self.code: int | None = None
        self.claim: Claim | None = None
        """Who it is, and by which session."""
        self._wanted = asyncio.Event()
        self.writer = asyncio.create_task(self.write())

    # What a room uses.

    def send(self, frame: bytes) -> None:
        """Queue a frame; a client that takes none is let go."""
        if self.code is None:
            self.queue.append(frame)
            if len(self.queue) > self.most:
                self.queue.clear()
                self.close(SLOW, write(BYES[SLOW]))
            self._wanted.set()

    def close(self, code: int, frame: bytes = b"") -> None:
        """Send a last frame and close."""
        if self.code is None:
            self.code = code
            if frame:
                self.queue.append(frame)
            self._wanted.set()

    def farewell(self) -> asyncio.Task[None]:
        """The server stops; the task is done when the client has been told."""
        self.close(RESTART, write(BYES[RESTART]))
        return self.writer

    def hang_up(self) -> None:
        """The session of this socket has ended."""
        self.close(NOT_KNOWN, write(BYES[NOT_KNOWN]))

    # The two loops.

    async def write(self) -> None:
        """Write frames until the socket is closed."""
        send, count = self.socket.send, self.services.metrics.frames_out
        while self.code is None or self.queue:
            if not self.queue:
                self._wanted.clear()
                await self._wanted.wait()
            while self.queue:
                text = self.queue.popleft().decode()
                await send({"type": "websocket.send", "bytes": None, "text": text})
                count.inc()
        await self.socket.close(self.code)

    async def read(self) -> incoming.AnyIncoming:
        """The next good frame; wrong ones are answered, and counted."""
        while True:
            text = await self._receive()
            self.services.metrics.frames_in.inc()
            if not self.bucket.take():
                self.fast -= 1
                self._refuse(FAST, TOO_FAST if self.fast <= 0 else None)
                continue
            try:
                if text is None or len(text) > LARGEST:
                    raise msgspec.DecodeError("no text, or too long")  # noqa: TRY301
                return read_incoming(text)
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                self.bad -= 1
                self.services.metrics.bad_frames.inc()
                self._refuse(BAD, BAD_FRAMES if self.bad <= 0 else None)

    def _refuse(self, frame: bytes, code: int | None) -> None:
        if code is not None:
            raise Hangup(code)
        self.send(frame)

    async def _receive(self) -> str | None:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="gone")
        text = message.get("text")
        return text if isinstance(text, str) else None


@websocket("/api/rooms/{key:str}/socket")
async def room_socket(key: FromPath[str], socket: AnySocket, services: Served) -> None:
    """The socket of a room."""
    await socket.accept()
    server_socket = ServerSocket(socket, services)
    services.enter(server_socket)
    writer = server_socket.writer
    try:
        await _talk(server_socket, key)
    except Hangup as hangup:
        server_socket.close(hangup.code, write(BYES[hangup.code]))
        await asyncio.wait([writer], timeout=5)
    except Elsewhere as elsewhere:
        server_socket.close(MOVED, write(replace(DROPPED[MOVED], at=elsewhere.at)))
        await asyncio.wait([writer], timeout=5)
    except (WebSocketDisconnect, TimeoutError):
        pass
    finally:
        services.go(server_socket)
        writer.cancel()
        await asyncio.wait([writer])


async def _talk(socket: ServerSocket, key: str) -> None:
    """Say hello, then pass frames on until the client goes."""
    services = socket.services
    _check_address(socket)
    first = await asyncio.wait_for(socket.read(), services.settings.limits.hello)
    hello = first if isinstance(first, incoming.Hello) else incoming.Hello()
    person = await _person(socket, hello)
    runner = None if "\0" in key else await services.hub.find(key)
    if runner is None:
        raise Hangup(RESTART if services.hub.stopping else NO_ROOM)
    runner.connect(socket.number, socket, messages.Connected(socket.number, person, hello))
    try:
        if first is not hello:
            runner.post(messages.Received(socket.number, first))
        await _pass_on(socket, runner)
    finally:
        runner.disconnect(socket.number)


async def _pass_on(socket: ServerSocket, runner: Runner) -> None:
    while socket.code is None:
        frame = await socket.read()
        runner.post(messages.Received(socket.number, frame))


def _check_address(socket: ServerSocket) -> None:
    services, limits = socket.services, socket.services.settings.limits
    if not is_allowed_origin(socket.socket, services.origins):
        raise Hangup(NOT_ALLOWED)
    many = services.networks[socket.network] > limits.sockets * limits.crowd
    if many or services.wait("connects", socket.socket):
        raise Hangup(TOO_FAST)


async def _person(socket: ServerSocket, hello: incoming.Hello) -> Profile:
    visitor = await socket.services.visitor(hello.token or token_of(socket.socket))
    if visitor is None:
        raise Hangup(NOT_KNOWN)
    if visitor.person.banned:
        raise Hangup(NOT_ALLOWED)
    socket.claim = Claim(visitor.person.id, visitor.session.id)
    return profile_of(visitor.person)

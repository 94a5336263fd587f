"""One socket: reads frames, checks them, hands them to the room, and writes what it is told."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
import structlog
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from quexiang.cluster.link import Link
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.byes import (
    BAD_FRAMES,
    NO_ROOM,
    NOT_ALLOWED,
    NOT_KNOWN,
    RESTART,
    SLOW,
    TOO_FAST,
    bye,
)
from quexiang.protocol.codec import LARGEST, read_incoming, write
from quexiang.protocol.room import Profile
from quexiang.server.frames import writer_of
from quexiang.server.limits import Bucket
from quexiang.server.requests import AnySocket, network_of, token_of
from quexiang.server.security import is_allowed_origin
from quexiang.server.services import Served, Services, profile_of
from quexiang.server.tokens import Claim

logger = structlog.get_logger(__name__)

GONE: Final = 1006
"""The code of a socket whose client said no good-bye, or said it first."""
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
        self.queue: list[bytes] = []
        self.most = limits.queue
        self.bucket = Bucket(*limits.frames)
        self.bad = limits.bad_frames
        self.fast = limits.too_fast
        self.code: int | None = None
        self.claim: Claim | None = None
        """Who it is, and by which session."""
        self._write = writer_of(socket.scope)
        self._is_behind = False
        """Frames wait for the client; whatever comes must wait behind them."""
        self.writer: asyncio.Task[None] | None = None
        """Writes what waits, and closes; most sockets never need it while they are open."""

    # What a room uses.

    def send(self, frame: bytes) -> None:
        """Write a frame, or queue it behind others; a client that takes none is let go."""
        if self.code is None:
            if self._write is not None and not self._is_behind and self._write(frame):
                self.services.metrics.written += 1
                return
            self._is_behind = True
            self.queue.append(frame)
            if len(self.queue) > self.most:
                self.queue.clear()
                self.close(SLOW, bye(SLOW))
            self._start_writer()

    def close(self, code: int, frame: bytes = b"") -> None:
        """Send a last frame and close."""
        if self.code is None:
            self.code = code
            if frame:
                self.queue.append(frame)
            self._start_writer()

    def farewell(self) -> asyncio.Task[None]:
        """The server stops; the task is done when the client has been told."""
        self.close(RESTART, self.services.farewell)
        assert self.writer is not None
        return self.writer

    def hang_up(self) -> None:
        """The session of this socket has ended."""
        self.close(NOT_KNOWN, bye(NOT_KNOWN))

    async def stop(self) -> None:
        """The client is gone: write no more."""
        self.code = self.code or GONE
        if self.writer is not None:
            self.writer.cancel()
            await asyncio.wait([self.writer])

    # The two loops.

    def _start_writer(self) -> None:
        """Let what waits be written; a writer that failed has lost its client."""
        last = self.writer
        if last is None or (last.done() and not last.cancelled() and last.exception() is None):
            self.writer = asyncio.create_task(self._write_all())

    async def _write_all(self) -> None:
        """Write what waits; then, if the socket is to be closed, close it."""
        send, metrics = self.socket.send, self.services.metrics
        while self.queue:
            text = self.queue.pop(0).decode()
            await send({"type": "websocket.send", "bytes": None, "text": text})
            metrics.written += 1
        self._is_behind = False
        if self.code is not None:
            await self.socket.close(self.code)

    async def read(self) -> incoming.AnyIncoming:
        """The next good frame; wrong ones are answered, and counted."""
        while True:
            text = await self._receive()
            self.services.metrics.read += 1
            if not self.bucket.take():
                self.fast -= 1
                self._refuse(FAST, TOO_FAST if self.fast <= 0 else None)
                continue
            try:
                if text is None or len(text) > LARGEST:
                    raise msgspec.DecodeError("no text, or too long")  # noqa: TRY301 - told like any bad frame
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
    try:
        await _talk(server_socket, key)
    except Hangup as hangup:
        server_socket.close(hangup.code, bye(hangup.code))
        if server_socket.writer is not None:
            await asyncio.wait([server_socket.writer], timeout=5)
    except (WebSocketDisconnect, TimeoutError):
        pass
    finally:
        services.go(server_socket)
        await server_socket.stop()


async def _talk(socket: ServerSocket, key: str) -> None:
    """Say hello, then pass frames on until the client goes."""
    services = socket.services
    _check_address(socket)
    first = await asyncio.wait_for(socket.read(), services.settings.limits.hello)
    hello = first if isinstance(first, incoming.Hello) else incoming.Hello()
    person = await _person(socket, hello)
    if "\0" in key:
        raise Hangup(NO_ROOM)
    link = services.node.gateway.enter(key, socket, person, hello)
    try:
        if first is not hello:
            link.pass_on(first)
        await _pass_on(socket, link)
    finally:
        link.leave()


async def _pass_on(socket: ServerSocket, link: Link) -> None:
    while socket.code is None:
        link.pass_on(await socket.read())


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

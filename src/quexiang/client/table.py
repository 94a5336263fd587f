"""A seat in a room, over a socket that reconnects when it is lost."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from quexiang.client.knowledge import Knowledge, answer, offers
from quexiang.engine.wire import SeatLetter
from quexiang.match import fair
from quexiang.match.play import Chooser
from quexiang.present.canvas import fold
from quexiang.present.table import TableView
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.codec import read_outgoing, write
from quexiang.protocol.room import RoomView

FINAL: Final = (1000, 4400, 4401, 4403, 4404)
SHORTEST_WAIT: Final = 0.05
OF_A_MATCH: Final = (
    incoming.Answer,
    incoming.Advise,
    incoming.Ready,
    incoming.Rematch,
    incoming.Dissolve,
    incoming.Vote,
    incoming.LeaveRoom,
)
"""Frames that mean nothing in another match than the one they were meant for."""


class Closed(Exception):
    """The server has closed the socket and will not open it again."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(f"the server closed the socket with {code}")


class RemoteTable:
    """One person at one room; `async for frame in table` gives all that is told."""

    def __init__(self, address: str, token: str) -> None:
        self.home = address
        """Where it is asked first, and again where a room's server does not answer."""
        self.address = address
        self.token = token
        self.room: RoomView | None = None
        self.seat: SeatLetter | None = None
        self.view: TableView | None = None
        self.ask: outgoing.Ask | None = None
        self.match = ""
        self.version = 0
        self.known: Knowledge | None = None
        self.unanswered: dict[str, incoming.Incoming] = {}
        """Frames that the server has neither taken nor refused."""
        self.takes_part = True
        """Whether the client adds its own number to each shuffle."""
        self.longest_wait = 5.0
        """Seconds between two attempts to connect, at most."""
        self._numbers: dict[tuple[str, int], str] = {}
        self._socket: ClientConnection | None = None
        self._closed = False

    async def __aenter__(self) -> Self:
        await self._connect()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closed = True
        await self.drop()

    async def drop(self) -> None:
        """Lose the connection; the next frame that is waited for opens it again."""
        socket, self._socket = self._socket, None
        if socket is not None:
            await socket.close()

    async def say(self, frame: incoming.Incoming) -> str:
        """Send a frame; it is sent again after a lost connection until the server answers."""
        message = frame.id or secrets.token_hex(8)
        frame = msgspec.structs.replace(frame, id=message, match=frame.match or self._match(frame))
        self.unanswered[message] = frame
        await self._send(frame)
        return message

    def _match(self, frame: incoming.Incoming) -> str:
        """The match that a frame is meant for, if it is meant for one."""
        if self.room is None or not isinstance(frame, OF_A_MATCH):
            return ""
        return self.room.match or ""

    async def __aiter__(self) -> AsyncIterator[outgoing.AnyOutgoing]:
        while not self._closed:
            frame = await self._whole(await self._next())
            if frame is not None:
                await self._take(frame)
                yield frame

    async def play(self, chooser: Chooser) -> outgoing.Over:
        """Answer every ask by a bot's choice until the match is over."""
        async for frame in self:
            match frame:
                case outgoing.Ask() if self.known is not None and self.known.is_whole:
                    action = chooser.choose(self.known.view, offers(frame))
                    await self.say(answer(frame, action))
                case outgoing.Ask() | outgoing.Snapshot():
                    await self._send(incoming.Resync(events=True))
                case outgoing.Welcome() | outgoing.RoomUpdate() if self.is_entrusted:
                    await self.say(incoming.Back())
                case outgoing.Over():
                    return frame
                case _:
                    pass
        raise Closed(1000)

    @property
    def is_entrusted(self) -> bool:
        """Tell whether the trustee (托管) plays the own seat."""
        seats = () if self.room is None else self.room.seats
        return any(seat.trustee for seat in seats if seat.seat == self.seat)

    # The connection.

    async def _connect(self) -> None:
        wait = SHORTEST_WAIT
        while True:
            try:
                self._socket = await self._opened()
            except (OSError, WebSocketException, TimeoutError):
                self.address = self.home
                await asyncio.sleep(wait)
                wait = min(self.longest_wait, 2 * wait)
            else:
                return

    async def _opened(self) -> ClientConnection:
        """Open a socket and send again whatever the server has not answered."""
        headers = {"authorization": f"Bearer {self.token}"}
        socket = await connect(
            self.address, additional_headers=headers, compression=None, close_timeout=1
        )
        try:
            for frame in (self._hello(), *self.unanswered.values()):
                await socket.send(write(frame).decode())
        except BaseException:
            await socket.close()
            raise
        return socket

    def _hello(self) -> incoming.Hello:
        known = incoming.Hello(match=self.match, version=self.version, changes=True)
        return msgspec.structs.replace(known, shuffles=self.takes_part)

    async def _send(self, frame: incoming.Incoming) -> None:
        try:
            if self._socket is not None:
                await self._socket.send(write(frame).decode())
        except ConnectionClosed:
            pass  # what has an id is sent again

    async def _next(self) -> outgoing.AnyOutgoing | None:
        """The next frame, None after a reconnect."""
        if self._socket is None:
            await self._connect()
            return None
        socket = self._socket
        try:
            return read_outgoing(await socket.recv())
        except ConnectionClosed as error:
            if self._socket is not socket:
                return None  # it was dropped here
            code = error.rcvd.code if error.rcvd is not None else 1006
            self._socket = None
            if code in FINAL:
                raise Closed(code) from None
            return None

    # What is told.

    async def _take(self, frame: outgoing.AnyOutgoing) -> None:
        match frame:
            case outgoing.Welcome() | outgoing.RoomUpdate():
                self.room, self.seat = frame.room, frame.seat
            case outgoing.Events() if self._misses(frame):
                await self._send(incoming.Resync(events=True))
            case outgoing.Events() | outgoing.Snapshot():
                self._look(frame)
            case outgoing.Ask():
                self.ask = frame
            case (
                outgoing.Done(id=message)
                | outgoing.Error(id=message)
                | outgoing.Because(id=message)
            ):
                self.unanswered.pop(message, None)
            case outgoing.Shuffle() | outgoing.Committed():
                await self._shuffle(frame)
            case outgoing.Bye(at=at) if at:
                path = urlsplit(self.home).path
                self.address = "ws" + at.removeprefix("http") + path
            case _:
                pass

    async def _whole(self, frame: outgoing.AnyOutgoing | None) -> outgoing.AnyOutgoing | None:
        """A frame with the whole table, folded from what has changed; None after a gap."""
        if not isinstance(frame, outgoing.Changes):
            return frame
        if self.view is None or (frame.match, frame.since) != (self.match, self.version):
            await self._send(incoming.Resync(events=True))
            return None
        return outgoing.Events(
            match=frame.match,
            round=frame.round,
            since=frame.since,
            version=frame.version,
            events=frame.events,
            story=frame.story,
            view=fold(self.view, frame.table),
            clock=frame.clock,
        )

    def _misses(self, frame: outgoing.Events) -> bool:
        """Tell whether there is a gap before these events."""
        return frame.match == self.match and frame.since > self.version

    def _look(self, frame: outgoing.Events | outgoing.Snapshot) -> None:
        self.match, self.version, self.view = frame.match, frame.version, frame.view
        if self.room is None or frame.view.me is None:
            return
        is_new = isinstance(frame, outgoing.Events) and _begins(frame)
        if self.known is None or is_new:
            self.known = Knowledge(self.room, frame.view.me, frame.view.players)
        if isinstance(frame, outgoing.Events):
            self.known.take(frame)
        else:
            self.known = Knowledge(self.room, frame.view.me, frame.view.players)

    async def _shuffle(self, frame: outgoing.Shuffle | outgoing.Committed) -> None:
        """Contribute a number to the seed, so that the server alone cannot choose it."""
        if self.seat is None or not self.takes_part:
            return
        which = (frame.match, frame.round)
        if isinstance(frame, outgoing.Shuffle):
            number = self._numbers.setdefault(which, secrets.token_hex(32))
            hashed = fair.commitment(frame.match, frame.round, self.seat, number)
            await self._send(incoming.Commit(match=frame.match, round=frame.round, hash=hashed))
        elif which in self._numbers:
            number = self._numbers[which]
            reveal = incoming.Reveal(match=frame.match, round=frame.round, value=number)
            await self._send(reveal)


def _begins(frame: outgoing.Events) -> bool:
    first: dict[str, Any] = frame.events[0] if frame.events else {}
    return first.get("event") == "started"

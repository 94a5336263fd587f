"""One client's socket on its way to its room, wherever that lives by now.

A room may move while people play: its owner dies, or stops and hands it over. The link then finds
the new owner, says how far the client has seen the match, and passes on again what was not
acknowledged; the room recognises a frame by its id. The client notices a pause.
"""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from quexiang.protocol.incoming import AnyIncoming, Hello
from quexiang.protocol.room import Profile
from quexiang.rooms.messages import Connected, Received
from quexiang.rooms.runner import Runner, Socket

MOST_WAITING: Final = 64
"""Frames of a client that may wait for their answers; the oldest is forgotten first."""

BREAKS: Final = 3
"""How often a room may break without an answer in between before its client is told."""


class Heard(Struct):
    """As much of a frame to a client as tells what it has been sent."""

    type: str
    id: str = ""
    match: str = ""
    version: int = 0


_HEARD: Final = msgspec.json.Decoder(Heard)


class End(Protocol):
    """Where a link is attached to its room."""

    def pass_on(self, frame: AnyIncoming) -> None:
        """Pass a frame of the client to the room."""

    def leave(self) -> None:
        """The client is gone, or the link is attached elsewhere."""


class Link:
    """A client's socket, and the room to which it is attached at the moment."""

    def __init__(self, key: str, socket: Socket, person: Profile, hello: Hello) -> None:
        self.key = key
        self.person = person
        self.socket = socket
        self.end: End | None = None
        self.task: asyncio.Task[None] | None = None
        """Attaches it."""
        self.has_left = False
        self.follows = False
        """Whether it goes where its room goes, or leaves that to the client."""
        self._hello = replace(hello, token="")  # whoever he is, is known
        self._breaks = 0
        self._waiting: dict[str | object, AnyIncoming] = {}
        """Frames without an answer, by their ids; without one only until they are passed on."""

    @property
    def hello(self) -> Hello:
        """What the client would say now if it came back."""
        return self._hello

    # What comes from the client.

    def pass_on(self, frame: AnyIncoming) -> None:
        """Pass a frame to the room, or keep it until there is one."""
        if isinstance(frame, Hello):
            frame = self._hello = replace(frame, token="")
        if frame.id or self.end is None:
            self._waiting[frame.id or object()] = frame
            if len(self._waiting) > MOST_WAITING:
                del self._waiting[next(iter(self._waiting))]
        if self.end is not None:
            self.end.pass_on(frame)

    def leave(self) -> None:
        """The client is gone."""
        self.has_left = True
        if self.task is not None:
            self.task.cancel()
        self.detach()

    # What comes from the room.

    def attached(self, end: End) -> None:
        """The room has let it in: pass on what waits."""
        self.end = end
        for frame in self._waiting.values():
            end.pass_on(frame)
        self._waiting = {key: frame for key, frame in self._waiting.items() if frame.id}

    def detach(self) -> None:
        """Leave the room where it is attached."""
        if self.end is not None:
            self.end.leave()
            self.end = None

    def send(self, frame: bytes) -> None:
        """Pass a frame to the client."""
        if self.follows:
            self._note(_HEARD.decode(frame))
        self.socket.send(frame)

    def forgives(self) -> bool:
        """Whether it tries again after its room broke: its log is sound, the store was away."""
        self._breaks += 1
        return self._breaks <= BREAKS

    def _note(self, heard: Heard) -> None:
        if heard.id:
            self._breaks = 0
            self._waiting.pop(heard.id, None)
        if heard.type in ("events", "changes", "snapshot"):
            self._hello = replace(self._hello, match=heard.match, version=heard.version)


class Lost(Protocol):
    """Who is told that a room has let a link go."""

    def __call__(self, link: Link, code: int, frame: bytes) -> None:
        """Attach it elsewhere, or tell the client."""


class Here:
    """An end at a room of this node: what the room uses as the client's socket."""

    def __init__(self, link: Link, runner: Runner, number: int, lost: Lost) -> None:
        self._link = link
        self._runner = runner
        self._number = number
        self._lost = lost

    def enter(self) -> None:
        """Come in."""
        link = self._link
        hello = Connected(self._number, link.person, link.hello)
        self._runner.connect(self._number, self, hello)
        link.attached(self)

    def pass_on(self, frame: AnyIncoming) -> None:
        """Pass a frame of the client to the room."""
        self._runner.post(Received(self._number, frame))

    def leave(self) -> None:
        """The client is gone, or the link is attached elsewhere."""
        self._runner.disconnect(self._number)

    def send(self, frame: bytes) -> None:
        """A frame from the room."""
        if self._link.end is self:
            self._link.send(frame)

    def close(self, code: int, frame: bytes = b"") -> None:
        """The room lets the client go, or is no longer here."""
        if self._link.end is self:
            self._link.end = None
            self._lost(self._link, code, frame)

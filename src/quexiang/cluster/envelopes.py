"""What nodes say to each other about rooms and the sockets of people."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from quexiang.protocol.incoming import AnyIncoming, Hello
from quexiang.protocol.room import Profile, RoomView


class Envelope(Struct, frozen=True, array_like=True, tag=True):
    """Part of a batch: between the gateway of a socket and the owner of its room.

    Sockets are known by a number that their gateway uses once.
    """


class Passed(Envelope, frozen=True):
    """Gateway to owner: a frame of a client."""

    socket: int
    frame: AnyIncoming


class Left(Envelope, frozen=True):
    """Gateway to owner: a socket is no more."""

    socket: int


class Sent(Envelope, frozen=True):
    """Owner to gateway: a frame for some clients."""

    sockets: list[int]
    frame: bytes


class Closed(Envelope, frozen=True):
    """Owner to gateway: the room lets a socket go."""

    socket: int
    code: int
    frame: bytes = b""


AnyEnvelope = Passed | Left | Sent | Closed


class Question(Struct, frozen=True, array_like=True, tag=True):
    """What is asked of the owner of a room."""

    room: str


class Attach(Question, frozen=True):
    """Let a client's socket in."""

    gateway: str
    socket: int
    person: Profile
    hello: Hello


class Start(Question, frozen=True):
    """Begin the match of a room that was just opened."""


class Look(Question, frozen=True):
    """The room as everybody may know it."""


AnyQuestion = Attach | Start | Look


class Answer(Struct, frozen=True, array_like=True):
    """What the owner says; without `is_mine` it is not the owner."""

    is_mine: bool = True
    exists: bool = True
    view: RoomView | None = None


class Alive(Struct, frozen=True, array_like=True):
    """A node's sign of life."""

    node: str
    rooms: int
    is_draining: bool


class Batch(Struct, frozen=True, array_like=True):
    """Envelopes from one node to another, numbered, so that a lost batch is noticed."""

    sender: str
    stream: int
    number: int
    envelopes: list[msgspec.Raw]
    """Each is read by itself: one of a newer program does not take the others with it."""


pack: Final = msgspec.msgpack.Encoder().encode
read_batch: Final = msgspec.msgpack.Decoder(Batch).decode
read_envelope: Final[msgspec.msgpack.Decoder[AnyEnvelope]] = msgspec.msgpack.Decoder(AnyEnvelope)
read_question: Final[msgspec.msgpack.Decoder[AnyQuestion]] = msgspec.msgpack.Decoder(AnyQuestion)
read_answer: Final = msgspec.msgpack.Decoder(Answer).decode
read_alive: Final = msgspec.msgpack.Decoder(Alive).decode

"""Every frame of the socket, read and written."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

import msgspec
from msgspec.structs import replace

from quexiang.protocol.incoming import LARGEST, SPEAKS, AnyIncoming, Incoming
from quexiang.protocol.outgoing import AnyOutgoing, Outgoing

__all__ = [
    "LARGEST",
    "SPEAKS",
    "AnyIncoming",
    "AnyOutgoing",
    "digest",
    "read_incoming",
    "read_outgoing",
    "write",
]

_SAID: Final[msgspec.json.Decoder[AnyIncoming]] = msgspec.json.Decoder(AnyIncoming)
_TOLD: Final[msgspec.json.Decoder[AnyOutgoing]] = msgspec.json.Decoder(AnyOutgoing)
_ENCODER: Final = msgspec.json.Encoder()


def read_incoming(text: bytes | str) -> AnyIncoming:
    """Read a client's frame; raises `msgspec.DecodeError` for anything else."""
    return _SAID.decode(text)


def read_outgoing(text: bytes | str) -> AnyOutgoing:
    """Read a server's frame, for clients in Python."""
    return _TOLD.decode(text)


def write(frame: Incoming | Outgoing) -> bytes:
    """Write a frame."""
    return _ENCODER.encode(frame)


def digest(frame: Incoming) -> str:
    """What tells a frame from others, whatever its id."""
    return blake2b(write(replace(frame, id="")), digest_size=6).hexdigest()

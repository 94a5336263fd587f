"""Every frame of the socket, read and written."""

from __future__ import annotations

from typing import Final

import msgspec

from quexiang.rooms.said import LARGEST, SPEAKS, AnySaid, Said
from quexiang.rooms.told import AnyTold, Told

__all__ = ["LARGEST", "SPEAKS", "AnySaid", "AnyTold", "read_said", "read_told", "write"]

_SAID: Final[msgspec.json.Decoder[AnySaid]] = msgspec.json.Decoder(AnySaid)
_TOLD: Final[msgspec.json.Decoder[AnyTold]] = msgspec.json.Decoder(AnyTold)
_ENCODER: Final = msgspec.json.Encoder()


def read_said(text: bytes | str) -> AnySaid:
    """Read a client's frame; raises `msgspec.DecodeError` for anything else."""
    return _SAID.decode(text)


def read_told(text: bytes | str) -> AnyTold:
    """Read a server's frame, for clients in Python."""
    return _TOLD.decode(text)


def write(frame: Said | Told) -> bytes:
    """Write a frame."""
    return _ENCODER.encode(frame)

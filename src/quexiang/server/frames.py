"""Text frames written straight to a socket's transport, and short ones read straight from it.

An ASGI message takes a dictionary, a text that was bytes before and will be again, and a walk
through all that is wrapped around `send`. What rooms say is bytes already, so a connection offers
a shorter way beside that one, as an extension of its scope. What clients say is nearly always one
short text in one piece, for which no parser is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

EXTENSION: Final = "quexiang.frames"
TEXT: Final = 0x81
"""A final frame of text."""
SHORT, LONG = 126, 65_536
"""From these sizes on, two or eight bytes tell the size of a frame."""
MASKED: Final = 0x80
BODY: Final = 6
"""Where a client's short frame has its text: after two bytes of its head and four of its mask."""
MOST_UNREAD: Final = 8
"""Texts that may wait for the application before no more are read."""

Write = Callable[[bytes], bool]
"""Write a text; False if the client does not take any more now."""


class FrameProtocol(WebSocketsSansIOProtocol):
    """A socket that lets its application write texts at once."""

    def handle_connect(self, event: Request) -> None:
        """Offer the shorter way."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions = self.scope["extensions"] = self.scope.get("extensions") or {}
            extensions[EXTENSION] = {"write": self.write_text}

    def data_received(self, data: bytes) -> None:
        """Take a short text that came alone and whole; everything else is for the parser."""
        text = short_text(data) if self._is_between() else None
        if text is None:
            super().data_received(data)
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() > MOST_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()

    def _is_between(self) -> bool:
        """Whether a message of an open socket may begin here, of which the parser knows nothing."""
        conn = self.conn
        is_plain = self.handshake_complete and not self.close_sent and not conn.extensions
        is_idle = conn.current_size is None and not conn.reader.buffer
        return is_plain and is_idle and conn.state is OPEN

    def write_text(self, text: bytes) -> bool:
        """Write a text frame, unless the socket is closing or its client is slow."""
        is_open = self.handshake_complete and not self.close_sent and not self.conn.extensions
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(head(len(text)) + text)
        return True


def head(size: int) -> bytes:
    """The head of a text frame from a server (RFC 6455, 5.2).

    >>> head(5).hex(), head(126).hex(), head(65536).hex()
    ('8105', '817e007e', '817f0000000000010000')
    """
    if size < SHORT:
        return bytes((TEXT, size))
    if size < LONG:
        return bytes((TEXT, SHORT)) + size.to_bytes(2, "big")
    return bytes((TEXT, SHORT + 1)) + size.to_bytes(8, "big")


def short_text(data: bytes) -> str | None:
    """The text of a client's final frame, if that is short and all that came (RFC 6455, 5.2).

    >>> short_text(bytes.fromhex("818537fa213d7f9f4d5158"))
    'Hello'
    >>> short_text(bytes.fromhex("818537fa213d7f9f4d51"))
    """
    size = len(data) - BODY
    if not 0 <= size < SHORT or data[0] != TEXT or data[1] != MASKED | size:
        return None
    mask = (data[2:BODY] * SHORT)[:size]
    try:
        return (int.from_bytes(data[BODY:]) ^ int.from_bytes(mask)).to_bytes(size).decode()
    except UnicodeDecodeError:
        return None


def writer_of(scope: Mapping[str, Any]) -> Write | None:
    """The shorter way of a connection, None where its server has none."""
    offered = (scope.get("extensions") or {}).get(EXTENSION, {})
    found: Write | None = offered.get("write")
    return found

"""Text frames written straight to a socket's transport, from bytes, in the order they are given.

An ASGI message takes a dictionary, a text that was bytes before and will be again, and a walk
through all that is wrapped around `send`. What rooms say is bytes already, so a connection offers
a shorter way beside that one, as an extension of its scope.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION: Final = "quexiang.frames"
TEXT: Final = 0x81
"""A final frame of text."""
SHORT, LONG = 126, 65_536
"""From these sizes on, two or eight bytes tell the size of a frame."""

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


def writer_of(scope: Mapping[str, Any]) -> Write | None:
    """The shorter way of a connection, None where its server has none."""
    offered = (scope.get("extensions") or {}).get(EXTENSION, {})
    found: Write | None = offered.get("write")
    return found

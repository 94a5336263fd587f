"""HTTP connections that must say what they want in time, and not at any length."""

from __future__ import annotations

import asyncio
from typing import Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LONGEST_HEAD: Final = 32_768
"""Bytes of a request's first line and headers."""


class Config(uvicorn.Config):
    """uvicorn's settings, and how long a request may take to come."""

    request_timeout: float = 20.0


class PatientProtocol(HttpToolsProtocol):
    """Closes a connection whose request has not come wholly in time."""

    config: Config
    _timer: asyncio.TimerHandle | None = None
    _bytes = 0
    """How much of a request has come."""
    _is_head = True
    """Its head is not yet complete."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Count a head that never ends."""
        self._bytes += len(data)
        super().data_received(data)
        if self._is_head and self._bytes > LONGEST_HEAD:
            self._give_up()

    def on_message_begin(self) -> None:
        """Wait for the rest of the request."""
        super().on_message_begin()
        self._wait()

    def on_headers_complete(self) -> None:
        """The head has come."""
        self._is_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request has come wholly."""
        self._stop_waiting()
        self._bytes, self._is_head = 0, True
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on another protocol waits, and this one goes with its parser."""
        self._stop_waiting()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as uvicorn does at the end

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.config.request_timeout, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._stop_waiting()
        if not self.transport.is_closing():
            self.transport.close()

"""What carries messages between nodes, and the form of it that lives in one process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

Take = Callable[[bytes], None]
"""Takes a message; what it cannot do at once it leaves to a task."""
Reply = Callable[[bytes], Awaitable[bytes]]


class Unanswered(Exception):
    """Nobody listens there, or no answer came in time."""


class Bus(Protocol):
    """Messages by subject: at most once, and in their order from one sender on one subject."""

    @property
    def is_up(self) -> bool:
        """Whether messages are carried now; what is published meanwhile is lost."""

    async def open(self, changed: Callable[[bool], None]) -> None:
        """Connect; `changed` is called with `is_up` when the connection is lost or comes back."""

    async def close(self) -> None:
        """Send what is left and disconnect."""

    def publish(self, subject: str, payload: bytes) -> None:
        """Send a message to everybody who listens on a subject."""

    async def listen(self, subject: str, take: Take) -> None:
        """Take all messages of a subject."""

    async def serve(self, subject: str, reply: Reply, *, group: str = "") -> None:
        """Answer the requests of a subject; of a group one member is asked."""

    async def ask(self, subject: str, payload: bytes, within: float) -> bytes:
        """Request an answer; raises `Unanswered`."""


class LocalBus:
    """The bus of a node that is alone, or of several in one process."""

    def __init__(self) -> None:
        self._takers: dict[str, list[Take]] = {}
        self._replies: dict[str, list[Reply]] = {}

    @property
    def is_up(self) -> bool:
        """It always is."""
        return True

    async def open(self, changed: Callable[[bool], None]) -> None:
        """Nothing to connect to."""

    async def close(self) -> None:
        """Nothing to disconnect from."""

    def publish(self, subject: str, payload: bytes) -> None:
        """Send a message to everybody who listens on a subject."""
        loop = asyncio.get_running_loop()
        for take in self._takers.get(subject, ()):
            loop.call_soon(take, payload)

    async def listen(self, subject: str, take: Take) -> None:
        """Take all messages of a subject."""
        self._takers.setdefault(subject, []).append(take)

    async def serve(self, subject: str, reply: Reply, *, group: str = "") -> None:
        """Answer the requests of a subject; the members are asked in turn."""
        self._replies.setdefault(subject, []).append(reply)

    async def ask(self, subject: str, payload: bytes, within: float) -> bytes:
        """Request an answer; raises `Unanswered`."""
        replies = self._replies.get(subject)
        if not replies:
            raise Unanswered(subject)
        replies.append(replies.pop(0))
        try:
            async with asyncio.timeout(within):
                return await replies[-1](payload)
        except TimeoutError:
            raise Unanswered(subject) from None

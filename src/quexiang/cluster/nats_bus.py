"""The bus by NATS."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import nats
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from quexiang.cluster.bus import Reply, Take, Unanswered
from quexiang.errors import UserError

logger = structlog.get_logger(__name__)

Heard = Callable[[Msg], Awaitable[None]]
AGAIN: Final = 0.1
"""Seconds between the attempts to reach a server of NATS."""
PING: Final = 1
"""Seconds between the questions whether it still lives; two may be open."""
FIRST: Final = 10.0
"""Seconds in which it must be reached when a node starts."""


class NatsBus:
    """Messages by way of one or several servers of NATS, separated by commas."""

    def __init__(self, url: str, name: str = "quexiang") -> None:
        self._url = url
        self._name = name
        self._client: Client = Client()
        self._changed: Callable[[bool], None] = lambda _up: None
        self._outbox: deque[tuple[str, bytes]] = deque()
        self._posted = asyncio.Event()
        self._listening: list[tuple[str, str, Heard]] = []
        """All subjects and groups, for a client that must begin anew."""
        self._sender: asyncio.Task[None] | None = None
        self._beginner: asyncio.Task[None] | None = None
        self._is_open = False
        self._replying: set[asyncio.Task[None]] = set()
        self._noted: set[str] = set()
        """Troubles told since it was last connected."""

    @property
    def is_up(self) -> bool:
        """Whether messages are carried now."""
        return self._client.is_connected

    async def open(self, changed: Callable[[bool], None]) -> None:
        """Connect, and go on connecting whenever the connection is lost.

        Raises `UserError` where there is no NATS at first.
        """
        self._changed = changed
        try:
            async with asyncio.timeout(FIRST):
                await self._connect()
        except (TimeoutError, OSError, Error) as error:
            why = "; ".join(sorted(self._noted)) or str(error) or "no answer"
            raise UserError(f"连不上 NATS：{why}", f"cannot reach NATS: {why}") from None
        self._sender = asyncio.create_task(self._send(), name="bus")
        self._is_open = True

    async def _connect(self) -> None:
        self._client = await nats.connect(
            self._url.split(","),
            name=self._name,
            reconnect_time_wait=AGAIN,
            max_reconnect_attempts=-1,
            connect_timeout=1,
            ping_interval=PING,
            max_outstanding_pings=2,
            disconnected_cb=self._lost,
            reconnected_cb=self._back,
            closed_cb=self._sent_away,
            error_cb=self._note,
        )

    async def close(self) -> None:
        """Send what is left and disconnect."""
        self._is_open = False
        for task in filter(None, (self._sender, self._beginner)):
            task.cancel()
            await asyncio.wait([task])
        self._changed = lambda _up: None
        while self._outbox and self.is_up:
            await self._client.publish(*self._outbox.popleft())
        if self.is_up:
            await self._client.drain()
        await self._client.close()

    def publish(self, subject: str, payload: bytes) -> None:
        """Send a message to everybody who listens on a subject."""
        if self.is_up:
            self._outbox.append((subject, payload))
            self._posted.set()

    async def listen(self, subject: str, take: Take) -> None:
        """Take all messages of a subject."""

        async def taken(message: Msg) -> None:
            take(message.data)

        await self._subscribe(subject, "", taken)

    async def serve(self, subject: str, reply: Reply, *, group: str = "") -> None:
        """Answer the requests of a subject; of a group one member is asked."""

        async def answer(message: Msg) -> None:
            await message.respond(await reply(message.data))

        async def taken(message: Msg) -> None:
            task = asyncio.create_task(answer(message))
            self._replying.add(task)
            task.add_done_callback(self._replied)

        await self._subscribe(subject, group, taken)

    async def _subscribe(self, subject: str, group: str, heard: Heard) -> None:
        self._listening.append((subject, group, heard))
        await self._client.subscribe(subject, queue=group, cb=heard)
        await self._client.flush()

    async def ask(self, subject: str, payload: bytes, within: float) -> bytes:
        """Request an answer; raises `Unanswered`."""
        if not self.is_up:
            raise Unanswered(subject)
        try:
            return (await self._client.request(subject, payload, timeout=within)).data
        except (Error, TimeoutError) as error:
            raise Unanswered(subject) from error

    async def _send(self) -> None:
        while True:
            await self._posted.wait()
            self._posted.clear()
            while self._outbox:
                with suppress(Error):  # the connection is lost, and with it the message
                    await self._client.publish(*self._outbox.popleft())

    def _replied(self, task: asyncio.Task[None]) -> None:
        self._replying.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("a request failed", exc_info=task.exception())

    async def _lost(self) -> None:
        self._outbox.clear()
        self._changed(self.is_up)

    async def _back(self) -> None:
        self._noted.clear()
        self._changed(self.is_up)

    async def _sent_away(self) -> None:
        """NATS has refused this node, say by a new configuration, and the client gave up."""
        if self._client.last_error is not None:
            await self._note(self._client.last_error)
        if self._is_open and (self._beginner is None or self._beginner.done()):
            self._beginner = asyncio.create_task(self._begin_anew(), name="bus again")

    async def _begin_anew(self) -> None:
        """Knock until NATS lets this node in again."""
        while self._client.is_closed:
            await self._connect()
            with suppress(Error):  # sent away again
                for subject, group, heard in self._listening:
                    await self._client.subscribe(subject, queue=group, cb=heard)
        await self._back()

    async def _note(self, error: Exception) -> None:
        """The client connects again by itself; the operator reads once why it must."""
        why = str(error) or type(error).__name__
        if why not in self._noted:
            self._noted.add(why)
            logger.warning("trouble with NATS", why=why)

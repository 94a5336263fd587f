"""A bus whose traffic is counted."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from quexiang.cluster.bus import Bus, Reply, Take, Unanswered


class BusMeasures(Protocol):
    """Who counts what goes over a bus."""

    def sent(self, size: int) -> None:
        """A message was put on the bus."""

    def received(self, size: int) -> None:
        """A message came by the bus."""

    def unanswered(self) -> None:
        """A question on the bus got no answer."""

    def reached(self, *, is_up: bool) -> None:
        """The bus is there, or lost."""


class MeteredBus:
    """Counts messages on their way to and from another bus, and remembers since when it is lost."""

    def __init__(
        self, bus: Bus, measures: BusMeasures, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._bus = bus
        self._measures = measures
        self._clock = clock
        self._lost: float | None = None

    @property
    def is_up(self) -> bool:
        """Whether messages are carried now."""
        return self._bus.is_up

    @property
    def lost_for(self) -> float:
        """For how many seconds it has been lost, 0 if it is up."""
        return 0.0 if self._lost is None else self._clock() - self._lost

    async def open(self, changed: Callable[[bool], None]) -> None:
        """Connect; `changed` is called when the connection is lost or comes back."""

        def noted(is_up: bool) -> None:  # noqa: FBT001 - as the bus calls it
            self._lost = None if is_up else self._clock()
            self._measures.reached(is_up=is_up)
            changed(is_up)

        await self._bus.open(noted)
        self._measures.reached(is_up=True)

    async def close(self) -> None:
        """Send what is left and disconnect."""
        await self._bus.close()

    def publish(self, subject: str, payload: bytes) -> None:
        """Send a message to everybody who listens on a subject."""
        self._measures.sent(len(payload))
        self._bus.publish(subject, payload)

    async def listen(self, subject: str, take: Take) -> None:
        """Take all messages of a subject."""

        def counted(payload: bytes) -> None:
            self._measures.received(len(payload))
            take(payload)

        await self._bus.listen(subject, counted)

    async def serve(self, subject: str, reply: Reply, *, group: str = "") -> None:
        """Answer the requests of a subject; of a group one member is asked."""

        async def counted(payload: bytes) -> bytes:
            self._measures.received(len(payload))
            answer = await reply(payload)
            self._measures.sent(len(answer))
            return answer

        await self._bus.serve(subject, counted, group=group)

    async def ask(self, subject: str, payload: bytes, within: float) -> bytes:
        """Request an answer; raises `Unanswered`."""
        self._measures.sent(len(payload))
        try:
            answer = await self._bus.ask(subject, payload, within)
        except Unanswered:
            self._measures.unanswered()
            raise
        self._measures.received(len(answer))
        return answer

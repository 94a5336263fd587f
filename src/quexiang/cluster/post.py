"""Envelopes to other nodes: gathered for a moment, and numbered so that a loss is noticed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import structlog
from msgspec import Raw, ValidationError

from quexiang.cluster.bus import Bus
from quexiang.cluster.envelopes import AnyEnvelope, Batch, Sent, pack, read_batch, read_envelope

logger = structlog.get_logger(__name__)

LARGEST: Final = 250_000
"""Bytes in one batch, unless a single envelope has more; NATS takes a megabyte."""


class Post:
    """The envelopes that a node sends and gets."""

    def __init__(
        self,
        bus: Bus,
        node: str,
        subject: Callable[[str], str],
        *,
        take: Callable[[str, AnyEnvelope], None],
        lost: Callable[[str], None],
    ) -> None:
        self._bus = bus
        self._node = node
        self._subject = subject
        self._take = take
        self._lost = lost
        self._stream = 1
        self._sent: dict[str, int] = {}
        """The number of the last batch to each node."""
        self._known: dict[str, tuple[int, int]] = {}
        """The stream and the number of the last batch from each node."""
        self._gathered: dict[str, list[AnyEnvelope]] = {}

    async def open(self) -> None:
        """Begin to take envelopes."""
        await self._bus.listen(self._subject(self._node), self._receive)

    def send(self, to: str, envelope: AnyEnvelope) -> None:
        """Send an envelope with the others of this moment."""
        if not self._gathered:
            asyncio.get_running_loop().call_soon(self._flush)
        self._gathered.setdefault(to, []).append(envelope)

    def send_frame(self, to: str, socket: int, frame: bytes) -> None:
        """Send a frame to a client; the same frame for several goes once."""
        waiting = self._gathered.get(to)
        if waiting and isinstance(last := waiting[-1], Sent) and last.frame is frame:
            last.sockets.append(socket)
        else:
            self.send(to, Sent([socket], frame))

    def prove(self) -> None:
        """Send an empty batch behind the last one to each node: it tells whether that is lost.

        Again and again, since it may be lost too.
        """
        if self._bus.is_up:
            for to in self._sent:
                self._publish(to, [])

    def begin_anew(self) -> None:
        """The bus was away: nobody knows what was lost, so all streams are others now."""
        self._stream += 1
        self._sent.clear()
        self._gathered.clear()
        self._known.clear()

    def forget(self, node: str) -> None:
        """A node is dead, for all one knows: what is still said to it makes it known again.

        It may only have been silent. Then its links learn by the proofs that they were let go.
        """
        self._sent.pop(node, None)
        self._known.pop(node, None)

    def _flush(self) -> None:
        gathered, self._gathered = self._gathered, {}
        for to, envelopes in gathered.items():
            for some in _split(envelopes):
                self._publish(to, some)

    def _publish(self, to: str, envelopes: list[Raw]) -> None:
        number = self._sent[to] = self._sent.get(to, 0) + 1
        batch = Batch(self._node, self._stream, number, envelopes)
        self._bus.publish(self._subject(to), pack(batch))

    def _receive(self, payload: bytes) -> None:
        batch = read_batch(payload)
        known = self._known.get(batch.sender)
        self._known[batch.sender] = (batch.stream, batch.number)
        follows = known is not None and known == (batch.stream, batch.number - 1)
        is_first = known is None and batch.number == 1
        if not (follows or is_first):
            self._lost(batch.sender)
        for packed in batch.envelopes:
            try:
                envelope = read_envelope.decode(packed)
            except ValidationError as error:
                logger.warning("an envelope is not known here", node=batch.sender, why=str(error))
            else:
                self._take(batch.sender, envelope)


def _split(envelopes: Sequence[AnyEnvelope]) -> Iterator[list[Raw]]:
    """The envelopes in order, packed, as many together as go into one batch."""
    some, size = list[Raw](), 0
    for envelope in envelopes:
        packed = pack(envelope)
        if some and size + len(packed) > LARGEST:
            yield some
            some, size = [], 0
        some.append(Raw(packed))
        size += len(packed)
    yield some

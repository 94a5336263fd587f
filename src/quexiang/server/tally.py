"""Counts that hold for all nodes.

Each tells the others what was taken of a rate and how many sockets an address has. That is a
moment late, and may be lost; sockets are told again and again.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from quexiang.cluster.bus import Bus
from quexiang.server.limits import Tell
from quexiang.server.networks import Networks

BATCH: Final = 0.1
"""Seconds for which counts are gathered before they are told."""
WHOLE: Final = 2.0
"""Seconds between two messages that name all addresses with sockets, a sign of life too."""
LONGEST: Final = 5_000
"""Counts in one message."""

Taken = tuple[str, str, int]
"""A rate, from whom, how many."""


class Counts(Struct, frozen=True, omit_defaults=True):
    """What a node tells the others."""

    node: str
    taken: list[Taken] = []
    sockets: dict[str, int] = {}
    are_all: bool = False
    """Whether all addresses are named that have sockets there."""


class Counted(Protocol):
    """A rate that all nodes share."""

    tell: Tell | None

    def debit(self, whose: str, number: int, /) -> None:
        """So many were taken elsewhere."""


_COUNTS: Final = msgspec.json.Decoder(Counts)


class Tally:
    """Tells other nodes what is counted here, and counts here what they tell."""

    def __init__(self, networks: Networks) -> None:
        self._networks = networks
        self._rates: dict[str, Counted] = {}
        self._taken: Counter[tuple[str, str]] = Counter()
        self._changed: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._node = ""
        self._subject = ""
        self._bus: Bus | None = None

    def share(self, name: str, rate: Counted) -> None:
        """Count a rate together with all other nodes."""
        self._rates[name] = rate
        rate.tell = partial(self._take, name)

    async def join(self, bus: Bus, subject: str, node: str) -> None:
        """Begin to listen and to tell."""
        self._bus, self._subject, self._node = bus, subject, node
        self._networks.tell = self._change
        await bus.listen(subject, self._hear)

    def leave(self) -> None:
        """Say that no socket is left here."""
        self._networks.tell = None
        if self._timer is not None:
            self._timer.cancel()
            self._flush()
        self._say(Counts(self._node, are_all=True))

    async def beat(self) -> None:
        """Give a sign of life with all sockets, and forget those of silent nodes."""
        self._say(Counts(self._node, sockets=dict(self._networks.own), are_all=True))
        self._networks.forget_silent()

    def _take(self, name: str, whose: str) -> None:
        self._taken[name, whose] += 1
        self._soon()

    def _change(self, network: str) -> None:
        self._changed.add(network)
        self._soon()

    def _soon(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(BATCH, self._flush)

    def _flush(self) -> None:
        self._timer = None
        taken: list[Taken] = [(*what, number) for what, number in self._taken.items()]
        sockets = {network: self._networks.own[network] for network in self._changed}
        self._taken.clear()
        self._changed.clear()
        self._say(Counts(self._node, taken[:LONGEST], sockets))
        for at in range(LONGEST, len(taken), LONGEST):
            self._say(Counts(self._node, taken[at : at + LONGEST]))

    def _say(self, counts: Counts) -> None:
        if self._bus is not None:
            self._bus.publish(self._subject, msgspec.json.encode(counts))

    def _hear(self, payload: bytes) -> None:
        counts = _COUNTS.decode(payload)
        if counts.node == self._node:
            return
        for name, whose, number in counts.taken:
            if name in self._rates:
                self._rates[name].debit(whose, number)
        if counts.sockets or counts.are_all:
            self._networks.hear(counts.node, counts.sockets, are_all=counts.are_all)

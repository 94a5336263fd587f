"""Which nodes live, and how much they have to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from quexiang.cluster.bus import Bus
from quexiang.cluster.envelopes import Alive, pack, read_alive

SILENCE: Final = 1.5
"""Seconds without a sign of life after which a node is taken for dead."""


class Nodes:
    """The other nodes as their signs of life tell."""

    def __init__(self, bus: Bus, node: str, subject: str, clock: Callable[[], float]) -> None:
        self._bus = bus
        self._node = node
        self._subject = subject
        self._clock = clock
        self._others: dict[str, tuple[Alive, float]] = {}

    async def open(self) -> None:
        """Begin to listen."""
        await self._bus.listen(self._subject, self._heard)

    def say(self, rooms: int, *, is_draining: bool) -> None:
        """Give a sign of life."""
        self._bus.publish(self._subject, pack(Alive(self._node, rooms, is_draining)))

    def dead(self) -> list[str]:
        """The nodes that have fallen silent; they are told once."""
        silent = [
            node for node, (_, heard) in self._others.items() if self._clock() - heard > SILENCE
        ]
        for node in silent:
            del self._others[node]
        return silent

    def least_loaded(self, own: int | None = None) -> str | None:
        """The node with the fewest rooms; this one has `own`, or is not to be chosen."""
        found = [
            (alive.rooms, node)
            for node, (alive, _) in self._others.items()
            if not alive.is_draining
        ]
        if own is not None:
            found.append((own, self._node))
        return min(found, key=lambda one: (one[0], one[1] != self._node), default=(0, None))[1]

    def load_of(self, node: str) -> int | None:
        """How many rooms a node has; None where it takes none."""
        alive, _ = self._others.get(node, (None, 0.0))
        return None if alive is None or alive.is_draining else alive.rooms

    def placed(self, node: str) -> None:
        """A room was given to a node, which will say so only with its next sign of life."""
        if node in self._others:
            alive, heard = self._others[node]
            more = Alive(alive.node, alive.rooms + 1, alive.is_draining)
            self._others[node] = more, heard

    def met(self, node: str) -> None:
        """A node has spoken to this one, perhaps before its first sign of life was heard here."""
        if node != self._node and node not in self._others:
            self._others[node] = Alive(node, 0, is_draining=True), self._clock()

    def _heard(self, payload: bytes) -> None:
        alive = read_alive(payload)
        if alive.node != self._node:
            self._others[alive.node] = alive, self._clock()

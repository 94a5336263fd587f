"""Open sockets by address: those of this node, and what other nodes say of theirs."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from typing import Final

from quexiang.server.limits import Clock, Tell

SILENT: Final = 6.0
"""Seconds without a word after which the sockets of a node are gone with it."""


class Networks:
    """Counts sockets; `networks[address]` are those of all living nodes."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self.own: Counter[str] = Counter()
        self._others: dict[str, Counter[str]] = {}
        self._heard: dict[str, float] = {}
        self.tell: Tell | None = None
        """Told of every address whose number changes here."""

    def __getitem__(self, network: str) -> int:
        """The open sockets of an address."""
        return self.own[network] + sum(others[network] for others in self._others.values())

    def enter(self, network: str) -> None:
        """A socket has been opened here."""
        self.own[network] += 1
        if self.tell is not None:
            self.tell(network)

    def leave(self, network: str) -> None:
        """A socket of this node is no more."""
        self.own[network] -= 1
        if not self.own[network]:
            del self.own[network]
        if self.tell is not None:
            self.tell(network)

    def hear(self, node: str, sockets: Mapping[str, int], *, are_all: bool) -> None:
        """Another node tells how many sockets some addresses have there, or all that have any."""
        self._heard[node] = self._clock()
        if are_all:
            self._others[node] = Counter()
        known = self._others.setdefault(node, Counter())
        for network, number in sockets.items():
            known[network] = number
            if not number:
                del known[network]

    def forget_silent(self) -> None:
        """Drop the sockets of nodes that have said nothing for long."""
        now = self._clock()
        for node in [one for one, heard in self._heard.items() if now - heard > SILENT]:
            del self._heard[node], self._others[node]

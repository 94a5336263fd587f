"""People who reach a cluster by any of its nodes, as through a proxy that takes turns."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

from heard import read_heard
from histories import Witness
from judge import revealed
from websockets.asyncio.client import ClientConnection

from quexiang.client import RemoteTable
from quexiang.protocol import outgoing
from quexiang.protocol.codec import write

OPENING = 5.0
"""Seconds after which a node that does not take a socket is left for another one."""


class Front:
    """Chooses a node for whoever connects; what is known to be away it does not choose."""

    def __init__(self, addresses: Sequence[str], seed: str) -> None:
        self.addresses = list(addresses)
        self._chance = Random(seed)

    def any(self) -> str:
        return self._chance.choice(self.addresses)


class RoamingTable(RemoteTable):
    """A seat whose socket goes to one node first, and to any when it is lost."""

    def __init__(self, front: Front, first: str, key: str, token: str) -> None:
        super().__init__("", token)
        self.front = front
        self.at = first
        """The node at which it is."""
        self.sockets = 0
        """Sockets that it has had."""
        self.path = f"/api/rooms/{key}/socket"
        self.longest_wait = 0.1

    async def _opened(self) -> ClientConnection:
        if self.sockets:
            self.at = self.front.any()
        self.address = f"ws{self.at.removeprefix('http')}{self.path}"
        async with asyncio.timeout(OPENING):
            socket = await super()._opened()
        self.sockets += 1
        return socket


class Guest(Witness):
    """A person who looks at each frame for tiles of others."""

    def __init__(self, front: Front, first: str, name: str) -> None:
        super().__init__(first, name, name)
        self.front = front
        self.revealed: list[str] = []

    async def join(self, key: str) -> RemoteTable:
        self.table = RoamingTable(self.front, self.client.url, key, self.client.token)
        await self.table.__aenter__()
        return self.table

    @property
    def seat(self) -> RoamingTable:
        assert isinstance(self.table, RoamingTable)
        return self.table

    async def _take(self, table: RemoteTable, frame: outgoing.Outgoing) -> None:
        if isinstance(frame, outgoing.Events | outgoing.Snapshot) and frame.view.stage != "over":
            self.revealed += revealed(read_heard(write(frame)))
        await super()._take(table, frame)

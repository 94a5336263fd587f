"""Wrong frames over real sockets: answered, at last closed; nothing else suffers."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress

import httpx
import pytest
from fuzzing import frame_text
from players import PATIENCE, until
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from quexiang.client import Client
from quexiang.protocol import outgoing
from quexiang.protocol.codec import read_outgoing
from quexiang.server.settings import Limits

FRAMES = 3000
BREATH = 10
"""So many frames are sent on one socket, some of them right,"""
ENOUGH = Limits().bad_frames
"""and then so many that close it."""
HELLO = '{"type":"hello"}'


class Rogue:
    """A person who sends whatever he likes, and comes again whenever he is sent away."""

    def __init__(self, server: str, seed: str) -> None:
        self.client = Client(server)
        self.random = random.Random(seed)
        self.sent = 0
        self.errors = 0
        self.codes: set[int | None] = set()

    async def rage(self, key: str, count: int) -> None:
        url = f"ws{self.client.url.removeprefix('http')}/api/rooms/{key}/socket"
        headers = {"authorization": f"Bearer {self.client.token}"}
        while self.sent < count:
            async with connect(url, additional_headers=headers, compression=None) as socket:
                await socket.send(HELLO)
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._listen(socket))
                    group.create_task(self._talk(socket))
                self.codes.add(socket.close_code)

    async def _talk(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            for frame in [self._frame() for _ in range(BREATH)] + ["{"] * ENOUGH:
                self.sent += 1
                await socket.send(frame)

    def _frame(self) -> str | bytes:
        text = frame_text(self.random)
        return text.encode("utf-8", "replace") if self.random.random() < 0.02 else text

    async def _listen(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                self.errors += isinstance(read_outgoing(await socket.recv()), outgoing.Error)


def open_sockets(http: httpx.Client) -> float:
    lines = http.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("quexiang_sockets "))


@pytest.mark.slow
def test_thousands_of_wrong_frames_hurt_nobody_else(server: str, http: httpx.Client) -> None:
    """The fixture sees to it that the server found no fault of its own meanwhile."""

    async def run() -> list[Rogue]:
        owner = Client(server)
        await owner.guest("房主")
        key = await owner.open_room("hangzhou", options={"rounds": 1})
        rogues = [Rogue(server, f"rogue {number}") for number in range(3)]
        for rogue in rogues:
            await rogue.client.guest("捣乱")
        async with owner.join(key), asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            for rogue in rogues:
                group.create_task(rogue.rage(key, FRAMES // 3))
        await asyncio.to_thread(still_served, http, key)
        return rogues

    before = open_sockets(http)
    rogues = asyncio.run(run())

    assert sum(rogue.sent for rogue in rogues) >= FRAMES
    assert sum(rogue.errors for rogue in rogues) > FRAMES / 20
    assert all(rogue.codes == {4400} for rogue in rogues)
    asyncio.run(until(lambda: open_sockets(http) <= before))


def still_served(http: httpx.Client, key: str) -> None:
    shown = http.get(f"/api/rooms/{key}").json()
    assert shown["key"] == key
    assert shown["seats"][0]["person"]["name"] == "房主"

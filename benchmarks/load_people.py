"""The people of `load.py`: each holds a socket at a table and answers after a human pause."""

from __future__ import annotations

import asyncio
import random
import time

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from quexiang.client import Client
from quexiang.protocol import incoming
from quexiang.protocol.codec import write

THINK = (1.0, 3.0)
"""Seconds from an ask to its answer."""


class HeardChoice(Struct):
    """As much of a choice as an answer needs."""

    index: int
    tiles: list[str] = []
    sizes: list[int] = []


class HeardRoom(Struct):
    """As much of a room as an owner needs."""

    phase: str
    can_start: bool = False


class Heard(Struct):
    """As much of a frame as a person needs who does not look at the table."""

    type: str
    id: str = ""
    ask: int = 0
    choices: list[HeardChoice] = []
    room: HeardRoom | None = None


HEARD = msgspec.json.Decoder(Heard)


class Counts:
    """What the people saw."""

    def __init__(self) -> None:
        self.frames = self.bytes = 0
        self.delays: list[float] = []
        self.measuring = False


class Person:
    """One person at one table: answers every ask after a while, by chance."""

    def __init__(self, number: int, token: str, port: int, counts: Counts) -> None:
        self.random = random.Random(number)
        self.port = port
        self.client = Client(f"http://127.0.0.1:{port}", token)
        self.counts = counts
        self.sent: dict[str, float] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.playing = asyncio.Event()
        self.socket: ClientConnection

    async def sit(self, key: str, *first: incoming.Incoming) -> None:
        """Connect, say some frames, and play until the socket is closed."""
        url = f"ws://127.0.0.1:{self.port}/api/rooms/{key}/socket"
        headers = {"authorization": f"Bearer {self.client.token}"}
        async with connect(url, additional_headers=headers, compression=None) as self.socket:
            await self._say(incoming.Hello(changes=True), *first)
            while text := await self.socket.recv(decode=False):
                if self.counts.measuring:
                    self.counts.frames += 1
                    self.counts.bytes += len(text)
                await self._hear(HEARD.decode(text))

    async def _say(self, *frames: incoming.Incoming) -> None:
        for frame in frames:
            await self.socket.send(write(frame).decode())

    async def _hear(self, heard: Heard) -> None:
        match heard.type:
            case "ask":
                task = asyncio.create_task(self._answer(heard))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)
            case "done" if heard.id in self.sent:
                delay = time.perf_counter() - self.sent.pop(heard.id)
                if self.counts.measuring:
                    self.counts.delays.append(delay)
            case "events" | "changes":
                self.playing.set()
            case "room" if heard.room is not None:
                await self._look(heard.room)

    async def _look(self, room: HeardRoom) -> None:
        if room.can_start:
            await self._say(incoming.Start())
        elif room.phase == "between":
            await self._say(incoming.Ready())

    async def _answer(self, ask: Heard) -> None:
        await asyncio.sleep(self.random.uniform(*THINK))
        choice = self.random.choice(ask.choices)
        tiles = choice.tiles[: max(choice.sizes)] if choice.sizes else None
        name = f"a{ask.ask}"
        self.sent[name] = time.perf_counter()
        await self._say(incoming.Answer(id=name, ask=ask.ask, choice=choice.index, tiles=tiles))

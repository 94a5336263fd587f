"""Two nodes in this process on one database and one bus, and the sockets of their people."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from quexiang.cluster.bus import LocalBus
from quexiang.cluster.link import Link
from quexiang.cluster.node import Node
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.codec import read_outgoing
from quexiang.protocol.room import Profile
from quexiang.rooms.core import RoomPace
from quexiang.rooms.hub import Hub, RoomPlan
from quexiang.store import Store
from quexiang.variants import variant_named

TOWN = variant_named("hangzhou")
PLAN = RoomPlan(variant=TOWN, options=TOWN.choose({"rounds": 1}, 4), players=4)
OWNER = Profile("p_a", "阿竹")


class Wire(LocalBus):
    """A bus that can lose what is published, and remembers all."""

    def __init__(self) -> None:
        super().__init__()
        self.loses: Callable[[str], bool] = lambda _subject: False
        self.carried: list[bytes] = []

    async def ask(self, subject: str, payload: bytes, within: float) -> bytes:
        self.carried.append(payload)
        return await super().ask(subject, payload, within)

    def publish(self, subject: str, payload: bytes) -> None:
        self.carried.append(payload)
        if not self.loses(subject):
            super().publish(subject, payload)


class Ear:
    """A client's socket that remembers what it was sent."""

    def __init__(self) -> None:
        self.frames: list[outgoing.AnyOutgoing] = []
        self.code = 0

    def send(self, frame: bytes) -> None:
        self.frames.append(read_outgoing(frame))

    def close(self, code: int, frame: bytes = b"") -> None:
        assert frame
        self.code = code

    def count(self, kind: type[outgoing.Outgoing]) -> int:
        return sum(isinstance(frame, kind) for frame in self.frames)

    async def hears(self, kind: type[outgoing.Outgoing], times: int = 1) -> None:
        await until(lambda: self.count(kind) >= times)

    def done(self, name: str) -> int:
        return sum(isinstance(one, outgoing.Done) and one.id == name for one in self.frames)


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(100):
        while not true():  # noqa: ASYNC110 - whatever it is
            await asyncio.sleep(0.005)


class Cluster:
    """Two nodes on one database and one bus."""

    def __init__(self, store: Store, wire: Wire) -> None:
        self.store = store
        self.wire = wire
        self.links: list[Link] = []
        self.nodes = [
            Node(Hub(store, RoomPace.scaled(0), address=name), wire, is_alone=False)
            for name in ("one", "two")
        ]

    async def open(self) -> None:
        for node in self.nodes:
            await node.open("tests")
            await node.hub.beat()
        for node in self.nodes:
            node.beat()
        await asyncio.sleep(0)

    async def room(self, at: int = 0) -> str:
        """A room of a node, with one person and three bots."""
        return (await self.nodes[at].hub.open(PLAN, OWNER, bots="random")).key

    def enter(self, key: str, at: int = 1, token: str = "") -> tuple[Link, Ear]:
        ear, hello = Ear(), incoming.Hello(token=token)
        self.links.append(self.nodes[at].gateway.enter(key, ear, OWNER, hello))
        return self.links[-1], ear

    async def close(self) -> None:
        for link in self.links:
            link.leave()
        finding = [link.task for link in self.links if link.task is not None]
        await asyncio.gather(*finding, return_exceptions=True)
        for node in self.nodes:
            await node.hub.stop()
        await self.store.close()

    async def forsake(self, node: int) -> None:
        """A node is dead, and its lease is over."""
        hub = self.nodes[node].hub
        await asyncio.gather(*(runner.stop() for runner in list(hub.runners.values())))
        await self.store.leases.leave(hub.server)
        self.nodes[1 - node]._lose(hub.server)


@asynccontextmanager
async def cluster(folder: Path) -> AsyncIterator[Cluster]:
    store = Store(f"sqlite+aiosqlite:///{folder / 'cluster.sqlite'}")
    await store.migrate()
    made = Cluster(store, Wire())
    await made.open()
    try:
        yield made
    finally:
        await made.close()


Try = Callable[[Cluster], Awaitable[None]]


@pytest.fixture
def attempt(tmp_path: Path) -> Callable[[Try], None]:
    """Run a story with two nodes."""

    def run(story: Try) -> None:
        async def told() -> None:
            async with cluster(tmp_path) as nodes:
                await story(nodes)

        asyncio.run(told())

    return run

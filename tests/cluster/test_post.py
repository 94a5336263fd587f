"""Batches between two nodes: a loss is noticed, even that of the last one."""

import asyncio

import msgspec
from nats.aio.client import DEFAULT_MAX_PAYLOAD_SIZE
from test_links import Wire

from quexiang.cluster.envelopes import AnyEnvelope, Batch, Left, Sent, pack
from quexiang.cluster.post import Post


class Scale(Wire):
    """A bus that knows how large its messages were."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    def publish(self, subject: str, payload: bytes) -> None:
        self.sizes.append(len(payload))
        super().publish(subject, payload)


class Away(Wire):
    """A bus that can be away."""

    up = True

    @property
    def is_up(self) -> bool:
        return self.up

    def publish(self, subject: str, payload: bytes) -> None:
        if self.up:
            super().publish(subject, payload)


async def pair(wire: Wire) -> tuple[Post, list[str], list[AnyEnvelope]]:
    """The post of one node, what the other one misses, and what it takes."""
    lost: list[str] = []
    taken: list[AnyEnvelope] = []
    posts = [
        Post(wire, name, str, take=lambda _from, one: taken.append(one), lost=lost.append)
        for name in ("one", "two")
    ]
    for post in posts:
        await post.open()
    return posts[0], lost, taken


async def moment() -> None:
    """Let what was sent arrive."""
    for _ in range(3):
        await asyncio.sleep(0)


def test_nothing_is_missed_where_nothing_is_lost() -> None:
    async def story() -> None:
        one, lost, taken = await pair(Wire())

        for number in range(3):
            one.send("two", Left(number))
            await moment()
            one.prove()
            one.prove()
        await moment()

        assert lost == []
        assert taken == [Left(0), Left(1), Left(2)]

    asyncio.run(story())


def test_the_loss_of_the_last_batch_is_noticed() -> None:
    async def story() -> None:
        wire = Wire()
        one, lost, taken = await pair(wire)
        one.send("two", Left(1))
        await moment()

        wire.loses = lambda _subject: True
        one.send("two", Left(2))
        await moment()
        wire.loses = lambda _subject: False
        one.prove()
        await moment()

        assert taken == [Left(1)]
        assert lost == ["one"]

    asyncio.run(story())


def test_the_loss_of_the_last_batch_is_noticed_even_if_the_proof_is_lost() -> None:
    """A node that NATS takes for a slow one loses many messages in a row."""

    async def story() -> None:
        wire = Wire()
        one, lost, _ = await pair(wire)
        one.send("two", Left(1))
        await moment()

        wire.loses = lambda _subject: True
        one.send("two", Left(2))
        await moment()
        one.prove()
        await moment()
        wire.loses = lambda _subject: False
        one.prove()
        await moment()

        assert lost == ["one"]

    asyncio.run(story())


def test_a_node_whose_bus_was_away_is_missed_when_it_is_back() -> None:
    """What it wanted to say meanwhile, that its sockets must attach again, nobody has heard."""

    async def story() -> None:
        wire = Away()
        one, lost, _ = await pair(wire)
        one.send("two", Left(1))
        await moment()

        wire.up = False
        one.begin_anew()
        one.send("two", Left(2))
        await moment()
        one.prove()
        wire.up = True
        one.prove()
        await moment()

        assert lost == ["one"]

    asyncio.run(story())


def test_what_one_moment_gathers_is_never_more_than_nats_takes() -> None:
    """A hundred people who attach again at once are all sent where they are."""

    async def story() -> None:
        wire = Scale()
        one, lost, taken = await pair(wire)

        sent = [Sent([number], bytes(40_000)) for number in range(100)]
        for envelope in sent:
            one.send("two", envelope)
        await moment()

        assert max(wire.sizes) < DEFAULT_MAX_PAYLOAD_SIZE
        assert taken == sent
        assert lost == []

    asyncio.run(story())


def test_an_envelope_of_a_newer_version_does_not_take_the_others_with_it() -> None:
    async def story() -> None:
        wire = Wire()
        _, lost, taken = await pair(wire)
        newer = ["Waved", 7, "hello"], ["Passed", 7, {"type": "wave", "id": "w"}]
        known = [Left(1), Left(2)]

        for number, strange in enumerate(newer, 1):
            some = [known[number - 1], strange]
            packed = [msgspec.Raw(pack(one)) for one in some]
            wire.publish("two", pack(Batch("one", 1, number, packed)))
        await moment()

        assert taken == known
        assert lost == [], "it is not asked for again: it would be as strange then"

    asyncio.run(story())

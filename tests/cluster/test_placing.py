"""Which node a room is given to, and which one it is left to."""

import asyncio
from collections.abc import Callable

from two_nodes import OWNER, PLAN, Cluster, Try, attempt, until

from quexiang.cluster.envelopes import Attach
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.byes import NO_ROOM
from quexiang.store import Head

__all__ = ["attempt"]  # a fixture is found where it is imported


def test_a_stopping_node_opens_new_rooms_elsewhere(attempt: Callable[[Try], None]) -> None:
    """Though it has the fewest: it has just handed over its last one."""

    async def story(nodes: Cluster) -> None:
        one, two = nodes.nodes
        await nodes.room(at=1)
        two.beat()
        await asyncio.sleep(0)
        one.hub.stopping = True

        opened = await one.open_room(PLAN, OWNER)

        owner = await nodes.store.leases.owner(opened.key)
        assert owner.server == two.hub.server
        assert opened.key not in one.hub.runners

    attempt(story)


def test_a_node_without_its_database_is_given_no_rooms(attempt: Callable[[Try], None]) -> None:
    """Though it has the fewest: it has let all of them go."""

    async def story(nodes: Cluster) -> None:
        one, two = nodes.nodes
        await nodes.room(at=0)
        two.hub.leased = 0.0
        two.beat()
        await asyncio.sleep(0)

        opened = await one.open_room(PLAN, OWNER)

        assert opened.key in one.hub.runners
        assert one.nodes.load_of(two.hub.server) is None

    attempt(story)


def test_a_room_that_a_stopping_node_was_given_is_for_whoever_asks(
    attempt: Callable[[Try], None],
) -> None:
    """Two nodes stop at once, and one has not yet heard so of the other."""

    async def story(nodes: Cluster) -> None:
        one, two = nodes.nodes
        key = await nodes.room(at=0)
        _, ear = nodes.enter(key, at=0)
        await ear.hears(outgoing.Welcome)
        two.hub.stopping = True

        await one.hub.hand_over(key, two.hub.server)
        await until(lambda: ear.code or ear.count(outgoing.Welcome) == 2)

        assert key in one.hub.runners
        assert ear.code == 0

    attempt(story)


def test_a_room_that_only_newer_nodes_can_read_is_left_to_them(
    attempt: Callable[[Try], None],
) -> None:
    """Whoever comes to an old node is not let in; it must not keep the room from the others."""

    async def story(nodes: Cluster) -> None:
        one, two = nodes.nodes
        key = await nodes.room(at=0)
        await one.hub.hand_over(key)
        version, fence = 1, (await nodes.store.leases.claim(key, "s_new")).fence
        rows = await nodes.store.journal.read(key)
        head = Head.of(rows, fence)
        await nodes.store.journal.append(
            head.append(key, '{"line":"firework","seat":0}', 1.0, None)
        )
        assert len(rows) == version

        _, stray = nodes.enter(key, at=0)
        await until(lambda: stray.code)

        assert stray.code == NO_ROOM
        assert (await nodes.store.leases.owner(key)).server == ""
        wish = Attach(key, one.hub.server, 7, OWNER, incoming.Hello())
        assert not (await two.host.answer(wish)).is_mine, "the newer one that asks may have it"
        assert (await nodes.store.leases.owner(key)).server == ""

    attempt(story)

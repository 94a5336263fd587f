"""A node that cannot reach the database lets its rooms go on elsewhere, and no client notices."""

import asyncio
from collections.abc import Callable

import pytest
from two_nodes import OWNER, Cluster, Try, attempt, until

from quexiang.protocol import incoming, outgoing
from quexiang.protocol.byes import BROKEN
from quexiang.rooms.runner import Runner
from quexiang.server.metrics import Metrics
from quexiang.store import Append, Journal

__all__ = ["attempt"]  # a fixture is found where it is imported


class Silent(Journal):
    """A database that does not answer."""

    async def append(self, one: Append) -> None:
        await asyncio.Event().wait()


class Away(Journal):
    """A database that is not there, so many times."""

    times = 0

    async def append(self, one: Append) -> None:
        self.times -= 1
        if self.times >= 0:
            raise ConnectionResetError
        await super().append(one)


def test_an_owner_that_waits_for_its_database_lets_go_when_its_lease_is_over(
    attempt: Callable[[Try], None],
) -> None:
    async def story(nodes: Cluster) -> None:
        one, two = nodes.nodes
        key = await nodes.room(at=0)
        one.hub.runners[key].journal = Silent(nodes.store.journal.keeper)
        link, ear = nodes.enter(key, at=1)

        link.pass_on(incoming.Start(id="go"))
        await ear.hears(outgoing.Welcome)
        await nodes.store.leases.leave(one.hub.server)
        one.hub.leased = 0.0
        one.beat()
        await ear.hears(outgoing.Ask)

        assert key in two.hub.runners
        assert key not in one.hub.runners
        assert ear.done("go") == 1
        assert ear.code == 0

    attempt(story)


@pytest.mark.parametrize("times", [1, 9])
def test_a_room_that_could_not_be_kept_is_read_again(
    times: int, attempt: Callable[[Try], None]
) -> None:
    """Unless it breaks again and again: then its people are told."""

    async def story(nodes: Cluster) -> None:
        key = await nodes.room(at=0)
        away = Away(nodes.store.journal.keeper)
        away.times = times
        nodes.store.journal = away
        nodes.nodes[0].hub.runners[key].journal = away
        link, ear = nodes.enter(key, at=1)
        await ear.hears(outgoing.Welcome)

        link.pass_on(incoming.Remove(id="quiet", seat="B"))
        await until(lambda: ear.done("quiet") or ear.code)

        assert (ear.done("quiet"), ear.code) == ((1, 0) if times == 1 else (0, BROKEN))

    attempt(story)


def test_a_database_that_is_away_is_no_mistake_of_the_program(
    attempt: Callable[[Try], None],
) -> None:
    async def story(nodes: Cluster) -> None:
        one = nodes.nodes[0]
        one.hub.measures = metrics = Metrics()
        key = await nodes.room(at=0)
        away = Away(nodes.store.journal.keeper)
        away.times = 1
        one.hub.runners[key].journal = away
        link, ear = nodes.enter(key, at=0)
        await ear.hears(outgoing.Welcome)

        link.pass_on(incoming.Remove(id="quiet", seat="B"))
        await until(lambda: ear.done("quiet"))

        assert metrics.registry.get_sample_value("quexiang_faults_total") == 0

    attempt(story)


def test_a_link_waits_for_a_database_that_restarts(attempt: Callable[[Try], None]) -> None:
    async def story(nodes: Cluster) -> None:
        key = await nodes.room(at=0)
        find, times = nodes.nodes[1].hub.find, iter((True, True, False))

        async def away(wanted: str) -> Runner | None:
            if next(times, False):
                raise ConnectionRefusedError
            return await find(wanted)

        setattr(nodes.nodes[1].hub, "find", away)  # noqa: B010 - a method of one hub only
        _, ear = nodes.enter(key, at=1)
        await ear.hears(outgoing.Welcome)

        assert ear.code == 0
        assert nodes.nodes[0].hub.runners[key].room.state.opened.owner == OWNER

    attempt(story)


def test_a_node_that_stops_without_its_database_still_tells_its_clients(
    attempt: Callable[[Try], None],
) -> None:
    """It cannot hand its rooms over: others have them when its lease is over."""

    async def story(nodes: Cluster) -> None:
        one, two = nodes.nodes
        keys = [await nodes.room(at=0) for _ in range(2)]
        ears = [nodes.enter(key, at=1)[1] for key in keys]
        for ear in ears:
            await ear.hears(outgoing.Welcome)

        async def away(_room: str, _server: str, _to: str) -> None:
            raise ConnectionRefusedError

        setattr(nodes.store.leases, "give", away)  # noqa: B010 - of this store only
        await one.drain()
        await nodes.store.leases.leave(one.hub.server)
        for ear in ears:
            await ear.hears(outgoing.Welcome, times=2)

        assert {*two.hub.runners} == {*keys}
        assert [ear.code for ear in ears] == [0, 0]

    attempt(story)


def test_a_node_stops_though_its_database_is_silent(attempt: Callable[[Try], None]) -> None:
    """It waits neither for a room that is being kept nor for one that is handed over."""

    async def story(nodes: Cluster) -> None:
        one = nodes.nodes[0]
        keys = [await nodes.room(at=0) for _ in range(3)]
        one.hub.runners[keys[0]].journal = Silent(nodes.store.journal.keeper)
        link, ear = nodes.enter(keys[0], at=0)
        link.pass_on(incoming.Start(id="go"))
        await ear.hears(outgoing.Welcome)

        async def silent(_room: str, _server: str, _to: str) -> None:
            one.hub.leased = 0.0
            await asyncio.Event().wait()

        setattr(nodes.store.leases, "give", silent)  # noqa: B010 - of this store only
        one.hub.lease = 0.05
        async with asyncio.timeout(100):
            await one.drain()
            await one.hub.stop()

        assert one.hub.stopping

    attempt(story)

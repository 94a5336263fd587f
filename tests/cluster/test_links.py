"""People at one node, their room at another: links find it, and find it again."""

import asyncio
import time
from collections.abc import Callable

import msgspec
import pytest
from two_nodes import OWNER, PLAN, Cluster, Try, attempt, until

from quexiang.protocol import incoming, outgoing
from quexiang.protocol.byes import CLOSED, NO_ROOM, RESTART
from quexiang.protocol.room import ClockRules
from quexiang.rooms.core import RoomPace
from quexiang.rooms.messages import Shut

__all__ = ["attempt"]  # a fixture is found where it is imported


def test_a_person_at_one_node_plays_in_a_room_of_another(attempt: Callable[[Try], None]) -> None:
    async def story(nodes: Cluster) -> None:
        key = await nodes.room(at=0)
        link, ear = nodes.enter(key, at=1)

        link.pass_on(incoming.Start(id="go"))
        await ear.hears(outgoing.Ask)

        assert ear.done("go") == 1
        assert key not in nodes.nodes[1].hub.runners
        assert ear.code == 0

    attempt(story)


def test_what_was_said_before_the_room_was_found_is_not_lost(
    attempt: Callable[[Try], None],
) -> None:
    async def story(nodes: Cluster) -> None:
        link, ear = nodes.enter(await nodes.room(at=0), at=1)

        link.pass_on(incoming.Ping(n=7))
        link.pass_on(incoming.Remove(id="quiet", seat="B"))
        await until(lambda: ear.done("quiet"))

        assert ear.count(outgoing.PingReply) == 1

    attempt(story)


@pytest.mark.parametrize("to", ["one", "two"])
def test_a_room_is_handed_over_and_nobody_is_sent_away(
    to: str, attempt: Callable[[Try], None]
) -> None:
    """The person is at the new owner, or at the old one."""

    async def story(nodes: Cluster) -> None:
        key = await nodes.room(at=0)
        link, ear = nodes.enter(key, at=0 if to == "one" else 1)
        link.pass_on(incoming.Start(id="go"))
        await ear.hears(outgoing.Ask)
        version = link.hello.version

        await nodes.nodes[0].hub.hand_over(key, nodes.nodes[1].hub.server)
        await ear.hears(outgoing.Welcome, times=2)
        await ear.hears(outgoing.Ask, times=2)

        assert key in nodes.nodes[1].hub.runners
        assert version > 0
        assert ear.code == 0
        asks = [frame.ask for frame in ear.frames if isinstance(frame, outgoing.Ask)]
        assert asks[-1] == asks[0]
        assert ear.count(outgoing.Snapshot) == 0, "what the client has is not sent again"

    attempt(story)


def test_what_a_client_said_later_of_itself_goes_with_it(attempt: Callable[[Try], None]) -> None:
    """It began with another frame than its hello, or said hello again."""

    async def story(nodes: Cluster) -> None:
        key = await nodes.room(at=0)
        link, ear = nodes.enter(key, at=1)
        link.pass_on(incoming.Hello(changes=True))
        link.pass_on(incoming.Start(id="go"))
        await ear.hears(outgoing.Ask)

        await nodes.nodes[0].hub.hand_over(key, nodes.nodes[1].hub.server)
        await ear.hears(outgoing.Ask, times=2)

        runner = nodes.nodes[1].hub.runners[key]
        assert [one.changes for one in runner.room._core.connections] == [True]
        assert ear.count(outgoing.Snapshot) == 0, "what the client has is not sent again"

    attempt(story)


def test_a_dead_owner_is_replaced_and_the_socket_stays(attempt: Callable[[Try], None]) -> None:
    async def story(nodes: Cluster) -> None:
        key = await nodes.room(at=0)
        link, ear = nodes.enter(key, at=1)
        link.pass_on(incoming.Start(id="go"))
        await ear.hears(outgoing.Ask)

        await nodes.forsake(0)
        await ear.hears(outgoing.Ask, times=2)

        assert key in nodes.nodes[1].hub.runners
        assert ear.code == 0

    attempt(story)


def test_what_was_lost_on_the_way_is_passed_on_again(attempt: Callable[[Try], None]) -> None:
    """A frame from the gateway is lost; the next one shows the gap."""

    async def story(nodes: Cluster) -> None:
        key = await nodes.room(at=0)
        owner = nodes.nodes[0].hub.server
        link, ear = nodes.enter(key, at=1)
        await ear.hears(outgoing.Welcome)

        nodes.wire.loses = lambda subject: subject.endswith(owner)
        link.pass_on(incoming.Start(id="go"))
        await asyncio.sleep(0.01)
        assert ear.done("go") == 0
        nodes.wire.loses = lambda _subject: False
        link.pass_on(incoming.Ping(n=1))
        await ear.hears(outgoing.Ask)

        assert ear.done("go") == 1

    attempt(story)


def test_an_answer_lost_on_the_way_back_is_given_again(attempt: Callable[[Try], None]) -> None:
    async def story(nodes: Cluster) -> None:
        key = await nodes.room(at=0)
        gateway = nodes.nodes[1].hub.server
        link, ear = nodes.enter(key, at=1)
        await ear.hears(outgoing.Welcome)

        nodes.wire.loses = lambda subject: subject.endswith(gateway)
        link.pass_on(incoming.Remove(id="quiet", seat="B"))
        runner = nodes.nodes[0].hub.runners[key]
        await until(lambda: runner.room.state.taken.get(OWNER.id, {}).get("quiet"))
        nodes.wire.loses = lambda _subject: False
        link.pass_on(incoming.Ping(n=1))
        await until(lambda: ear.done("quiet"))

        assert runner.room.state.taken[OWNER.id].keys() == {"quiet"}

    attempt(story)


def test_a_bus_that_was_away_is_used_again(attempt: Callable[[Try], None]) -> None:
    async def story(nodes: Cluster) -> None:
        link, ear = nodes.enter(await nodes.room(at=0), at=1)
        await ear.hears(outgoing.Welcome)

        for node in nodes.nodes:
            node._changed(is_up=False)
        link.pass_on(incoming.Start(id="go"))
        await ear.hears(outgoing.Ask)

        assert ear.done("go") == 1
        assert ear.count(outgoing.Welcome) == 2
        assert ear.code == 0

    attempt(story)


def test_a_person_who_goes_is_gone_at_the_owner(attempt: Callable[[Try], None]) -> None:
    async def story(nodes: Cluster) -> None:
        key = await nodes.room(at=0)
        link, ear = nodes.enter(key, at=1)
        await ear.hears(outgoing.Welcome)
        runner = nodes.nodes[0].hub.runners[key]
        assert len(runner.sockets) == 1

        link.leave()
        await until(lambda: not runner.sockets)

        assert len(nodes.nodes[0].host) == 0
        assert not nodes.nodes[1].gateway.attached

    attempt(story)


def test_a_dead_gateway_leaves_nobody_at_the_table(attempt: Callable[[Try], None]) -> None:
    async def story(nodes: Cluster) -> None:
        key = await nodes.room(at=0)
        _, ear = nodes.enter(key, at=1)
        await ear.hears(outgoing.Welcome)

        await nodes.forsake(1)
        await until(lambda: not nodes.nodes[0].hub.runners[key].sockets)

        assert len(nodes.nodes[0].host) == 0

    attempt(story)


def test_a_closed_room_and_a_missing_one_are_told_to_the_client(
    attempt: Callable[[Try], None],
) -> None:
    async def story(nodes: Cluster) -> None:
        key = await nodes.room(at=0)
        _, ear = nodes.enter(key, at=1)
        _, stray = nodes.enter("nowhere", at=1)
        await ear.hears(outgoing.Welcome)

        nodes.nodes[0].hub.runners[key].post(Shut("tests"))
        await until(lambda: ear.code and stray.code)

        assert (ear.code, stray.code) == (CLOSED, NO_ROOM)

    attempt(story)


def test_a_draining_node_gives_its_rooms_away_and_takes_none(
    attempt: Callable[[Try], None],
) -> None:
    async def story(nodes: Cluster) -> None:
        one, two = nodes.nodes
        keys = [await nodes.room(at=0) for _ in range(3)]
        ears = [nodes.enter(key, at=0)[1] for key in keys]
        asleep = await nodes.room(at=0)
        await one.hub.hand_over(asleep)

        await one.drain()
        for ear in ears:
            await ear.hears(outgoing.Welcome, times=2)
        _, late = nodes.enter(asleep, at=0)
        await until(lambda: late.code)

        assert not one.hub.runners
        assert {*two.hub.runners} == {*keys}
        assert [ear.code for ear in ears] == [0, 0, 0]
        assert late.code == RESTART, "nobody has it, and this node takes it no more"

    attempt(story)


def test_new_rooms_go_to_the_least_loaded_node(attempt: Callable[[Try], None]) -> None:
    async def story(nodes: Cluster) -> None:
        one, two = nodes.nodes
        for _ in range(2):
            await nodes.room(at=0)
        one.beat()
        two.beat()
        await asyncio.sleep(0)

        opened = await one.open_room(PLAN, OWNER, bots="random", begins=True)
        _, ear = nodes.enter(opened.key, at=0)
        await ear.hears(outgoing.Ask)

        assert opened.key in two.hub.runners
        here = await two.open_room(PLAN, OWNER)
        assert here.key in two.hub.runners

    attempt(story)


def test_both_nodes_tell_who_is_in_a_room(attempt: Callable[[Try], None]) -> None:
    async def story(nodes: Cluster) -> None:
        key = await nodes.room(at=0)
        _, ear = nodes.enter(key, at=1)
        await ear.hears(outgoing.RoomUpdate)

        seen = [await node.view(key) for node in nodes.nodes]

        assert seen[0] == seen[1]
        assert seen[0] is not None
        assert seen[0].seats[0].online

    attempt(story)


def test_a_room_that_nobody_watches_sleeps_and_wakes(attempt: Callable[[Try], None]) -> None:
    async def story(nodes: Cluster) -> None:
        hub = nodes.nodes[0].hub
        key = await nodes.room(at=0)
        watched = await nodes.room(at=0)
        link, ear = nodes.enter(watched, at=0)
        await ear.hears(outgoing.Welcome)
        await until(lambda: hub.runners[key].rests(0.0))

        slept = await hub.doze(0.0)
        assert (slept, key in hub.runners, watched in hub.runners) == (1, False, True)
        assert (await hub.store.leases.owner(key)).server == ""
        link, ear = nodes.enter(key, at=1)
        link.pass_on(incoming.Start(id="go"))
        await ear.hears(outgoing.Ask)

        assert key in nodes.nodes[1].hub.runners

    attempt(story)


def test_a_room_follows_its_people(attempt: Callable[[Try], None]) -> None:
    async def story(nodes: Cluster) -> None:
        one, two = nodes.nodes
        there, here, both = [await nodes.room(at=0) for _ in range(3)]
        ears = [nodes.enter(key, at=at)[1] for key, at in ((there, 1), (here, 0), (both, 0))]
        ears.append(nodes.enter(both, at=1)[1])
        for ear in ears:
            await ear.hears(outgoing.Welcome)
        assert await one.drift() == 0, "it has only just been opened"

        for runner in one.hub.runners.values():
            runner.began -= 60
        assert await one.drift() == 1
        await ears[0].hears(outgoing.Welcome, times=2)

        assert there in two.hub.runners
        assert {here, both} == {*one.hub.runners}
        assert [ear.code for ear in ears] == [0] * 4

    attempt(story)


def test_a_room_does_not_follow_its_people_to_a_busy_node(
    attempt: Callable[[Try], None],
) -> None:
    async def story(nodes: Cluster) -> None:
        one, two = nodes.nodes
        key = await nodes.room(at=0)
        _, ear = nodes.enter(key, at=1)
        await ear.hears(outgoing.Welcome)
        one.hub.runners[key].began -= 60
        for _ in range(10):
            await nodes.room(at=1)
        two.beat()
        await asyncio.sleep(0)

        assert await one.drift() == 0

    attempt(story)


@pytest.mark.parametrize("dead", [0, 1])
def test_a_node_that_was_never_heard_of_is_missed_all_the_same(
    dead: int, attempt: Callable[[Try], None]
) -> None:
    """It was killed before its first sign of life came here: owner or gateway."""

    async def story(nodes: Cluster) -> None:
        living = nodes.nodes[1 - dead]
        living.nodes._others.clear()
        key = await nodes.room(at=0)
        _, ear = nodes.enter(key, at=1)
        await ear.hears(outgoing.Welcome)

        living.nodes._clock = lambda: time.monotonic() + 60

        assert living.nodes.dead() == [nodes.nodes[dead].hub.server]

    attempt(story)


def test_a_room_of_even_tempo_does_not_move_while_a_tile_rests(
    attempt: Callable[[Try], None],
) -> None:
    """Whoever reads it again shows at once what was held back: the pause would tell."""

    async def story(nodes: Cluster) -> None:
        one = nodes.nodes[0]
        one.hub.pace = RoomPace()
        plan = msgspec.structs.replace(PLAN, clock=ClockRules(tempo="even"))
        key = (await one.hub.open(plan, OWNER, bots="random")).key
        runner = one.hub.runners[key]
        link, ear = nodes.enter(key, at=1)
        link.pass_on(incoming.Start(id="go"))
        await ear.hears(outgoing.Events)
        runner.began -= 60

        def discards() -> bool:
            for ask in ear.frames:
                if isinstance(ask, outgoing.Ask):
                    choice = ask.choices[0].index
                    link.pass_on(incoming.Answer(ask=ask.ask, choice=choice))
            return not runner.may_move()

        await until(discards)
        assert await one.drift() == 0

        await until(runner.may_move)
        assert await one.drift() == 1

    attempt(story)

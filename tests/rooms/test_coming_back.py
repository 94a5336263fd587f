"""Versions, what was missed, and a server that is started again."""

from itertools import pairwise

import pytest
from simulated_room import Player, World

from quexiang.protocol import incoming, outgoing
from quexiang.protocol.log import Acted
from quexiang.rooms.core import RoomPace
from quexiang.rooms.state import RoomState
from quexiang.variants import variants


def started(variant: str, seed: str = "back") -> World:
    world = World(variant, seed=seed)
    people = world.seat_people()
    people[0].say(incoming.Start())
    return world


def heard_events(player: Player) -> list[object]:
    return [event for frame in player.of(outgoing.Events) for event in frame.events]  # type: ignore[attr-defined]


def test_who_comes_back_hears_exactly_what_he_missed() -> None:
    world, twin = started("hangzhou"), started("hangzhou")
    b = world.people["b"]
    for each in (world, twin):
        each.run(20)
        each.people["b"].delay = lambda _ask: None
        each.run(1)
    stayed = twin.people["b"]

    b.go()
    world.run(4)
    b.come()
    world.run(5)
    twin.run(9)

    assert b.version == stayed.version
    assert heard_events(b) == heard_events(stayed)


@pytest.mark.slow
def test_versions_have_no_gap_for_anybody() -> None:
    for variant in variants():
        world = started(variant, "gaps")
        watcher = world.person("w")
        watcher.come()
        world.run(until=lambda: world.is_over)  # noqa: B023 - used at once

        for player in world.people.values():
            frames = [frame for frame in player.frames if isinstance(frame, outgoing.Events)]
            for before, after in pairwise(frames):
                assert after.since == before.version
                assert after.version - after.since == len(after.events)


def test_one_who_was_away_too_long_gets_a_snapshot() -> None:
    world = started("hangzhou")
    b = world.people["b"]
    world.run(20)
    old = b.version
    b.go()
    world.run(until=lambda: (match := world.room.state.match) is None or len(match.rounds) > 1)
    world.run(30)

    before = len(b.frames)
    b.come()

    kinds = [type(frame) for frame in b.frames[before:]]
    assert outgoing.Snapshot in kinds
    assert outgoing.Events not in kinds
    assert b.version > old


def test_resync_gives_a_snapshot() -> None:
    world = started("hangzhou")
    world.run(20)

    heard = world.people["c"].say(incoming.Resync())

    assert isinstance(heard[0], outgoing.Snapshot)


@pytest.mark.parametrize("variant", list(variants()))
def test_a_restart_at_any_moment_goes_on_at_the_last_action(variant: str) -> None:
    world = World(variant, {"rounds": 1}, pace=RoomPace.scaled(0), seed="restart")
    people = world.seat_people()
    people[0].say(incoming.Start())
    restarts = 0

    while not world.is_over:
        world.run(world.random.uniform(0, 9))
        acted = [line for line in world.entries if isinstance(line, Acted)]
        state = world.room.state
        versions = {player.person.id: player.version for player in people}
        world.restart()
        restarts += 1
        folded = world.room.state
        assert [line for line in world.entries if isinstance(line, Acted)][: len(acted)] == acted
        assert folded.phase == state.phase
        assert [chair.ask for chair in folded.chairs] == [chair.ask for chair in state.chairs]
        for player in people:
            player.come()
            assert player.version >= versions[player.person.id]

    assert restarts > 1
    assert RoomState.folded(world.entries).result == world.room.state.result


def test_the_same_asks_are_open_after_a_restart() -> None:
    world = started("hangzhou")
    for player in world.people.values():
        player.delay = lambda ask: None if ask.ask > 1003 else 0.3
    world.run(15)
    before = {ask.seat: (ask.number, ask.offers) for ask in world.room.asks}
    assert before

    world.restart()

    after = {ask.seat: (ask.number, ask.offers) for ask in world.room.asks}
    assert after == before


def test_who_was_away_at_the_end_hears_how_it_ended() -> None:
    world = World(options={"rounds": 1}, seed="end")
    people = world.seat_people()
    people[0].say(incoming.Start())
    world.run(20)
    b = people[1]
    b.go()
    world.run(until=lambda: world.is_over)
    before = len(b.frames)

    b.come()

    kinds = [type(frame) for frame in b.frames[before:]]
    assert kinds[:3] == [outgoing.Welcome, outgoing.Events, outgoing.Over]
    assert b.version == people[0].version or b.frames[before + 1].view.stage == "over"  # type: ignore[attr-defined]
    stranger = world.person("s")
    stranger.come()
    assert [type(frame) for frame in stranger.frames][:2] == [outgoing.Welcome, outgoing.RoomUpdate]


def test_nothing_of_a_dissolved_round_is_told_afterwards() -> None:
    world = started("hangzhou")
    world.run(20)
    a, b, c, d = world.people.values()
    b.go()
    a.say(incoming.Dissolve())
    for player in (c, d):
        player.say(incoming.Vote(agree=True))
    world.run(61)
    before = len(b.frames)

    b.come()

    assert [type(frame) for frame in b.frames[before:]][:2] == [outgoing.Welcome, outgoing.Over]

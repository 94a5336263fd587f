"""Spectators: public things only, or everything with a delay."""

from itertools import pairwise

import pytest
from simulated_room import Player, World

from quexiang.engine.events import Seated
from quexiang.present.painter import Painter
from quexiang.protocol import incoming, outgoing
from quexiang.rooms.broadcast import Broadcast
from quexiang.variants import variant_named


def watched(watching: str, **settings: object) -> World:
    world = World(watching=watching, seed="watch", **settings)  # type: ignore[arg-type]
    people = world.seat_people()
    people[0].say(incoming.Start())
    world.person("w").come()
    return world


def test_the_public_sees_no_hand_before_the_end() -> None:
    world = watched("public")
    world.run(until=lambda: world.is_over)

    frames = [
        f for f in world.people["w"].frames if isinstance(f, outgoing.Events | outgoing.Snapshot)
    ]
    assert frames
    for frame in frames:
        for seat in frame.view.seats:
            assert frame.view.stage == "over" or not seat.tiles


def test_a_closed_room_shows_nothing_of_the_table() -> None:
    world = watched("none")
    world.run(30)

    kinds = {type(frame) for frame in world.people["w"].frames}
    assert kinds == {outgoing.Welcome, outgoing.RoomUpdate}


def shown(player: Player, kind: type) -> list[tuple[float, outgoing.Events]]:
    """The events that a watcher was shown, with their times."""
    times = [at for at, _ in player.heard]
    return [
        (at, frame)
        for at, frame in zip(times, player.frames, strict=True)
        if isinstance(frame, kind) and isinstance(frame, outgoing.Events)
    ]


def test_who_watches_with_delay_sees_a_round_when_it_is_over() -> None:
    world = watched("delayed", delay=30)
    watcher, a = world.people["w"], world.people["a"]
    world.run(until=lambda: world.is_over)
    world.run(2000)

    frames = shown(watcher, outgoing.Events)
    ends = {f.round: at for at, f in shown(a, outgoing.Events) if f.view.stage == "over"}
    assert set(ends) == {1, 2}
    assert {frame.round for _, frame in frames} == {1, 2}
    for at, frame in frames:
        assert at >= ends[frame.round], "a hand was shown that was still being played"
    first = frames[0][1]
    own = next(frame for frame in a.frames if isinstance(frame, outgoing.Events))
    assert all(seat.tiles is not None for seat in first.view.seats)
    assert first.view.seats[0].tiles == own.view.seats[0].tiles
    assert frames[-1][1].view.stage == "over"
    kinds = {event["event"] for _, frame in frames for event in frame.events}
    assert not kinds & {"due", "answered"}
    for (_, before), (_, after) in pairwise(frames):
        assert after.since == before.version
    over = [
        type(frame)
        for frame in watcher.frames
        if isinstance(frame, outgoing.Events | outgoing.Over)
    ]
    assert over.index(outgoing.Over) == len(over) - 1


def test_a_round_is_broadcast_at_its_own_pace() -> None:
    world = watched("delayed", delay=30)
    watcher, a = world.people["w"], world.people["a"]
    world.run(until=lambda: world.is_over)
    world.run(2000)

    played = [at for at, frame in shown(a, outgoing.Events) if frame.round == 1]
    seen = [at for at, frame in shown(watcher, outgoing.Events) if frame.round == 1]
    assert seen[-1] - seen[0] == pytest.approx(played[-1] - played[0])


def test_a_short_round_waits_until_a_long_one_has_been_shown() -> None:
    variant = variant_named("hangzhou")
    painter = Painter(variant, variant.room(variant.choose({}), 4))
    broadcast = Broadcast(delay=10)
    long, short = (0.0, 40.0, 100.0), (101.0, 103.0, 106.0)
    for number, times in enumerate((long, short), 1):
        for at in times:
            broadcast.film((Seated(0),), at)
        broadcast.finish("match", number, painter)

    shown = []
    while broadcast.due is not None:
        shown.append(broadcast.due)
        broadcast.release()

    assert shown[:3] == [100.0, 140.0, 200.0]
    assert [at - shown[3] for at in shown[3:]] == [at - short[0] for at in short]
    assert shown[3] >= shown[2]


def test_a_round_that_was_broken_off_is_never_broadcast() -> None:
    world = watched("delayed", delay=30)
    people = [world.people[name] for name in "abcd"]
    world.run(20)
    people[0].say(incoming.Dissolve())
    for player in people[1:]:
        player.say(incoming.Vote(agree=True))
    assert world.is_over
    world.run(2000)

    assert not world.people["w"].of(outgoing.Events)
    assert world.people["w"].of(outgoing.Over)


def test_who_comes_late_to_a_broadcast_is_shown_it() -> None:
    world = watched("delayed", delay=30)
    world.run(until=lambda: len(world.people["w"].of(outgoing.Events)) > 5)
    late = world.person("late")
    late.come()
    world.run(2000)

    assert late.of(outgoing.Snapshot)
    assert late.version == world.people["w"].version


def test_who_leaves_his_seat_goes_on_as_a_watcher() -> None:
    """His versions were those of his seat: he is shown the table as the public has it."""
    world = watched("public")
    b = world.people["b"]
    world.run(20)

    frames = b.say(incoming.LeaveRoom(sure=True))
    (snapshot,) = [frame for frame in frames if isinstance(frame, outgoing.Snapshot)]
    assert all(seat.tiles is None for seat in snapshot.view.seats)
    assert b.version == world.people["w"].version
    world.run(30)

    assert b.version == world.people["w"].version > snapshot.version

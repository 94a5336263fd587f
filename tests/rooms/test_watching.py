"""Spectators: public things only, or everything with a delay."""

from itertools import pairwise

from world import World

from quexiang.protocol import incoming, outgoing


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


def test_who_watches_with_delay_sees_everything_later() -> None:
    world = watched("delayed", delay=60)
    watcher, a = world.people["w"], world.people["a"]
    world.run(59)
    assert watcher.of(outgoing.Events) == []
    own = next(frame for frame in a.frames if isinstance(frame, outgoing.Events))

    world.run(until=lambda: world.is_over)
    world.run(100)

    frames = [frame for frame in watcher.frames if isinstance(frame, outgoing.Events)]
    assert all(seat.tiles is not None for seat in frames[0].view.seats)
    assert frames[0].view.seats[0].tiles == own.view.seats[0].tiles
    assert frames[-1].view.stage == "over"
    kinds = {event["event"] for frame in frames for event in frame.events}
    assert not kinds & {"due", "answered"}
    for before, after in pairwise(frames):
        assert after.since in (before.version, 0) or after.round > before.round

"""A room in simulated time: seats, play, clocks, votes, coming back."""

import pytest
from simulated_room import World

from quexiang.engine.wire import event_in
from quexiang.match import log as match_log
from quexiang.protocol import incoming, outgoing
from quexiang.rooms import messages
from quexiang.rooms.state import RoomState
from quexiang.variants import variants


def replayed(world: World) -> match_log.Recorder:
    kinds = match_log.MatchEntry.__args__
    return match_log.replay([line for line in world.entries if isinstance(line, kinds)])


@pytest.mark.parametrize("variant", list(variants()))
def test_four_people_play_a_match_and_its_log_replays(variant: str) -> None:
    world = World(variant)
    people = world.seat_people(shuffles=True)

    people[0].say(incoming.Start())
    world.run(until=lambda: world.is_over)

    result = world.room.state.result
    assert result is not None
    assert result.how == "finished"
    assert len(result.rounds) == 2
    assert tuple(result.scores) == replayed(world).match.scores
    folded = RoomState.folded(world.entries)
    assert folded.result == result
    assert [chair.person for chair in folded.chairs] == [p.person for p in people]


@pytest.mark.parametrize("variant", list(variants()))
def test_what_is_kept_of_a_view_is_what_would_be_drawn_anew(variant: str) -> None:
    world = World(variant, {"rounds": 1}, seed="kept")
    people = world.seat_people()
    people[0].say(incoming.Start())
    world.run(until=lambda: world.is_over)

    painter = world.room.feeds.painter
    assert painter is not None
    for player in people:
        log = [
            event_in(e) for f in player.frames if isinstance(f, outgoing.Events) for e in f.events
        ]
        for frame in (frame for frame in player.frames if isinstance(frame, outgoing.Events)):
            table = painter.rules.new_table().fold(log[: frame.version])
            me = world.room.state.seat_of(player.person.id)
            assert painter.show(table, me, frame.round) == frame.view


def test_a_room_that_waits_keeps_no_frames() -> None:
    world = World()
    world.seat_people()[0].say(incoming.Start())

    assert world.people["a"].frames
    assert world.room._core.out == messages.Effects()

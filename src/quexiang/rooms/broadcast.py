"""Telling the table: each seat, the public, and those who watch everything with a delay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.present.feed import Chronicle, Feed, OpenFeed
from quexiang.present.painter import Painter
from quexiang.present.story import Storyteller
from quexiang.protocol import outgoing
from quexiang.rooms.horizon import Horizon
from quexiang.rooms.showing import clock_view

if TYPE_CHECKING:
    from quexiang.engine.actions import Seat
    from quexiang.present.table import TableView
    from quexiang.rooms.room import Room


def begin_match(room: Room) -> None:
    """Make what is needed to show a match."""
    match = room.state.match
    assert match is not None
    room.shower = Painter(match.variant, match.rules)
    delayed = room.state.opened.watching == "delayed"
    story = Storyteller(match.variant, match.rules)
    room.open = OpenFeed(match.rules, story) if delayed else None
    room.streams = {}
    room.dissolved = False


def begin_round(room: Room) -> None:
    """Look at an empty table."""
    match = room.state.match
    assert match is not None
    if room.shower is None or room.shower.rules is not match.rules:
        begin_match(room)
    room.number = len(match.rounds)
    room.horizon = Horizon()
    room.given = {}
    room.between_until = None
    chronicle = Chronicle(Storyteller(match.variant, match.rules))
    room.streams = {
        seat: Feed(match.rules, seat, version, chronicle)
        for seat, version in room.state.told.items()
    }


def look_again(room: Room) -> None:
    """Show a round that was read from the log: all of it has been told."""
    begin_round(room)
    room.horizon = Horizon(len(room.state.events))
    keep_for_later(room, 0)


def finish_telling(room: Room) -> None:
    """The match is over: keep the last round for those who were away."""
    if room.state.match is not None and room.state.match.rounds:
        for stream in room.streams.values():
            stream.advance(room.state.events, room.horizon.end)


def keep_for_later(room: Room, start: int) -> None:
    """Queue what has just been told for those who watch with a delay."""
    if room.open is not None:
        assert room.state.match is not None
        fresh = tuple(room.state.events[start : room.horizon.end])
        due = room.now + room.state.opened.delay
        room.open.queue.append((due, len(room.state.match.rounds), fresh))


def stream_for(room: Room, seat: Seat | None) -> Feed | None:
    """What a seat, or one without a seat, may be told of the match; brought up to date."""
    state = room.state
    if state.match is None or not state.match.rounds:
        return None
    watching = state.opened.watching
    if seat is None and watching != "public":
        return room.open if watching == "delayed" else None
    stream = room.streams[seat]
    stream.advance(state.events, room.horizon.end)
    return stream


def round_told(room: Room, stream: Feed) -> int:
    """The number of the round that a stream shows."""
    return stream.number if isinstance(stream, OpenFeed) else room.number


def listeners(room: Room, stream: Feed) -> list[int]:
    """The connections to which a stream is told."""
    if stream.seat is not None:
        return room.lines_of(stream.seat)
    seat_of = room.state.seat_of
    return [line for line, other in room.connections.items() if seat_of(other.person.id) is None]


def tell_events(room: Room) -> None:
    """Tell all seats and the public what is new to them."""
    for seat, stream in room.streams.items():
        if seat is None and room.state.opened.watching != "public":
            continue
        if listeners(room, stream):
            since = stream.version
            stream.advance(room.state.events, room.horizon.end)
            if stream.version > since:
                tell_stream(room, stream, since)


def tell_stream(room: Room, stream: Feed, since: int) -> None:
    """Tell one stream's listeners what is new since a version."""
    with room.telling():
        frame = events_frame(room, stream, since)
        room.out.sends += [(line, frame) for line in listeners(room, stream)]


def events_frame(room: Room, stream: Feed, since: int) -> outgoing.Events | outgoing.Snapshot:
    """What is new since a version, or all of the table where that is no longer known."""
    assert room.state.match_id is not None
    number = round_told(room, stream)
    view = _view(room, stream, number)
    clock = None if isinstance(stream, OpenFeed) else clock_view(room)
    missed = stream.since(since)
    if missed is None:
        return outgoing.Snapshot(
            match=room.state.match_id, round=number, version=stream.version, view=view, clock=clock
        )
    return outgoing.Events(
        match=room.state.match_id,
        round=number,
        since=since,
        version=stream.version,
        events=[told.event for told in missed],
        story=[told.sentence for told in missed],
        view=view,
        clock=clock,
    )


def _view(room: Room, stream: Feed, number: int) -> TableView:
    """The table; where the rules' own remarks on it cannot be made, without them."""
    assert room.shower is not None
    table, seat = stream.table, stream.seat
    with room.telling():
        return room.shower.show(table, seat, number, stream.kept)
    return room.shower.show(table, seat, number, remarks=False)

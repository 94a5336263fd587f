"""Coming, going and coming back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.engine.wire import maybe_letter
from quexiang.protocol import outgoing
from quexiang.protocol.incoming import SPEAKS
from quexiang.protocol.phrases import phrases_of
from quexiang.rooms.broadcast import events_frame, stream_for
from quexiang.rooms.showing import ask_frame, proof_frame, room_view, shuffle_frame

if TYPE_CHECKING:
    from quexiang.engine.actions import Seat
    from quexiang.protocol import incoming
    from quexiang.rooms import effects
    from quexiang.rooms.room import Room


def came(room: Room, message: effects.Came) -> None:
    """Somebody connected: welcome him and tell him what he missed."""
    hello = message.hello
    room.connect(message.line, message.person, shuffles=hello.shuffles)
    room.changed = True
    with room.telling():
        _welcome(room, message.line)
        catch_up(room, message.line, hello.match, hello.version)


def hello_again(room: Room, line: int, frame: incoming.Hello) -> None:
    """A second hello on the same socket: the same answer."""
    room.connections[line].shuffles = frame.shuffles
    _welcome(room, line)
    catch_up(room, line, frame.match, frame.version)


def resync(room: Room, line: int, frame: incoming.Resync) -> None:
    """Give a snapshot, or the round from its beginning."""
    seat = room.state.seat_of(room.connections[line].person.id)
    stream = stream_for(room, seat)
    if frame.events and stream is not None:
        catch_up(room, line, room.state.match_id or "", stream.floor)
    else:
        catch_up(room, line, "", 0)


def went(room: Room, message: effects.Went) -> None:
    """A connection is no more."""
    if message.line in room.connections:
        room.disconnect(message.line)
        room.changed = True


def _welcome(room: Room, line: int) -> None:
    person = room.connections[line].person
    room.send(
        line,
        outgoing.Welcome(
            speaks=SPEAKS,
            you=person,
            room=room_view(room),
            phrases=[
                outgoing.Phrase(key, text.zh, text.en)
                for key, text in phrases_of(room.state.variant).items()
            ],
            now=int(room.now * 1000),
            seat=maybe_letter(room.state.seat_of(person.id)),
        ),
    )


def catch_up(room: Room, line: int, match: str, version: int) -> None:
    """Tell a connection what it missed since this version, or everything at once."""
    seat = room.state.seat_of(room.connections[line].person.id)
    if room.state.match is None:
        _tell_end(room, line, seat, match, version)
        return
    stream = stream_for(room, seat)
    if stream is not None and stream.version > 0:
        since = version if match == room.state.match_id else -1
        if since < stream.version:
            room.send(line, events_frame(room, stream, since))
    if seat in room.given:
        room.send(line, ask_frame(room, room.given[seat]))
    for frame in (shuffle_frame(room), proof_frame(room)):
        if frame is not None and (seat is not None or isinstance(frame, outgoing.Proof)):
            room.send(line, frame)


def _tell_end(room: Room, line: int, seat: Seat | None, match: str, version: int) -> None:
    """Tell one who was away how it ended; unless it was dissolved, all hands are open then."""
    result = room.state.result
    if result is None or result.match != match:
        return
    may_see = seat is not None or room.state.opened.watching == "public"
    stream = room.streams.get(seat) if may_see and result.how != "dissolved" else None
    if stream is not None and stream.version > version:
        room.send(line, events_frame(room, stream, version))
    room.send(line, outgoing.Over(result=result))

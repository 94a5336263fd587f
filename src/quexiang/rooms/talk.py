"""Phrases and signs of life."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.engine.wire import letter, seat_of
from quexiang.protocol import outgoing
from quexiang.protocol.phrases import phrases_of
from quexiang.protocol.refusal import NO_PHRASE, NO_SEAT, TOO_FAST, Refused

if TYPE_CHECKING:
    from quexiang.protocol import incoming
    from quexiang.rooms.room import Room


def say(room: Room, line: int, frame: incoming.Say) -> None:
    """说句话: tell everybody who has not muted the speaker."""
    seat = room.seat(line)
    speaker = room.connections[line].person.id
    text = phrases_of(room.state.variant).get(frame.phrase)
    if text is None:
        raise Refused(NO_PHRASE)
    if room.now < room.spoke.get(speaker, 0.0) + room.pace.phrases:
        raise Refused(TOO_FAST)
    room.spoke[speaker] = room.now
    spoken = outgoing.Spoken(seat=letter(seat), phrase=frame.phrase, zh=text.zh, en=text.en)
    for other, connection in room.connections.items():
        if speaker not in room.muted.get(connection.person.id, ()):
            room.send(other, spoken)


def mute(room: Room, line: int, frame: incoming.Mute) -> None:
    """Hear a seat no more, or again."""
    seat = seat_of(frame.seat)
    chairs = room.state.chairs
    person = chairs[seat].person if seat < len(chairs) else None
    if person is None:
        raise Refused(NO_SEAT)
    muted = room.muted.setdefault(room.connections[line].person.id, set())
    if frame.muted:
        muted.add(person.id)
    else:
        muted.discard(person.id)


def ping(room: Room, line: int, frame: incoming.Ping) -> bool:
    """Answer a sign of life."""
    room.send(line, outgoing.Pong(n=frame.n, now=int(room.now * 1000)))
    return True

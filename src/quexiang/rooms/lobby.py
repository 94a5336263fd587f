"""Before a match and after it: seats, readiness, bots, the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.bots import BOTS
from quexiang.engine.wire import seat_of
from quexiang.match.log import Opening
from quexiang.match.reader import FORMAT
from quexiang.protocol import log as ln
from quexiang.protocol.refusal import (
    FULL,
    IN_MATCH,
    NO_BOT,
    NO_SEAT,
    NOT_NOW,
    TAKEN,
    Reason,
    Refused,
)
from quexiang.rooms.showing import missing_for_start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quexiang.engine.actions import Seat
    from quexiang.engine.wire import SeatLetter
    from quexiang.protocol import incoming
    from quexiang.rooms import effects
    from quexiang.rooms.room import Room
    from quexiang.rulebook import Options


def must_wait(room: Room) -> None:
    """Refuse what cannot be done during a match."""
    if room.state.phase != "lobby":
        raise Refused(IN_MATCH)


def sit(room: Room, line: int, frame: incoming.Sit) -> None:
    """Take a seat, or change it."""
    must_wait(room)
    person = room.connections[line].person
    seat = _free(room, frame.seat)
    old = room.state.seat_of(person.id)
    if old is not None:
        room.log(ln.Stood(old))
    room.log(ln.Sat(seat, person))
    room.changed = True


def _free(room: Room, wanted: SeatLetter | None) -> Seat:
    """The wanted seat, or the first empty one."""
    chairs = room.state.chairs
    if wanted is None:
        seat = next((at for at, chair in enumerate(chairs) if chair.is_empty), None)
        if seat is None:
            raise Refused(FULL)
        return seat
    seat = _existing(room, wanted)
    if not chairs[seat].is_empty:
        raise Refused(TAKEN)
    return seat


def _existing(room: Room, name: SeatLetter) -> Seat:
    seat = seat_of(name)
    if seat >= len(room.state.chairs):
        raise Refused(NO_SEAT)
    return seat


def stand(room: Room, line: int, frame: incoming.Stand) -> None:  # noqa: ARG001 - the frame says it all
    """Give the seat up."""
    must_wait(room)
    room.log(ln.Stood(room.seat(line)))
    room.changed = True


def ready(room: Room, line: int, frame: incoming.Ready) -> None:
    """Be ready for the match, or for the next round."""
    seat = room.seat(line)
    if room.state.phase not in ("lobby", "between"):
        raise Refused(NOT_NOW)
    if room.state.chairs[seat].ready != frame.ready:
        room.log(ln.Readied(seat, frame.ready))
        room.changed = True


def rematch(room: Room, line: int, frame: incoming.Rematch) -> None:  # noqa: ARG001 - the frame says it all
    """Be ready for another match; it starts when all are."""
    seat = room.seat(line)
    must_wait(room)
    if room.state.result is None:
        raise Refused(NOT_NOW)
    room.log(ln.Readied(seat, ready=True))
    room.changed = True
    if all(chair.bot or chair.ready for chair in room.state.chairs):
        start_match(room, range(len(room.state.chairs)), room.state.options)


def add_bot(room: Room, line: int, frame: incoming.AddBot) -> None:
    """The owner puts bots on seats."""
    room.must_own(line)
    must_wait(room)
    if frame.level not in BOTS:
        raise Refused(NO_BOT)
    chairs = room.state.chairs
    empty = [seat for seat, chair in enumerate(chairs) if chair.is_empty]
    seats = empty if frame.seat is None else [_free(room, frame.seat)]
    if not seats:
        raise Refused(FULL)
    room.log(*(ln.BotSat(seat, frame.level) for seat in seats))
    room.changed = True


def remove(room: Room, line: int, frame: incoming.Remove) -> None:
    """The owner clears a seat."""
    room.must_own(line)
    must_wait(room)
    seat = _existing(room, frame.seat)
    if room.state.chairs[seat].is_empty:
        raise Refused(NO_SEAT)
    room.log(ln.Stood(seat))
    room.changed = True


def start(room: Room, line: int, frame: incoming.Start) -> None:  # noqa: ARG001 - the frame says it all
    """The owner starts the match."""
    room.must_own(line)
    missing = missing_for_start(room)
    if missing is not None:
        raise Refused(Reason("not_now", missing.zh, missing.en))
    start_match(room, range(len(room.state.chairs)), room.state.options)


def start_match(room: Room, seats: Sequence[Seat], options: Options) -> None:
    """Begin a match at these seats; the creator, where he sits, becomes A (AH-3)."""
    creator = room.state.seat_of(room.state.opened.owner.id)
    moves = creator is not None and creator in seats and not room.state.opened.scenario
    first = seats.index(creator) if moves and creator is not None else 0
    order = (*seats[first:], *seats[:first])
    variant = room.state.variant
    match = room.chance(9).hex()
    room.log(
        ln.MatchStarted(match, order),
        Opening(FORMAT, variant.key, variant.version, len(order), dict(options), match),
    )
    room.changed = True


def begin(room: Room, message: effects.Begin) -> None:  # noqa: ARG001 - the message says it all
    """Start without waiting for anybody's word."""
    if missing_for_start(room) is None:
        start_match(room, range(len(room.state.chairs)), room.state.options)


def shut(room: Room, message: effects.Shut) -> None:
    """Close the room for good."""
    if room.state.phase != "closed":
        room.log(ln.RoomClosed(message.why))
        room.changed = True

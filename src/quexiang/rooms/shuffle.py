"""The shuffle that nobody can bend: the server's secret, the clients' numbers, the seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.engine.actions import SEATS
from quexiang.engine.wire import letter
from quexiang.match import fair
from quexiang.match.log import RoundOpened
from quexiang.protocol import log as ln
from quexiang.protocol.refusal import BAD_NUMBER, NOT_NOW, Refused
from quexiang.rooms.feed import begin_round
from quexiang.rooms.view import shuffle_frame

if TYPE_CHECKING:
    from quexiang.protocol import incoming
    from quexiang.rooms.room import Room
    from quexiang.rooms.state import Shuffle

SECRET_BYTES = 32


def begin_shuffle(room: Room) -> None:
    """The server commits to its secret, and the clients are asked for commitments."""
    match, name = room.state.match, room.state.match_id
    assert match is not None
    assert name is not None
    number = len(match.rounds) + 1
    secret = room.chance(SECRET_BYTES).hex()
    room.log(ln.ShuffleBegun(number, secret, fair.server_commitment(name, number, secret)))
    room.changed = True
    _gather(room)


def _gather(room: Room) -> None:
    room.hashes, room.values = {}, {}
    room.shuffle_until = room.now + room.pace.shuffle
    frame = shuffle_frame(room)
    assert frame is not None
    for seat in room.state.played():
        room.send_seat(seat, frame)


def commit(room: Room, line: int, frame: incoming.Commit) -> None:
    """A client commits to its number; the first commitment counts."""
    shuffle = _open(room, frame.round)
    if shuffle.hashes is not None:
        raise Refused(NOT_NOW)
    room.hashes.setdefault(letter(room.seat(line)), frame.hash)


def reveal(room: Room, line: int, frame: incoming.Reveal) -> None:
    """A client reveals its number."""
    shuffle = _open(room, frame.round)
    seat = letter(room.seat(line))
    if shuffle.hashes is None or seat not in shuffle.hashes:
        raise Refused(NOT_NOW)
    assert room.state.match_id is not None
    if fair.commitment(room.state.match_id, frame.round, seat, frame.value) != shuffle.hashes[seat]:
        raise Refused(BAD_NUMBER)
    room.values[seat] = frame.value


def _open(room: Room, number: int) -> Shuffle:
    shuffle = room.state.shuffle
    if room.state.phase != "shuffling" or shuffle is None or shuffle.line.round != number:
        raise Refused(NOT_NOW)
    return shuffle


def shuffle_on(room: Room) -> bool:
    """Close the commitments, then make the seed, when all are in or the time is up."""
    shuffle = room.state.shuffle
    if room.state.phase != "shuffling" or shuffle is None:
        return False
    if room.shuffle_until is None:
        room.shuffle_until = room.now + room.pace.shuffle
    taking_part = _taking_part(room) if shuffle.hashes is None else shuffle.hashes.keys()
    present = room.hashes if shuffle.hashes is None else room.values
    if any(seat not in present for seat in taking_part) and room.now < room.shuffle_until:
        room.wake(room.shuffle_until)
        return False
    if shuffle.hashes is None:
        room.log(ln.ShuffleClosed(dict(sorted(room.hashes.items()))))
        _ask_numbers(room)
    else:
        _seal(room, shuffle)
    return True


def _taking_part(room: Room) -> set[str]:
    """The seats with a connection that takes part."""
    return {
        letter(seat)
        for seat in room.state.played()
        if any(room.connections[line].shuffles for line in room.lines_of(seat))
    }


def _ask_numbers(room: Room) -> None:
    room.shuffle_until = room.now + room.pace.shuffle
    frame = shuffle_frame(room)
    assert frame is not None
    for seat in room.state.played():
        room.send_seat(seat, frame)


def _seal(room: Room, shuffle: Shuffle) -> None:
    """Make the seed of what is in, and deal."""
    name, number = room.state.match_id, shuffle.line.round
    assert name is not None
    assert shuffle.hashes is not None
    values = dict(room.values)
    for seat, chair in enumerate(room.state.chairs):
        if chair.bot:
            values[letter(seat)] = fair.bot_value(name, number, letter(seat), shuffle.line.hash)
    missing = tuple(seat for seat in shuffle.hashes if seat not in values)
    seed = fair.round_seed(name, number, shuffle.line.secret, shuffle.hashes, values)
    ordered = {seat: values[seat] for seat in SEATS if seat in values}
    room.log(ln.ShuffleSealed(ordered, missing, seed.hex()))
    room.shuffle_until = None
    room.play(RoundOpened(number, seed.hex()))
    begin_round(room)
    room.changed = True

"""Votes: 解散 ends a match by consent, 可少人开局 begins one with two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.protocol import log as ln
from quexiang.protocol.refusal import NO_MATCH, NO_SHORT, NO_VOTE, VOTE_OPEN, Refused
from quexiang.rooms.seats import start_match
from quexiang.rooms.view import can_start_short

if TYPE_CHECKING:
    from quexiang.engine.actions import Seat
    from quexiang.protocol import incoming
    from quexiang.protocol.room import BallotKind
    from quexiang.rooms.room import Room


def dissolve(room: Room, line: int, frame: incoming.Dissolve) -> None:  # noqa: ARG001 - the frame says it all
    """Propose to end the match here."""
    seat = room.seat(line)
    if room.state.match is None:
        raise Refused(NO_MATCH)
    _propose(room, seat, "dissolve")


def short_start(room: Room, line: int, frame: incoming.ShortStart) -> None:  # noqa: ARG001 - likewise
    """AH-89: propose to start with two."""
    seat = room.seat(line)
    if not can_start_short(room):
        raise Refused(NO_SHORT)
    _propose(room, seat, "short_start")


def _propose(room: Room, seat: Seat, kind: BallotKind) -> None:
    if room.state.ballot is not None:
        raise Refused(VOTE_OPEN)
    room.log(ln.Proposed(kind, seat))
    room.ballot_until = room.now + room.pace.ballot
    room.changed = True
    _count(room)


def vote(room: Room, line: int, frame: incoming.Vote) -> None:
    """Agree, or end the vote by refusing."""
    seat = room.seat(line)
    if room.state.ballot is None:
        raise Refused(NO_VOTE)
    room.log(ln.Voted(seat, frame.agree))
    room.changed = True
    if frame.agree:
        _count(room)
    else:
        room.log(ln.BallotClosed(passed=False))


def _count(room: Room) -> None:
    """The vote is passed when every person at the table has agreed."""
    ballot = room.state.ballot
    assert ballot is not None
    if all(seat in ballot.agreed for seat in room.state.played()):
        pass_ballot(room)


def close_ballot(room: Room) -> bool:
    """Whoever stays away until the end agrees; a vote that no longer fits is dropped."""
    ballot = room.state.ballot
    if ballot is None:
        return False
    if ballot.kind == "short_start" and not can_start_short(room):
        room.log(ln.BallotClosed(passed=False))
    elif room.ballot_until is None or room.now < room.ballot_until:
        room.ballot_until = room.ballot_until or room.now + room.pace.ballot
        room.wake(room.ballot_until)
        return False
    else:
        pass_ballot(room)
    room.changed = True
    return True


def pass_ballot(room: Room) -> None:
    """Do what was decided."""
    state = room.state
    ballot = state.ballot
    assert ballot is not None
    room.log(ln.BallotClosed(passed=True))
    room.ballot_until = None
    if ballot.kind == "dissolve":
        room.dissolved = True
        return
    seats = [seat for seat, chair in enumerate(state.chairs) if not chair.is_empty]
    options = state.variant.choose({**state.options, "short_start": False}, len(seats))
    start_match(room, seats, options)

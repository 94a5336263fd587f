"""Votes: 解散 ends a match by consent, 可少人开局 begins one with two."""

from __future__ import annotations

from quexiang.engine.actions import Seat
from quexiang.protocol import incoming, log
from quexiang.protocol.refusal import NO_MATCH, NO_SHORT, NO_VOTE, VOTE_OPEN, Refused
from quexiang.protocol.room import BallotKind
from quexiang.rooms.core import Connection, Core
from quexiang.rooms.seats import Seats, can_start_short


class Votes:
    """The open vote, until when it is open, and what was decided."""

    def __init__(self, core: Core, seats: Seats) -> None:
        self.core = core
        self.seats = seats
        self.until: float | None = None
        self.is_dissolved = False
        """The people have voted to end the match."""

    def clear(self) -> None:
        """Forget what was decided."""
        self.is_dissolved = False

    def dissolve(self, connection: Connection, frame: incoming.Dissolve) -> None:
        """Propose to end the match here."""
        seat = self.core.seat(connection)
        if self.core.state.match is None:
            raise Refused(NO_MATCH)
        self._propose(seat, "dissolve")

    def short_start(self, connection: Connection, frame: incoming.ShortStart) -> None:
        """AH-89: propose to start with two."""
        seat = self.core.seat(connection)
        if not can_start_short(self.core.state):
            raise Refused(NO_SHORT)
        self._propose(seat, "short_start")

    def _propose(self, seat: Seat, kind: BallotKind) -> None:
        if self.core.state.ballot is not None:
            raise Refused(VOTE_OPEN)
        self.core.log(log.Proposed(kind, seat))
        self.until = self.core.now + self.core.pace.ballot
        self.core.announce()
        self._count()

    def vote(self, connection: Connection, frame: incoming.Vote) -> None:
        """Agree, or end the vote by refusing."""
        seat = self.core.seat(connection)
        if self.core.state.ballot is None:
            raise Refused(NO_VOTE)
        self.core.log(log.Voted(seat, frame.agree))
        self.core.announce()
        if frame.agree:
            self._count()
        else:
            self.core.log(log.BallotClosed(passed=False))

    def _count(self) -> None:
        """The vote is passed when every person at the table has agreed."""
        ballot = self.core.state.ballot
        assert ballot is not None
        if all(seat in ballot.agreed for seat in self.core.state.played()):
            self._pass()

    def close(self) -> bool:
        """Whoever stays away until the end agrees; a vote that no longer fits is dropped."""
        core, ballot = self.core, self.core.state.ballot
        if ballot is None:
            return False
        if ballot.kind == "short_start" and not can_start_short(core.state):
            core.log(log.BallotClosed(passed=False))
        elif self.until is None or core.now < self.until:
            self.until = self.until or core.now + core.pace.ballot
            core.wake(self.until)
            return False
        else:
            self._pass()
        core.announce()
        return True

    def _pass(self) -> None:
        """Do what was decided."""
        state = self.core.state
        assert state.ballot is not None
        kind = state.ballot.kind
        self.core.log(log.BallotClosed(passed=True))
        self.until = None
        if kind == "dissolve":
            self.is_dissolved = True
            return
        seats = [seat for seat, chair in enumerate(state.chairs) if not chair.is_empty]
        options = state.variant.choose({**state.options, "short_start": False}, len(seats))
        self.seats.start_match(seats, options)

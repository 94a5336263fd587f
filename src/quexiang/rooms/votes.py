"""Votes: 解散 ends a match by consent, 可少人开局 begins one with two."""

from __future__ import annotations

from quexiang.engine.actions import Seat
from quexiang.protocol import incoming, log
from quexiang.protocol.refusal import (
    NO_MATCH,
    NO_SHORT,
    NO_VOTE,
    STALE,
    TOO_SOON,
    VOTE_OPEN,
    Refused,
)
from quexiang.protocol.room import BallotKind
from quexiang.rooms.core import Connection, Core
from quexiang.rooms.seats import Seats, can_start_short


class Votes:
    """The open vote, until when it is open, and what was decided."""

    def __init__(self, core: Core, seats: Seats) -> None:
        self.core = core
        self.seats = seats
        self.until: float | None = None
        self._failed: dict[str, float] = {}
        """When a person's last proposal was voted down."""
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
        self._propose(connection, seat, "dissolve")

    def short_start(self, connection: Connection, frame: incoming.ShortStart) -> None:
        """AH-89: propose to start with two."""
        seat = self.core.seat(connection)
        if not can_start_short(self.core.state):
            raise Refused(NO_SHORT)
        self._propose(connection, seat, "short_start")

    def _propose(self, connection: Connection, seat: Seat, kind: BallotKind) -> None:
        if self.core.state.ballot is not None:
            raise Refused(VOTE_OPEN)
        failed = self._failed.get(connection.person.id)
        if failed is not None and self.core.now < failed + self.core.pace.again:
            raise Refused(TOO_SOON)
        self.core.log(log.Proposed(kind, seat))
        self.until = self.core.now + self.core.pace.ballot
        self.core.announce()
        self._count()

    def vote(self, connection: Connection, frame: incoming.Vote) -> None:
        """Agree, or end the vote by refusing."""
        seat = self.core.seat(connection)
        ballot = self.core.state.ballot
        if ballot is None:
            raise Refused(NO_VOTE)
        if frame.ballot not in (0, ballot.number):
            raise Refused(STALE)
        self.core.log(log.Voted(seat, frame.agree))
        self.core.announce()
        if frame.agree:
            self._count()
        else:
            self._fail()

    def _count(self) -> None:
        """The vote is passed when every person at the table has agreed."""
        ballot = self.core.state.ballot
        assert ballot is not None
        if all(seat in ballot.agreed for seat in self.core.state.played()):
            self._pass()

    def close(self) -> bool:
        """Decide when the time is up; a vote that no longer fits is dropped."""
        core, ballot = self.core, self.core.state.ballot
        if ballot is None:
            return False
        if self.until is None:
            self.until = core.now + core.pace.ballot
        if ballot.kind == "short_start" and not can_start_short(core.state):
            self._close(passed=False)
        elif core.now < self.until:
            core.wake(self.until)
            return False
        elif ballot.kind == "dissolve" and self._present() <= ballot.agreed:
            self._pass()
        else:
            self._fail()
        core.announce()
        return True

    def _present(self) -> set[Seat]:
        """Whose silence is a no: those who are here and play themselves."""
        chairs = self.core.state.chairs
        return {seat for seat in self.core.here() if not chairs[seat].trustee}

    def _close(self, *, passed: bool) -> None:
        self.core.log(log.BallotClosed(passed))
        self.until = None

    def _fail(self) -> None:
        """It is voted down; for a while its proposer may not propose anything."""
        state = self.core.state
        assert state.ballot is not None
        person = state.chairs[state.ballot.by].person
        if person is not None:
            self._failed[person.id] = self.core.now
        self._close(passed=False)

    def _pass(self) -> None:
        """Do what was decided."""
        state = self.core.state
        assert state.ballot is not None
        kind = state.ballot.kind
        self._close(passed=True)
        if kind == "dissolve":
            self.is_dissolved = True
            return
        seats = [seat for seat, chair in enumerate(state.chairs) if not chair.is_empty]
        options = state.variant.choose({**state.options, "short_start": False}, len(seats))
        self.seats.start_match(seats, options)

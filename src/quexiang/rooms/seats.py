"""Seats: sitting, readiness, bots, the owner, the start of a match, and leaving for good."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count

from msgspec.structs import replace

from quexiang.bots import BOTS
from quexiang.engine import events as ev
from quexiang.engine.actions import Seat
from quexiang.engine.wire import SeatLetter, seat_of
from quexiang.match.log import Departure, Opening
from quexiang.match.match import Match
from quexiang.match.reader import FORMAT
from quexiang.protocol import incoming, log, outgoing
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
from quexiang.protocol.room import Profile
from quexiang.rooms.ask import Asks
from quexiang.rooms.core import Connection, Core
from quexiang.rooms.messages import Begin, Shut
from quexiang.rooms.state import RoomState
from quexiang.rulebook import Options
from quexiang.text import Text


def missing_for_start(state: RoomState) -> Text | None:
    """What is missing before the owner can start, None if nothing."""
    if state.phase != "lobby":
        return Text("已经开局了", "The match has begun")
    if not state.played():
        return Text("至少要有一个人", "At least one person must sit down")
    empty = sum(chair.is_empty for chair in state.chairs)
    if empty:
        return Text(f"还差{empty}个人", f"Empty seats: {empty}")
    waiting = [
        chair.person.name
        for chair in state.chairs
        if chair.person is not None and not chair.ready and chair.person.id != state.owner
    ]
    if waiting:
        return Text(f"等{'、'.join(waiting)}准备", f"Waiting for {', '.join(waiting)}")
    return None


def can_start_short(state: RoomState) -> bool:
    """AH-89 可少人开局: the option is chosen and exactly two are seated."""
    seated = sum(not chair.is_empty for chair in state.chairs)
    return (
        state.phase == "lobby"
        and state.options.get("short_start") is True
        and seated == min(state.variant.players) < len(state.chairs)
    )


class Seats:
    """The seats of a room, before a match, in it and after it."""

    def __init__(self, core: Core, asks: Asks) -> None:
        self.core = core
        self.asks = asks

    def _log(self, *entries: log.AnyEntry) -> None:
        self.core.log(*entries)
        self.core.announce()

    def _must_wait(self) -> None:
        """Refuse what cannot be done during a match."""
        if self.core.state.phase != "lobby":
            raise Refused(IN_MATCH)

    def sit(self, connection: Connection, frame: incoming.Sit) -> None:
        """Take a seat, or change it."""
        self._must_wait()
        seat = self._free(frame.seat)
        old = self.core.state.seat_of(connection.person.id)
        if old is not None:
            self._log(log.Stood(old))
        self._log(log.Sat(seat, self._named_apart(connection.person)))

    def _named_apart(self, person: Profile) -> Profile:
        """The person with a name that nobody else at the table has."""
        others = [chair.person for chair in self.core.state.chairs if chair.person is not None]
        taken = {other.name.casefold() for other in others if other.id != person.id}
        names = chain([person.name], (f"{person.name} {number}" for number in count(2)))
        name = next(name for name in names if name.casefold() not in taken)
        return replace(person, name=name)

    def _free(self, wanted: SeatLetter | None) -> Seat:
        """The wanted seat, or the first empty one."""
        if wanted is not None:
            seat = self._existing(wanted)
            if not self.core.state.chairs[seat].is_empty:
                raise Refused(TAKEN)
            return seat
        return self._empty()[0]

    def _empty(self) -> list[Seat]:
        chairs = self.core.state.chairs
        empty = [seat for seat, chair in enumerate(chairs) if chair.is_empty]
        if not empty:
            raise Refused(FULL)
        return empty

    def _existing(self, name: SeatLetter) -> Seat:
        seat = seat_of(name)
        if seat >= len(self.core.state.chairs):
            raise Refused(NO_SEAT)
        return seat

    def stand(self, connection: Connection, frame: incoming.Stand) -> None:
        """Give the seat up."""
        self._must_wait()
        self._log(log.Stood(self.core.seat(connection)))

    def ready(self, connection: Connection, frame: incoming.Ready) -> None:
        """Be ready for the match, or for the next round."""
        state, seat = self.core.state, self.core.seat(connection)
        if state.phase not in ("lobby", "between"):
            raise Refused(NOT_NOW)
        if state.chairs[seat].ready != frame.ready:
            self._log(log.Readied(seat, frame.ready))

    def rematch(self, connection: Connection, frame: incoming.Rematch) -> None:
        """Be ready for another match; it starts when all are."""
        state, seat = self.core.state, self.core.seat(connection)
        self._must_wait()
        if state.result is None:
            raise Refused(NOT_NOW)
        self._log(log.Readied(seat, ready=True))
        if all(chair.bot or chair.ready for chair in state.chairs):
            self.start_match(range(len(state.chairs)), state.options)

    def add_bot(self, connection: Connection, frame: incoming.AddBot) -> None:
        """The owner puts bots on seats."""
        self.core.must_own(connection)
        self._must_wait()
        if frame.level not in BOTS:
            raise Refused(NO_BOT)
        seats = self._empty() if frame.seat is None else [self._free(frame.seat)]
        self._log(*(log.BotSat(seat, frame.level) for seat in seats))

    def remove(self, connection: Connection, frame: incoming.Remove) -> None:
        """The owner clears a seat."""
        self.core.must_own(connection)
        self._must_wait()
        seat = self._existing(frame.seat)
        if self.core.state.chairs[seat].is_empty:
            raise Refused(NO_SEAT)
        self._log(log.Stood(seat))

    # The match begins.

    def start(self, connection: Connection, frame: incoming.Start) -> None:
        """The owner starts the match."""
        self.core.must_own(connection)
        missing = missing_for_start(self.core.state)
        if missing is not None:
            raise Refused(Reason("not_now", missing.zh, missing.en))
        self.start_match(range(len(self.core.state.chairs)), self.core.state.options)

    def begin(self, message: Begin) -> None:
        """Start without waiting for the owner."""
        if missing_for_start(self.core.state) is None:
            self.start_match(range(len(self.core.state.chairs)), self.core.state.options)

    def start_match(self, seats: Sequence[Seat], options: Options) -> None:
        """Begin a match at these seats; the creator, where he sits, becomes A (AH-3)."""
        state = self.core.state
        creator = state.seat_of(state.opened.owner.id)
        moves = creator is not None and creator in seats and not state.opened.scenario
        first = seats.index(creator) if moves and creator is not None else 0
        order = (*seats[first:], *seats[:first])
        variant, match = state.variant, self.core.chance(9).hex()
        opening = Opening(FORMAT, variant.key, variant.version, len(order), dict(options), match)
        self._log(log.MatchStarted(match, order), opening)

    def shut(self, message: Shut) -> None:
        """Close the room for good."""
        if self.core.state.phase != "closed":
            self._log(log.RoomClosed(message.why))

    # The owner.

    def pass_owner(self) -> bool:
        """The rights of an owner who stays away go to somebody who is here."""
        core = self.core
        since = core.connections.away_since(core.state.owner)
        heir = None if since is None else core.heir()
        if since is None or heir is None:
            return False
        if core.now < since + core.pace.owner:
            core.wake(since + core.pace.owner)
            return False
        self._log(log.OwnerPassed(heir))
        return True

    # Leaving.

    def leave(self, connection: Connection, frame: incoming.LeaveRoom) -> bool:
        """Leave for good: in a match it is asked twice."""
        core, seat = self.core, self.core.seat(connection)
        match = core.state.match
        if match is not None and not frame.sure:
            core.send(connection, _leaving(match, seat))
            return True
        if match is None:
            core.log(log.Stood(seat))
        else:
            self._leave_match(match, seat)
        heir = core.heir()
        if connection.person.id == core.state.owner and heir is not None:
            core.log(log.OwnerPassed(heir))
        core.announce()
        return False

    def _leave_match(self, match: Match, seat: Seat) -> None:
        if match.rounds and not match.round.over:
            self.core.play(Departure(seat))
        self.core.log(log.Gone(seat))
        self.asks.withdraw()
        self.asks.drop(seat)


def _leaving(match: Match, seat: Seat) -> outgoing.Leaving:
    """What leaving now would cost."""
    paid: list[ev.Paid] = []
    if match.rounds and not match.round.over:
        events = match.rules.leave(match.round.table, seat)
        paid = [event for event in events if isinstance(event, ev.Paid)]
    if not paid:
        text = Text("走了就不能回这一局，电脑替你打完", "You cannot return; the computer plays on")
        return outgoing.Leaving(charged=False, zh=text.zh, en=text.en)
    points = sum(payment.amount for payment in paid)
    text = Text(f"现在走算逃跑，要赔{points}分", f"Leaving now costs {points} points")
    return outgoing.Leaving(charged=True, zh=text.zh, en=text.en, rule=paid[0].rule)

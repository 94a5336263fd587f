"""One room: takes messages one at a time and says what is to be kept, sent and waited for.

Nothing here reads a clock, a socket or chance; the time and the random bytes come in. So a room
can be tested and simulated like a round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from quexiang.engine.actions import Seat
from quexiang.engine.wire import maybe_letter
from quexiang.protocol import incoming, log, outgoing
from quexiang.protocol.codec import digest
from quexiang.protocol.refusal import BROKEN, STALE, TOO_FAST, USED_ID, Reason, Refused
from quexiang.protocol.room import RoomView
from quexiang.rooms import messages
from quexiang.rooms.advice import Adviser
from quexiang.rooms.ask import Asks
from quexiang.rooms.clock import RoomClock
from quexiang.rooms.connections import Arrivals
from quexiang.rooms.core import Connection, Core, RoomPace
from quexiang.rooms.feed import Feeds
from quexiang.rooms.messages import Effects, Received
from quexiang.rooms.seats import Seats
from quexiang.rooms.shuffle import FairShuffle
from quexiang.rooms.state import RoomState
from quexiang.rooms.talk import Talk
from quexiang.rooms.view import room_view
from quexiang.rooms.votes import Votes

FrameTaker = Callable[[Connection, Any], bool | None]
QUESTIONS: Final = (incoming.Hello, incoming.Resync, incoming.Why, incoming.Advise, incoming.Ping)
"""Frames that change nothing: whatever goes wrong with their answer, the table goes on."""


class Room:
    """The actor: hands each message to its part, then lets time do its work."""

    def __init__(self, state: RoomState, pace: RoomPace, chance: Callable[[int], bytes]) -> None:
        core = self._core = Core(state, pace, chance)
        feeds = self.feeds = Feeds(core)
        asks = self.asks = Asks(core, feeds)
        seats = self._seats = Seats(core, asks)
        votes = self._votes = Votes(core, seats)
        shuffle = self._shuffle = FairShuffle(core, feeds)
        self._clock = RoomClock(core, feeds, asks, seats, votes, shuffle)
        self._arrivals = Arrivals(core, feeds, asks, shuffle, self._view)
        self._adviser, self._talk = Adviser(core, asks), Talk(core)
        self._messages = self._message_table()
        self._frames = self._frame_table()

    def _message_table(self) -> dict[type, Callable[[Any], object]]:
        """Who takes which message."""
        return {
            messages.Connected: self._arrivals.connected,
            messages.Disconnected: self._arrivals.disconnected,
            messages.Received: self._received,
            messages.BotChose: self.asks.bot_chose,
            messages.BotAdvised: self._adviser.bot_advised,
            messages.Tick: lambda _tick: None,
            messages.Shut: self._seats.shut,
            messages.Begin: self._seats.begin,
        }

    def _frame_table(self) -> dict[type, FrameTaker]:
        """Who takes which frame; true is returned where it has been replied to."""
        return {
            incoming.Hello: self._arrivals.hello_again,
            incoming.Resync: self._arrivals.resync,
            incoming.Sit: self._seats.sit,
            incoming.Stand: self._emptying(self._seats.stand),
            incoming.Ready: self._seats.ready,
            incoming.AddBot: self._seats.add_bot,
            incoming.Remove: self._emptying(self._seats.remove),
            incoming.Start: self._seats.start,
            incoming.Rematch: self._seats.rematch,
            incoming.LeaveRoom: self._emptying(self._seats.leave),
            incoming.ShortStart: self._votes.short_start,
            incoming.Dissolve: self._votes.dissolve,
            incoming.Vote: self._votes.vote,
            incoming.Answer: self.asks.answer,
            incoming.Why: self.asks.why,
            incoming.Back: self.asks.back,
            incoming.Pause: self.asks.pause,
            incoming.GoOn: self.asks.go_on,
            incoming.Advise: self._adviser.advise,
            incoming.Commit: self._shuffle.commit,
            incoming.Reveal: self._shuffle.reveal,
            incoming.Say: self._talk.say,
            incoming.Mute: self._talk.mute,
            incoming.Ping: self._talk.ping,
        }

    @property
    def state(self) -> RoomState:
        """The room as its log has it."""
        return self._core.state

    def take(self, message: messages.AnyMessage, now: float) -> Effects:
        """Take one message, go on as far as possible, and give what follows."""
        self._begin(now)
        self._messages[type(message)](message)
        self._clock.go_on()
        if self._core.is_announced:
            with self._core.rendering:
                self._send_room()
        return self._core.end()

    def view(self, now: float) -> RoomView:
        """The room as everybody may know it, between two messages."""
        self._begin(now)
        return self._view()

    def _begin(self, now: float) -> None:
        """It is this time; a room that was read from its log wakes up."""
        is_first = not self._core.now
        self._core.begin(now)
        if is_first:
            self._clock.wake_up()

    def _view(self) -> RoomView:
        return room_view(self._core, self.feeds, self._votes, self._clock.starts)

    def _send_room(self) -> None:
        room = self._view()
        frames: dict[Seat | None, outgoing.RoomUpdate] = {}
        for connection in self._core.connections:
            seat = self.state.seat_of(connection.person.id)
            if seat not in frames:
                frames[seat] = outgoing.RoomUpdate(room=room, seat=maybe_letter(seat))
            self._core.send(connection, frames[seat])

    def _received(self, message: Received) -> None:
        core, frame = self._core, message.frame
        connection = core.connections.get(message.connection)
        if connection is None:
            return
        known = self.state.taken.get(connection.person.id, {}).get(frame.id)
        if known is not None:
            same = known in ("", digest(frame))
            again = outgoing.Done(id=frame.id, again=True) if same else error(USED_ID, frame.id)
            core.send(connection, again)
            return
        try:
            self._must_fit(connection, frame)
            replied = self._frames[type(frame)](connection, frame)
        except Refused as refusal:
            if frame.id and not isinstance(frame, QUESTIONS) and refusal.reason != TOO_FAST:
                connection.refuse(frame.id, digest(frame), refusal.reason)
            core.send(connection, error(refusal.reason, frame.id))
            return
        except Exception as fault:
            if not isinstance(frame, QUESTIONS):
                raise
            core.out.faults.append(fault)
            core.send(connection, error(BROKEN, frame.id))
            return
        if frame.id and not replied:
            self._remember(connection, frame)
            core.send(connection, outgoing.Done(id=frame.id))

    def _emptying(self, take: FrameTaker) -> FrameTaker:
        """Take a frame; whom it takes his seat is shown the table as the public has it."""

        def taken(connection: Connection, frame: Any) -> bool | None:  # noqa: ANN401 - as in the table
            core, seat_of = self._core, self.state.seat_of
            seated = [each for each in core.connections if seat_of(each.person.id) is not None]
            replied = take(connection, frame)
            for each in seated:
                if seat_of(each.person.id) is None:
                    self._arrivals.resync(each, incoming.Resync())
            return replied

        return taken

    def _must_fit(self, connection: Connection, frame: incoming.AnyIncoming) -> None:
        """Refuse what was refused before, and what was meant for another match."""
        before = connection.refused.get(frame.id)
        if before is not None and before[0] == digest(frame):
            raise Refused(before[1])
        is_other = frame.match and frame.match != self.state.match_id
        if is_other and not isinstance(frame, incoming.Hello):
            raise Refused(STALE)

    def _remember(self, connection: Connection, frame: incoming.AnyIncoming) -> None:
        """Log what was carried out, unless the log has it; a question may be asked again."""
        if not isinstance(frame, (*QUESTIONS, incoming.Answer)):
            self._core.log(log.Taken(connection.person.id, frame.id, digest(frame)))


def error(reason: Reason, frame: str = "") -> outgoing.Error:
    """A refusal as a frame."""
    return outgoing.Error(
        code=reason.code,
        zh=reason.zh,
        en=reason.en,
        id=frame,
        rule=reason.rule,
        title_zh=reason.title.zh,
        title_en=reason.title.en,
    )

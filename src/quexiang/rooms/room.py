"""One room: takes messages one at a time and says what is to be kept, sent and waited for.

Nothing here reads a clock, a socket or chance; the time and the random bytes come in. So a room
can be tested and simulated like a round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.engine.wire import maybe_letter
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.refusal import BROKEN, NOT_OWNER, NOT_SEATED, Reason, Refused
from quexiang.rooms import advice, ask, clock, connections, messages, seats, shuffle, talk, votes
from quexiang.rooms.messages import Effects, Pace
from quexiang.rooms.horizon import Horizon
from quexiang.rooms.view import room_view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from quexiang.engine.actions import Seat
    from quexiang.present.feed import Feed, OpenFeed
    from quexiang.present.painter import Painter
    from quexiang.protocol.log import AnyLine
    from quexiang.protocol.room import Profile
    from quexiang.rooms.asking import Given
    from quexiang.rooms.state import Chair, RoomState

KEPT_IDS: Final = 64
QUESTIONS: Final = (incoming.Hello, incoming.Resync, incoming.Why, incoming.Advise, incoming.Ping)
"""Frames that change nothing: whatever goes wrong with their answer, the table goes on."""


class Connection:
    """One socket of a person."""

    __slots__ = ("line", "person", "shuffles")

    def __init__(self, line: int, person: Profile, *, shuffles: bool) -> None:
        self.line = line
        self.person = person
        self.shuffles = shuffles


class Room:
    """The actor: state by the log, connections and clocks beside it."""

    def __init__(self, state: RoomState, pace: Pace, chance: Callable[[int], bytes]) -> None:
        self.state = state
        self.pace = pace
        self.chance = chance
        self.now = 0.0
        self.out = Effects()
        self.changed = False
        self.connections: dict[int, Connection] = {}
        self.away: dict[str, float] = {}
        """Since when persons with a seat, and the owner, have had no connection."""
        self.last_seen = 0.0
        """When somebody was here last."""
        self.ids: dict[str, list[str]] = {}
        self.muted: dict[str, set[str]] = {}
        self.spoke: dict[str, float] = {}
        self.given: dict[Seat, Given] = {}
        self.ballot_until: float | None = None
        self.between_until: float | None = None
        self.shuffle_until: float | None = None
        self.hashes: dict[str, str] = {}
        self.values: dict[str, str] = {}
        self.number = 0
        """The round that is shown."""
        self.horizon = Horizon()
        self.streams: dict[Seat | None, Feed] = {}
        self.open: OpenFeed | None = None
        self.shower: Painter | None = None
        self.dissolved = False
        """The people have voted to end the match."""

    def take(self, message: messages.AnyMessage, now: float) -> Effects:
        """Take one message, go on as far as possible, and give what follows."""
        is_first = not self.now
        self.now = now
        self.out = Effects()
        if is_first:
            clock.wake_up(self)
        self.changed = False
        MESSAGES[type(message)](self, message)
        clock.go_on(self)
        if self.changed:
            with self.telling():
                self._tell_room()
        return self.out

    # What the parts of a room use.

    def log(self, *lines: AnyLine) -> None:
        """Write lines into the state and the log."""
        for line in lines:
            self.state.apply(line)
            self.out.lines.append(line)

    def play(self, line: AnyLine, *before: AnyLine) -> None:
        """Do something to the match, with all that follows; a refused action leaves no trace."""
        self.state.apply(line)
        for other in before:
            self.state.apply(other)
        self.out.lines += [*before, line, *self.state.fresh()]

    def telling(self) -> messages.Telling:
        """Whatever is wrong with a picture of the table must not stop the table: it is reported."""
        return messages.Telling(self.out.faults)

    def send(self, line: int, frame: outgoing.Outgoing) -> None:
        """Tell one connection."""
        self.out.sends.append((line, frame))

    def send_all(self, frame: outgoing.Outgoing) -> None:
        """Tell everybody."""
        self.out.sends += [(line, frame) for line in self.connections]

    def send_seat(self, seat: Seat, frame: outgoing.Outgoing) -> None:
        """Tell all connections of the person on a seat."""
        self.out.sends += [(line, frame) for line in self.lines_of(seat)]

    def wake(self, at: float) -> None:
        """Ask for a tick."""
        self.out.wake = at if self.out.wake is None else min(self.out.wake, at)

    def lines_of(self, seat: Seat) -> list[int]:
        """The connections of the person on a seat."""
        chair = self.state.chairs[seat]
        if chair.person is None or chair.gone:
            return []
        person = chair.person.id
        return [line for line, other in self.connections.items() if other.person.id == person]

    def is_online(self, person: str) -> bool:
        """Tell whether a person is connected."""
        return any(other.person.id == person for other in self.connections.values())

    def here(self) -> Iterator[Seat]:
        """The seats whose person is connected and plays himself."""
        for seat in self.state.played():
            if self.lines_of(seat):
                yield seat

    def seat(self, line: int) -> Seat:
        """The seat of a connection, or a refusal."""
        seat = self.state.seat_of(self.connections[line].person.id)
        if seat is None:
            raise Refused(NOT_SEATED)
        return seat

    def chair(self, line: int) -> Chair:
        """The chair of a connection, or a refusal."""
        return self.state.chairs[self.seat(line)]

    def heir(self) -> str | None:
        """Who is to own the room after its owner: somebody who is here, best at the table."""
        people = [self.state.chairs[seat].person for seat in self.here()]
        people += [connection.person for connection in self.connections.values()]
        others = (p.id for p in people if p is not None and p.id != self.state.owner)
        return next(others, None)

    def must_own(self, line: int) -> None:
        """Refuse whoever is not the owner."""
        if self.connections[line].person.id != self.state.owner:
            raise Refused(NOT_OWNER)

    # Connections.

    def connect(self, line: int, person: Profile, *, shuffles: bool) -> None:
        """A socket of a person opened."""
        self.connections[line] = Connection(line, person, shuffles=shuffles)
        self.away.pop(person.id, None)

    def disconnect(self, line: int) -> None:
        """A socket closed; with the last one its person is away."""
        person = self.connections.pop(line).person.id
        if not self.is_online(person):
            self.away[person] = self.now
        if not self.connections:
            self.last_seen = self.now

    def _tell_room(self) -> None:
        shown = room_view(self)
        frames: dict[Seat | None, outgoing.Room] = {}
        for line, connection in self.connections.items():
            seat = self.state.seat_of(connection.person.id)
            if seat not in frames:
                frames[seat] = outgoing.Room(room=shown, seat=maybe_letter(seat))
            self.out.sends.append((line, frames[seat]))

    # Messages.

    def _spoke(self, message: messages.Spoke) -> None:
        connection = self.connections.get(message.line)
        if connection is None:
            return
        frame = message.frame
        if self._was_taken(connection, frame):
            self.send(message.line, outgoing.Done(id=frame.id, again=True))
            return
        try:
            replied = FRAMES[type(frame)](self, message.line, frame)
        except Refused as refusal:
            self.send(message.line, error(refusal.reason, frame.id))
            return
        except Exception as fault:
            if not isinstance(frame, QUESTIONS):
                raise
            self.out.faults.append(fault)
            self.send(message.line, error(BROKEN, frame.id))
            return
        if frame.id and not replied:  # a question may be asked again
            self._remember(connection, frame.id)
            self.send(message.line, outgoing.Done(id=frame.id))

    def _was_taken(self, connection: Connection, frame: incoming.Incoming) -> bool:
        if not frame.id:
            return False
        if frame.id in self.ids.get(connection.person.id, ()):
            return True
        seat = self.state.seat_of(connection.person.id)
        return seat is not None and (seat, frame.id) in self.state.acted

    def _remember(self, connection: Connection, message: str) -> None:
        kept = self.ids.setdefault(connection.person.id, [])
        kept.append(message)
        del kept[:-KEPT_IDS]


def error(reason: Reason, message: str = "") -> outgoing.Error:
    """A refusal as a frame."""
    return outgoing.Error(
        code=reason.code,
        zh=reason.zh,
        en=reason.en,
        id=message,
        rule=reason.rule,
        title_zh=reason.title.zh,
        title_en=reason.title.en,
    )


MESSAGES: Final[dict[type, Callable[..., object]]] = {
    messages.Came: connections.came,
    messages.Went: connections.went,
    messages.Spoke: Room._spoke,
    messages.Thought: ask.thought,
    messages.Advised: advice.advised,
    messages.Tick: lambda _room, _message: None,
    messages.Shut: seats.shut,
    messages.Begin: seats.begin,
}

FRAMES: Final[dict[type, Callable[..., bool | None]]] = {
    incoming.Hello: connections.hello_again,
    incoming.Sit: seats.sit,
    incoming.Stand: seats.stand,
    incoming.Ready: seats.ready,
    incoming.AddBot: seats.add_bot,
    incoming.Remove: seats.remove,
    incoming.Start: seats.start,
    incoming.Rematch: seats.rematch,
    incoming.ShortStart: votes.short_start,
    incoming.Dissolve: votes.dissolve,
    incoming.Vote: votes.vote,
    incoming.Answer: ask.answer,
    incoming.Why: ask.why,
    incoming.Back: ask.back,
    incoming.Leave: ask.leave,
    incoming.Advise: advice.advise,
    incoming.Commit: shuffle.commit,
    incoming.Reveal: shuffle.reveal,
    incoming.Say: talk.say,
    incoming.Mute: talk.mute,
    incoming.Resync: connections.resync,
    incoming.Ping: talk.ping,
}

"""What every part of a room works on: its state, its connections, its time and what goes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from quexiang.engine.actions import Seat
from quexiang.present.canvas import Drawing
from quexiang.protocol.incoming import Hello
from quexiang.protocol.log import AnyEntry
from quexiang.protocol.outgoing import Outgoing
from quexiang.protocol.refusal import NOT_OWNER, NOT_SEATED, Reason, Refused
from quexiang.protocol.room import Profile
from quexiang.rooms.messages import Effects
from quexiang.rooms.state import RoomState

SLOW: Final = 1.6


class RoomPace(Struct, frozen=True, kw_only=True):
    """How long a room waits for what, in seconds."""

    rest: float = 0.6
    """After a tile was laid on offer."""
    think: float = 0.8
    """A bot, or the trustee, on its turn."""
    between: float = 20.0
    """For the next round, unless all are ready."""
    grace: float = 15.0
    """For a player whose connection is lost."""
    owner: float = 60.0
    """For an owner whose connection is lost."""
    ballot: float = 60.0
    again: float = 180.0
    """For one whose proposal was voted down, before he may propose again."""
    shuffle: float = 3.0
    """For commitments, and again for numbers."""
    idle: float = 1800.0
    """For anybody at all to come, before a room without a match is closed."""
    phrases: float = 1.5
    """Between two phrases of one seat."""
    scale: float = 1.0
    """By how much the window of an even tempo is longer or shorter; 0 knows no even tempo."""

    @classmethod
    def scaled(cls, factor: float) -> RoomPace:
        """A slower or faster table; 0 never waits for show, only for people."""
        usual = cls()
        if factor == 0:
            return cls(rest=0, think=0, between=0, grace=3.0, phrases=0, scale=0)
        return cls(
            rest=usual.rest * factor,
            think=usual.think * factor,
            between=usual.between * factor,
            scale=factor,
        )

    def slowed(self) -> RoomPace:
        """The pace of a first table."""
        return replace(self, rest=SLOW * self.rest, think=SLOW * self.think)


MOST_REFUSED: Final = 64
"""Refusals that are remembered for a socket."""


class Connection(Struct):
    """One socket of a person."""

    id: int
    person: Profile
    shuffles: bool
    """Whether it takes part in the shuffle."""
    changes: bool = False
    """Whether it can be told the table as it changed."""
    shown: Drawing | None = None
    """The table that it was sent last."""
    refused: dict[str, tuple[str, Reason]] = field(default_factory=dict)
    """The last frames that were refused, by their ids: each with its digest."""

    def refuse(self, id_: str, digest: str, reason: Reason) -> None:
        """Remember a refusal, so that the same frame is not done when it comes twice."""
        self.refused[id_] = digest, reason
        if len(self.refused) > MOST_REFUSED:
            del self.refused[next(iter(self.refused))]


class Connections:
    """The sockets that are open, and since when people without one have been away."""

    def __init__(self) -> None:
        self._open: dict[int, Connection] = {}
        self._of: dict[str, list[Connection]] = {}
        self._away: dict[str, float] = {}
        self.last_seen = 0.0
        """When somebody was here last."""

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._open.values())

    def __len__(self) -> int:
        return len(self._open)

    def get(self, number: int) -> Connection | None:
        """The connection of this number, None if it is closed."""
        return self._open.get(number)

    def of(self, person: str) -> list[Connection]:
        """The connections of a person."""
        return self._of.get(person, [])

    @property
    def are_complete(self) -> bool:
        """Whether nobody is away."""
        return not self._away

    def away_since(self, person: str) -> float | None:
        """When a person was lost; None if he is here, or was never expected."""
        return self._away.get(person)

    def expect(self, people: Iterable[str], now: float) -> None:
        """Nobody is here yet: these people are away from now on."""
        self.last_seen = now
        self._away = dict.fromkeys(people, now)

    def open(self, number: int, person: Profile, hello: Hello) -> Connection:
        """A socket of a person opened."""
        connection = Connection(number, person, hello.shuffles, hello.changes)
        self._open[number] = connection
        self._of[person.id] = [*self.of(person.id), connection]
        self._away.pop(person.id, None)
        return connection

    def close(self, number: int, now: float) -> None:
        """A socket closed; with the last one its person is away."""
        closed = self._open.pop(number)
        person = closed.person.id
        self._of[person] = [other for other in self.of(person) if other is not closed]
        if not self._of[person]:
            del self._of[person]
            self._away[person] = now
        if not self._open:
            self.last_seen = now


class Rendering:
    """Collects rendering errors so that they cannot stop the match."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: object
    ) -> bool:
        if not isinstance(fault, Exception):
            return False
        self._core.out.faults.append(fault)
        return True


class Core:
    """State by the log, connections and time; the only ways to log and to send."""

    def __init__(self, state: RoomState, pace: RoomPace, chance: Callable[[int], bytes]) -> None:
        self.state = state
        self.pace = pace.slowed() if state.opened.pace == "slow" else pace
        self.chance = chance
        self.connections = Connections()
        self.now = 0.0
        self.out = Effects()
        self.is_announced = False
        """Everybody is to be sent the room when the message is done."""
        self.rendering = Rendering(self)

    def begin(self, now: float) -> None:
        """A message is taken at this time."""
        self.now = now
        self.out = Effects()
        self.is_announced = False

    def end(self) -> Effects:
        """What the message has led to; a room that waits for the next one keeps no frames."""
        out, self.out = self.out, Effects()
        return out

    @property
    def window(self) -> float | None:
        """In an even tempo: how long a tile on offer rests, whoever may take it."""
        clock = self.state.opened.clock
        return clock.window * self.pace.scale or None if clock.tempo == "even" else None

    # What is kept.

    def log(self, *entries: AnyEntry) -> None:
        """Write entries into the state and the log."""
        for entry in entries:
            self.state.apply(entry)
            self.out.entries.append(entry)

    def play(self, entry: AnyEntry, *before: AnyEntry) -> None:
        """Do something to the match, with all that follows; a refused action leaves no trace."""
        self.state.apply(entry)
        for other in before:
            self.state.apply(other)
        self.out.entries += [*before, entry, *self.state.fresh()]

    # What goes out.

    def announce(self) -> None:
        """The room has changed: everybody is sent it when the message is done."""
        self.is_announced = True

    def send(self, connection: Connection, frame: Outgoing) -> None:
        """Send a frame to one connection."""
        self.out.sends.append((connection.id, frame))

    def send_all(self, frame: Outgoing) -> None:
        """Send a frame to everybody."""
        self.out.sends += [(connection.id, frame) for connection in self.connections]

    def send_seat(self, seat: Seat, frame: Outgoing) -> None:
        """Send a frame to all connections of the person on a seat."""
        self.out.sends += [(connection.id, frame) for connection in self.at(seat)]

    def wake(self, at: float) -> None:
        """Ask for a tick."""
        self.out.wake = at if self.out.wake is None else min(self.out.wake, at)

    def sleep(self) -> None:
        """Ask for no tick."""
        self.out.wake = None

    # Who is here.

    def at(self, seat: Seat) -> list[Connection]:
        """The connections of the person on a seat."""
        chair = self.state.chairs[seat]
        if chair.person is None or chair.gone:
            return []
        return self.connections.of(chair.person.id)

    def here(self) -> Iterator[Seat]:
        """The seats whose person is connected and plays himself."""
        return (seat for seat in self.state.played() if self.at(seat))

    def seat(self, connection: Connection) -> Seat:
        """The seat of a connection, or a refusal."""
        seat = self.state.seat_of(connection.person.id)
        if seat is None:
            raise Refused(NOT_SEATED)
        return seat

    def heir(self) -> str | None:
        """Who is to own the room after its owner: somebody who is here, best at the table."""
        people = [self.state.chairs[seat].person for seat in self.here()]
        people += [connection.person for connection in self.connections]
        others = (p.id for p in people if p is not None and p.id != self.state.owner)
        return next(others, None)

    def must_own(self, connection: Connection) -> None:
        """Refuse whoever is not the owner."""
        if connection.person.id != self.state.owner:
            raise Refused(NOT_OWNER)

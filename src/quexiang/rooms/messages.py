"""What comes to a room and what goes out of it."""

from __future__ import annotations

from msgspec import Struct, field

from quexiang.bots.bot import Judged
from quexiang.engine.actions import Action, Offer, Seat
from quexiang.engine.view import View
from quexiang.protocol.incoming import AnyIncoming, Hello
from quexiang.protocol.log import AnyEntry
from quexiang.protocol.outgoing import Outgoing
from quexiang.protocol.room import Profile

ConnectionId = int


class Connected(Struct, frozen=True):
    """Somebody connected and said hello."""

    connection: ConnectionId
    person: Profile
    hello: Hello


class Received(Struct, frozen=True):
    """A frame came."""

    connection: ConnectionId
    frame: AnyIncoming


class Disconnected(Struct, frozen=True):
    """A connection is no more."""

    connection: ConnectionId


class BotChose(Struct, frozen=True):
    """A bot has chosen for its seat."""

    seat: Seat
    ask: int
    action: Action | None
    """None if the bot failed."""


class BotAdvised(Struct, frozen=True):
    """A bot has judged the choices of a person who asked for advice."""

    seat: Seat
    ask: int
    level: str
    judged: list[Judged]
    """Empty if the bot failed."""
    connection: ConnectionId


class Tick(Struct, frozen=True):
    """Time has passed."""


class Shut(Struct, frozen=True):
    """The room is to be closed, by an operator or because nobody comes any more."""

    why: str


class Begin(Struct, frozen=True):
    """The match is to begin, if every seat is filled (quick play)."""


AnyMessage = Connected | Received | Disconnected | BotChose | BotAdvised | Tick | Shut | Begin


class Thinking(Struct):
    """A bot is to choose, not before `at` and `within` seconds, or to advise a `connection`."""

    level: str
    view: View
    offers: list[Offer]
    ask: int
    at: float
    within: float
    connection: ConnectionId | None = None

    def done(self, judged: list[Judged]) -> BotChose | BotAdvised:
        """The message with what was thought; nothing if the bot failed."""
        assert self.view.seat is not None
        if self.connection is None:
            best = judged[0].action if judged else None
            return BotChose(self.view.seat, self.ask, best)
        return BotAdvised(self.view.seat, self.ask, self.level, judged, self.connection)


class Effects(Struct):
    """What a message has led to. The entries are kept before anything is sent."""

    entries: list[AnyEntry] = field(default_factory=list)
    sends: list[tuple[ConnectionId, Outgoing]] = field(default_factory=list)
    thinking: list[Thinking] = field(default_factory=list)
    wake: float | None = None
    """When the room wants a `Tick`, if nothing comes before."""
    faults: list[Exception] = field(default_factory=list)
    """What went wrong while frames were made; the match itself goes on by its log."""

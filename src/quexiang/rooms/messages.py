"""What comes to a room and what goes out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from quexiang.bots.bot import Judged
from quexiang.engine.actions import Action, Seat
from quexiang.protocol.incoming import AnyIncoming, Hello
from quexiang.protocol.log import AnyLine
from quexiang.protocol.outgoing import Outgoing
from quexiang.protocol.room import Profile

if TYPE_CHECKING:
    from types import TracebackType

    from quexiang.engine.actions import Offer
    from quexiang.engine.view import View

Line = int
"""A connection, by number."""


class Came(Struct, frozen=True):
    """Somebody connected and said hello."""

    line: Line
    person: Profile
    hello: Hello


class Spoke(Struct, frozen=True):
    """Somebody sent a frame."""

    line: Line
    frame: AnyIncoming


class Went(Struct, frozen=True):
    """A connection is no more."""

    line: Line


class Thought(Struct, frozen=True):
    """A bot has made up its mind."""

    seat: Seat
    ask: int
    action: Action | None
    """None where the bot is at a loss."""


class Advised(Struct, frozen=True):
    """A bot has made up its mind for somebody who asked it."""

    seat: Seat
    ask: int
    level: str
    judged: list[Judged]
    line: Line


class Tick(Struct, frozen=True):
    """Time has passed."""


class Shut(Struct, frozen=True):
    """The room is to be closed, by an operator or because nobody comes any more."""

    why: str


class Begin(Struct, frozen=True):
    """The match is to begin, if every seat is filled (quick play)."""


AnyMessage = Came | Spoke | Went | Thought | Advised | Tick | Shut | Begin


class Thinking:
    """A bot is to choose, not before `at` and `within` seconds; `line` is whom it advises."""

    __slots__ = ("ask", "at", "level", "line", "offers", "view", "within")

    def __init__(
        self,
        level: str,
        view: View,
        offers: list[Offer],
        ask: int,
        *,
        at: float,
        within: float,
        line: Line | None = None,
    ) -> None:
        self.level = level
        self.view = view
        self.offers = offers
        self.ask = ask
        self.at = at
        self.within = within
        self.line = line

    def done(self, judged: list[Judged]) -> Thought | Advised:
        """The best choice, or all that was thought, as the room takes it; none at a loss."""
        assert self.view.seat is not None
        if self.line is None:
            best = judged[0].action if judged else None
            return Thought(self.view.seat, self.ask, best)
        return Advised(self.view.seat, self.ask, self.level, judged, self.line)


class Effects(Struct):
    """What a message has led to. The lines are kept before anything is sent."""

    lines: list[AnyLine] = field(default_factory=list)
    sends: list[tuple[Line, Outgoing]] = field(default_factory=list)
    thinking: list[Thinking] = field(default_factory=list)
    wake: float | None = None
    """When the room wants a `Tick`, if nothing comes before."""
    faults: list[Exception] = field(default_factory=list)
    """What went wrong while telling; the match itself goes on by its log."""


class Telling:
    """Goes around the making of frames: a fault in them is kept, and what follows goes on."""

    __slots__ = ("faults",)

    def __init__(self, faults: list[Exception]) -> None:
        self.faults = faults

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Keep what is our own mistake."""
        if isinstance(error, Exception):
            self.faults.append(error)
            return True
        return False


class Pace(Struct, frozen=True, kw_only=True):
    """How long a room waits for what, in seconds."""

    rest: float = 0.6
    """After a tile was laid on offer."""
    think: float = 0.8
    """A bot, or the trustee, on its turn."""
    between: float = 20.0
    """For the next round, unless all are ready."""
    grace: float = 15.0
    """For one whose line is lost."""
    owner: float = 60.0
    """For an owner whose line is lost."""
    ballot: float = 60.0
    shuffle: float = 3.0
    """For commitments, and again for numbers."""
    idle: float = 1800.0
    """For anybody at all to come, before a room without a match is closed."""
    phrases: float = 1.5
    """Between two phrases of one seat."""

    @classmethod
    def scaled(cls, factor: float) -> Pace:
        """A slower or faster table; 0 never waits for show, only for people."""
        usual = cls()
        if factor == 0:
            return cls(rest=0, think=0, between=0, grace=3.0, phrases=0)
        return cls(
            rest=usual.rest * factor, think=usual.think * factor, between=usual.between * factor
        )

"""The log of a room: what happened to it, one entry each, with the entries of its matches between.

The log is the truth. A room is the fold of its entries, and its matches are played again from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from quexiang.engine.actions import Seat
from quexiang.errors import NewerEntry
from quexiang.match import log as match_log
from quexiang.match.log import LogEntry
from quexiang.match.reader import Reader
from quexiang.protocol.room import (
    Advising,
    BallotKind,
    BestWin,
    ClockRules,
    Ending,
    Pace,
    Profile,
    SeatStatistics,
    Watching,
)
from quexiang.rulebook import OptionValue

Actor = Literal["person", "bot", "trustee"]


class Opened(LogEntry, frozen=True, kw_only=True, tag="room"):
    """The first entry: what the room is."""

    key: str
    code: str
    variant: str
    version: str
    players: int
    options: dict[str, OptionValue]
    owner: Profile
    clock: ClockRules = ClockRules()
    watching: Watching = "public"
    delay: int = 180
    public: bool = False
    advice: Advising = "alone"
    scenario: str = ""
    """A practice table: what its round begins as."""
    pace: Pace = "usual"


class Sat(LogEntry, frozen=True, tag="sit"):
    """A person took a seat."""

    seat: Seat
    person: Profile


class BotSat(LogEntry, frozen=True, tag="bot"):
    """A bot was put on a seat."""

    seat: Seat
    level: str


class Stood(LogEntry, frozen=True, tag="stand"):
    """A seat became empty."""

    seat: Seat


class Readied(LogEntry, frozen=True, tag="ready"):
    """A person is ready, or not any more."""

    seat: Seat
    ready: bool


class OwnerPassed(LogEntry, frozen=True, tag="owner"):
    """The owner's rights went to this person."""

    person: str


class MatchStarted(LogEntry, frozen=True, tag="start"):
    """A match begins; `seats` are the old seats that become A, B and so on."""

    match: str
    seats: tuple[Seat, ...]


class ShuffleBegun(LogEntry, frozen=True, tag="shuffle"):
    """The server's secret for a round and its commitment to it."""

    round: int
    secret: str
    hash: str


class ShuffleCommitted(LogEntry, frozen=True, tag="commit"):
    """A client's commitment to its number."""

    seat: str
    hash: str


class ShuffleClosed(LogEntry, frozen=True, tag="commits"):
    """The clients' commitments; there will be no others."""

    hashes: dict[str, str]


class ShuffleRevealed(LogEntry, frozen=True, tag="reveal"):
    """A client's number."""

    seat: str
    value: str


class ShuffleSealed(LogEntry, frozen=True, tag="seal"):
    """The numbers that were revealed, the bots' among them, and the seed."""

    values: dict[str, str]
    missing: tuple[str, ...]
    seed: str


class Acted(LogEntry, frozen=True, tag="act"):
    """Who gave the answer that follows, to which ask, in which message."""

    seat: Seat
    ask: int
    by: Actor
    id: str = ""
    digest: str = ""
    """Of the frame that the person sent."""


class Taken(LogEntry, frozen=True, tag="taken"):
    """A frame of a person was carried out; it is known when it comes again."""

    person: str
    id: str
    digest: str


class Muted(LogEntry, frozen=True, tag="mute"):
    """A person hears another's phrases no more, or hears them again."""

    by: str
    whom: str
    muted: bool


class Banked(LogEntry, frozen=True, tag="bank"):
    """What is left of a seat's bank, in milliseconds."""

    seat: Seat
    ms: int


class Entrusted(LogEntry, frozen=True, tag="trustee"):
    """托管 begins or ends."""

    seat: Seat
    on: bool


class Paused(LogEntry, frozen=True, tag="pause"):
    """One who plays against bots alone lets them wait, or goes on."""

    on: bool


class Gone(LogEntry, frozen=True, tag="gone"):
    """A person left his seat for good; the trustee keeps it until the match is over."""

    seat: Seat


class Proposed(LogEntry, frozen=True, tag="propose"):
    """Something was put to the vote."""

    kind: BallotKind
    seat: Seat


class Voted(LogEntry, frozen=True, tag="vote"):
    """A seat agreed, or did not."""

    seat: Seat
    agree: bool


class BallotClosed(LogEntry, frozen=True, tag="ballot"):
    """The vote is over."""

    passed: bool


class MatchEnded(LogEntry, frozen=True, tag="end"):
    """The match is over."""

    how: Ending
    rounds: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    statistics: tuple[SeatStatistics, ...] = ()
    best: BestWin | None = None


class RoomClosed(LogEntry, frozen=True, tag="close"):
    """Nobody can come here any more."""

    why: str


RoomEntry = (
    Opened
    | Sat
    | BotSat
    | Stood
    | Readied
    | OwnerPassed
    | MatchStarted
    | ShuffleBegun
    | ShuffleCommitted
    | ShuffleClosed
    | ShuffleRevealed
    | ShuffleSealed
    | Acted
    | Taken
    | Muted
    | Banked
    | Entrusted
    | Paused
    | Gone
    | Proposed
    | Voted
    | BallotClosed
    | MatchEnded
    | RoomClosed
)
AnyEntry = RoomEntry | match_log.MatchEntry

_ENCODER: Final = msgspec.json.Encoder()
UNKNOWN: Final = re.compile(r"Invalid value '(?P<kind>\w+)' - at `\$[.\w\[\]]*\.(line|event|do)`")
"""What msgspec says of an entry, event or action that it has no class for."""


def write_entries(entries: Iterable[AnyEntry]) -> str:
    """Entries as text, one to a line."""
    return b"\n".join(map(_ENCODER.encode, entries)).decode()


class RoomReader(Reader[AnyEntry]):
    """Reads the log of a room; an entry of a newer program raises `NewerEntry`."""

    def entry(self, line: str) -> AnyEntry:
        """One entry."""
        try:
            return super().entry(line)
        except msgspec.ValidationError as error:
            unknown = UNKNOWN.fullmatch(str(error))
            if unknown is None:
                raise
            raise NewerEntry(unknown["kind"]) from error


def reader() -> RoomReader:
    """A reader of a log from its beginning, in as many pieces as it comes."""
    return RoomReader(AnyEntry)


def read_entries(text: str) -> list[AnyEntry]:
    """Entries read back."""
    return reader().read(text)

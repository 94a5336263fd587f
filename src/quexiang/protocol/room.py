"""A room as everybody in it may know it: seats, options, votes, results."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from quexiang.engine.wire import SeatLetter, TileText
from quexiang.present.sets import SetView
from quexiang.present.table import MeldView
from quexiang.rulebook import OptionValue

Watching = Literal["none", "public", "delayed"]
Advising = Literal["alone", "all", "none"]
"""To whom bots give advice: one who plays against bots alone, everybody, nobody."""
Tempo = Literal["natural", "even"]
"""Whether the table waits for whoever is asked (and so tells that somebody is), or always alike."""
Pace = Literal["usual", "slow"]
"""How long the table rests and bots take; a first table is slow."""
Phase = Literal["lobby", "shuffling", "playing", "between", "closed"]
BallotKind = Literal["dissolve", "short_start"]
Ending = Literal["finished", "abandoned", "dissolved"]


class Profile(Struct, frozen=True, omit_defaults=True):
    """A person by public id and name."""

    id: str
    name: str
    guest: bool = False


class ChairView(Struct, frozen=True, omit_defaults=True):
    """Who sits where; a seat has a person, a bot's level, or nobody."""

    seat: SeatLetter
    person: Profile | None = None
    bot: str = ""
    """The level of the bot, empty for a person."""
    ready: bool = False
    online: bool = False
    trustee: bool = False
    """托管: the computer plays for the person."""
    trustee_ms: int | None = None
    """How long until the trustee takes over for a player whose connection is lost."""
    gone: bool = False
    """Left for good."""
    chosen: bool | None = None
    """In a choice that all make at once (飘, 甩牌): whether this seat has chosen."""


class ClockRules(Struct, frozen=True):
    """Time for each decision, and a bank for the whole match, in seconds."""

    decision: int = 20
    bank: int = 60
    tempo: Tempo = "natural"
    window: int = 4
    """In an even tempo: how long a tile on offer rests, whether anybody may take it or not."""


class BallotView(Struct, frozen=True):
    """An open vote."""

    kind: BallotKind
    by: SeatLetter
    agreed: list[SeatLetter]
    waiting: list[SeatLetter]
    left_ms: int
    zh: str
    en: str
    number: int = 0
    """Counts the votes of the room; a vote names it, so that it never counts for another."""


class SeatStatistics(Struct, frozen=True):
    """What a seat did in a match: how often it won, how often by its own draw, how often it fed."""

    wins: int
    self_draws: int
    fed: int


class BestWin(Struct, frozen=True, omit_defaults=True):
    """The win of the highest value."""

    round: int
    seat: SeatLetter
    value: int
    by: str
    patterns: list[str]
    tiles: list[TileText]
    """The concealed tiles at the end of the round."""
    tile: TileText | None = None
    melds: list[MeldView] = []
    wild: list[TileText] = []
    """The faces that were wild in its round."""
    sets: list[SetView] = []


class MatchResult(Struct, frozen=True, omit_defaults=True):
    """How a match ended: the sums of its rounds and what they became."""

    match: str
    how: Ending
    rounds: list[list[int]]
    """The changes of each finished round, a number for each seat from A on."""
    scores: list[int]
    totals: list[int]
    statistics: list[SeatStatistics] = []
    best: BestWin | None = None


class RoomView(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Everything about a room but the table."""

    key: str
    code: str
    variant: str
    version: str
    """The version of the variant's rules."""
    players: int
    options: dict[str, OptionValue]
    clock: ClockRules
    watching: Watching
    delay: int = 0
    """By how many seconds spectators who see everything are behind."""
    public: bool = False
    owner: str
    """The id of the person who may start, add bots and clear seats."""
    phase: Phase
    seats: list[ChairView]
    watchers: int = 0
    advice: bool = False
    """Whether `advise` is answered now."""
    solo: bool = False
    """One person against bots alone: no clock runs, no trustee plays, and `pause` is taken."""
    paused: bool = False
    """The bots wait until the person says `go_on`."""
    pace: Pace = "usual"
    practice: bool = False
    """The round begins as a scenario sets it up; it counts for nothing."""
    match: str | None = None
    """The id of the match that is played, or was last played."""
    round: int = 0
    rounds: int = 0
    starts_ms: int | None = None
    """How long until the next round begins by itself."""
    can_start: bool = False
    why_not_zh: str = ""
    why_not_en: str = ""
    """What is missing before the owner can start."""
    short_start: bool = False
    """可少人开局 can be asked for now."""
    ballot: BallotView | None = None
    result: MatchResult | None = None
    """The result of the last match of this room."""

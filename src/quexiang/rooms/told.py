"""The frames that the server sends. `docs/protocol.md` shows an example of each."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from quexiang.engine.wire import SeatLetter, TileText
from quexiang.rooms.shown import ShownTable
from quexiang.rooms.shown_room import MatchResult, PersonShown, RoomShown
from quexiang.rooms.words import Text


class Told(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=str.lower):
    """A frame to a client."""


class Phrase(Struct, frozen=True):
    """One of the phrases that may be said."""

    key: str
    zh: str
    en: str


class Welcome(Told, frozen=True):
    """The answer to `hello`; what was missed, or a snapshot, follows."""

    speaks: int
    you: PersonShown
    room: RoomShown
    phrases: list[Phrase]
    now: int
    """The server's clock, in milliseconds since 1970."""
    seat: SeatLetter | None = None


class Room(Told, frozen=True):
    """The room as it is now."""

    room: RoomShown
    seat: SeatLetter | None = None
    """Your own seat."""


class Clock(Struct, frozen=True):
    """The clock of the seat on turn; after `left_ms` its bank runs."""

    seat: SeatLetter
    left_ms: int
    bank_ms: int


class Events(Told, frozen=True):
    """What happened since version `since`, and the table as it is then."""

    match: str
    round: int
    since: int
    version: int
    events: list[dict[str, Any]]
    view: ShownTable
    clock: Clock | None = None


class Snapshot(Told, frozen=True):
    """The table as it is at this version."""

    match: str
    round: int
    version: int
    view: ShownTable
    clock: Clock | None = None


class Choice(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One thing that can be done, with what stands on its button."""

    index: int
    do: Literal["pass", "win", "pong", "leave", "chow", "kong", "discard", "throw", "piao"]
    zh: str
    en: str
    tile: TileText | None = None
    tiles: list[TileText] = []
    """The tiles to show on the button; of an open throw: those that may be thrown."""
    sizes: list[int] = []
    """An open throw: how many tiles may be thrown; answer with `tiles`."""
    kind: Literal["exposed", "added", "concealed"] | None = None
    declare: str = ""
    points: int | None = None
    value: int | None = None
    """A win: what it is worth."""
    patterns: list[Text] = []


class Ask(Told, frozen=True):
    """What you may do now; the bank runs when `left_ms` are over."""

    ask: int
    match: str
    stage: str
    choices: list[Choice]
    left_ms: int
    bank_ms: int


class Withdrawn(Told, frozen=True):
    """An ask that is over without an answer from this socket."""

    ask: int
    reason: Literal["answered", "late", "decided"]
    zh: str = ""
    en: str = ""


class Done(Told, frozen=True):
    """The frame with this id was taken; `again` if it had been taken before."""

    id: str
    again: bool = False


class Error(Told, frozen=True):
    """A frame was refused and changed nothing."""

    code: str
    zh: str
    en: str
    id: str = ""
    rule: str = ""
    title_zh: str = ""
    title_en: str = ""


class Because(Told, frozen=True):
    """The answer to `why`."""

    id: str
    offered: bool
    zh: str
    en: str
    rule: str = ""
    title_zh: str = ""
    title_en: str = ""


class Leaving(Told, frozen=True):
    """What leaving for good would mean; `leave` with `sure` does it."""

    charged: bool
    zh: str
    en: str
    rule: str = ""


class Over(Told, frozen=True):
    """The match is over."""

    result: MatchResult


class Spoken(Told, frozen=True):
    """A seat said something."""

    seat: SeatLetter
    phrase: str
    zh: str
    en: str


class Shuffle(Told, frozen=True):
    """The server's commitment for a round; clients answer with `commit`."""

    match: str
    round: int
    hash: str
    left_ms: int


class Committed(Told, frozen=True):
    """All commitments are in: they can change no more. Clients answer with `reveal`."""

    match: str
    round: int
    hashes: dict[str, str]
    left_ms: int


class Proof(Told, frozen=True):
    """After the round: everything from which its seed was made."""

    match: str
    round: int
    hash: str
    secret: str
    hashes: dict[str, str]
    values: dict[str, str]
    missing: list[SeatLetter]
    """Seats that committed and did not reveal: their commitment counts as their number."""
    seed: str


class Ranked(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a bot thinks of one choice."""

    choice: int
    value: float
    """Points that it expects; they compare within one ask only."""
    zh: str
    en: str
    tiles: list[TileText] = []
    """An open throw: the tiles."""


class Advice(Told, frozen=True):
    """What a bot would do, and the best choices with the reasons."""

    ask: int
    choice: int
    level: str
    tiles: list[TileText] = []
    ranked: list[Ranked] = []


class Pong(Told, frozen=True):
    """The answer to a ping."""

    n: int
    now: int


class Bye(Told, frozen=True):
    """The last frame before the server closes the socket."""

    code: str
    zh: str
    en: str
    retry_ms: int | None = None


AnyTold = (
    Welcome
    | Room
    | Events
    | Snapshot
    | Ask
    | Withdrawn
    | Done
    | Error
    | Because
    | Leaving
    | Over
    | Spoken
    | Shuffle
    | Committed
    | Proof
    | Advice
    | Pong
    | Bye
)

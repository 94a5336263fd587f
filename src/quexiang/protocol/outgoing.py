"""The frames that the server sends. `docs/protocol.md` shows an example of each."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from quexiang.engine.wire import SeatLetter, TileText
from quexiang.present.canvas import Change
from quexiang.present.choice import Choice
from quexiang.present.story import Sentence
from quexiang.present.table import TableView
from quexiang.protocol.room import MatchResult, Profile, RoomView


class Outgoing(
    Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=str.lower
):
    """A frame to a client."""


class Phrase(Struct, frozen=True):
    """One of the phrases that may be said."""

    key: str
    zh: str
    en: str


class Welcome(Outgoing, frozen=True):
    """The answer to `hello`; what was missed, or a snapshot, follows."""

    speaks: int
    you: Profile
    room: RoomView
    phrases: list[Phrase]
    now: int
    """The server's clock, in milliseconds since 1970."""
    seat: SeatLetter | None = None


class RoomUpdate(Outgoing, frozen=True, tag="room"):
    """The room as it is now."""

    room: RoomView
    seat: SeatLetter | None = None
    """Your own seat."""


class Clock(Struct, frozen=True):
    """The clock of the seat on turn; after `left_ms` its bank runs."""

    seat: SeatLetter
    left_ms: int
    bank_ms: int


class Events(Outgoing, frozen=True):
    """What happened since version `since`, and the table as it is then."""

    match: str
    round: int
    since: int
    version: int
    events: list[dict[str, Any]]
    story: list[Sentence | None]
    """For each event its sentence, null where there is nothing to tell."""
    view: TableView
    clock: Clock | None = None


class Changes(Outgoing, frozen=True):
    """What happened since version `since`, and what it changed of the table seen then.

    Sent instead of `events` to a client that says `changes` in its `hello`.
    """

    match: str
    round: int
    since: int
    version: int
    events: list[dict[str, Any]]
    story: list[Sentence | None]
    table: Change
    """The fields of `view` that are new; `seats` has, by letter, the fields of seats that are."""
    clock: Clock | None = None


class Snapshot(Outgoing, frozen=True):
    """The table as it is at this version."""

    match: str
    round: int
    version: int
    view: TableView
    clock: Clock | None = None


class Ask(Outgoing, frozen=True):
    """What you may do now; the bank runs when `left_ms` are over."""

    ask: int
    match: str
    stage: str
    choices: list[Choice]
    left_ms: int
    bank_ms: int


class Outranked(Struct, frozen=True):
    """The claim that went before another: whose, and `win`, `kong`, `pong` or `chow`."""

    seat: SeatLetter
    do: str


class Withdrawn(Outgoing, frozen=True):
    """An ask that is over without an answer from this socket."""

    ask: int
    reason: Literal["answered", "late", "decided"]
    zh: str = ""
    en: str = ""
    by: Outranked | None = None
    """What went before the own claim; it is sent when everybody sees it."""


class Done(Outgoing, frozen=True):
    """The frame with this id was taken; `again` if it had been taken before."""

    id: str
    again: bool = False


class Error(Outgoing, frozen=True):
    """A frame was refused and changed nothing."""

    code: str
    zh: str
    en: str
    id: str = ""
    rule: str = ""
    title_zh: str = ""
    title_en: str = ""


class Because(Outgoing, frozen=True):
    """The answer to `why`."""

    id: str
    offered: bool
    zh: str
    en: str
    rule: str = ""
    title_zh: str = ""
    title_en: str = ""


class Leaving(Outgoing, frozen=True):
    """What leaving for good would mean; `leave` with `sure` does it."""

    charged: bool
    zh: str
    en: str
    rule: str = ""


class Over(Outgoing, frozen=True):
    """The match is over."""

    result: MatchResult


class Spoken(Outgoing, frozen=True):
    """A seat said something."""

    seat: SeatLetter
    phrase: str
    zh: str
    en: str


class Shuffle(Outgoing, frozen=True):
    """The server's commitment for a round; clients answer with `commit`."""

    match: str
    round: int
    hash: str
    left_ms: int


class Committed(Outgoing, frozen=True):
    """All commitments are in: they can change no more. Clients answer with `reveal`."""

    match: str
    round: int
    hashes: dict[str, str]
    left_ms: int


class Proof(Outgoing, frozen=True):
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


class Advice(Outgoing, frozen=True):
    """What a bot would do, and the best choices with the reasons."""

    ask: int
    choice: int
    level: str
    tiles: list[TileText] = []
    ranked: list[Ranked] = []


class PingReply(Outgoing, frozen=True, tag="pong"):
    """The answer to a ping."""

    n: int
    now: int


class Bye(Outgoing, frozen=True):
    """The last frame before the server closes the socket."""

    code: str
    zh: str
    en: str
    retry_ms: int | None = None
    at: str = ""
    """The address of the server on which the room lives, where it is another one."""


AnyOutgoing = (
    Welcome
    | RoomUpdate
    | Events
    | Changes
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
    | PingReply
    | Bye
)

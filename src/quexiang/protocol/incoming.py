"""The frames that a client sends. `docs/protocol.md` shows an example of each."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from quexiang.engine.wire import SeatLetter, TileText

SPEAKS: Final = 1
LARGEST: Final = 4096
"""No frame from a client may be longer, in bytes."""

MessageId = Annotated[str, Meta(max_length=40)]
Word = Annotated[str, Meta(max_length=40)]
Hex = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Number = Annotated[int, Meta(ge=0, le=2**53)]


class Incoming(
    Struct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag=str.lower,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A frame from a client; sent again with the same `id` it has no second effect."""

    id: MessageId = ""
    match: Word = ""
    """The match that it belongs to: in any other it is refused as stale."""


class Hello(Incoming, frozen=True):
    """The first frame: what the client speaks, and the last version that it has, if any."""

    speaks: Number = SPEAKS
    version: Number = 0
    """How much of `match` it has."""
    token: Annotated[str, Meta(max_length=400)] = ""
    shuffles: bool = False
    """Whether this client commits to and reveals numbers for the shuffle."""
    changes: bool = False
    """Whether it takes `changes`, the table as it changed, instead of `events`."""


class Sit(Incoming, frozen=True):
    """Take an empty seat; without a name the first one."""

    seat: SeatLetter | None = None


class Stand(Incoming, frozen=True):
    """Give the seat up before the match, or after it."""


class Ready(Incoming, frozen=True):
    """Be ready to start; between rounds: for the next one."""

    ready: bool = True


class AddBot(Incoming, frozen=True, tag="add_bot"):
    """The owner puts a bot on a seat; without a seat on all empty ones."""

    level: Word = "skilled"
    seat: SeatLetter | None = None


class Remove(Incoming, frozen=True):
    """The owner clears a seat of its bot or person before the match."""

    seat: SeatLetter


class Start(Incoming, frozen=True):
    """The owner starts the match."""


class ShortStart(Incoming, frozen=True, tag="short_start"):
    """可少人开局: ask the other to start with two."""


class Dissolve(Incoming, frozen=True):
    """解散: propose to end the match here."""


class Vote(Incoming, frozen=True):
    """Agree to, or refuse, what is put to the vote."""

    agree: bool
    ballot: Number = 0
    """The number of the vote; 0 is whichever is open."""


class Rematch(Incoming, frozen=True):
    """Play another match with the same seats; it starts when all have said so."""


class Answer(Incoming, frozen=True):
    """Answer an ask with the index of a choice; an open choice also names tiles."""

    ask: Number
    choice: Annotated[int, Meta(ge=0, le=500)]
    tiles: Annotated[list[TileText], Meta(max_length=20)] | None = None


class Why(Incoming, frozen=True):
    """Ask why an action is not offered."""

    do: Word
    """The verb: `pass`, `win`, `pong`, `chow`, `kong`, `discard`, or the key of a declaration."""
    tile: TileText | None = None
    tiles: Annotated[list[TileText], Meta(max_length=20)] = []
    kind: Literal["exposed", "added", "concealed"] = "exposed"
    declare: Word = ""
    value: Annotated[int, Meta(ge=0, le=100)] | None = None
    points: Annotated[int, Meta(ge=0, le=100)] = 0
    """The older name of `value`."""


class Back(Incoming, frozen=True):
    """我回来了: take the seat back from the trustee."""


class Pause(Incoming, frozen=True):
    """Against bots alone: let the table wait."""


class GoOn(Incoming, frozen=True, tag="go_on"):
    """接着打: go on after a pause."""


class Say(Incoming, frozen=True):
    """说句话: send one of the phrases."""

    phrase: Word


class Mute(Incoming, frozen=True):
    """Hear no more phrases from a seat, or hear them again."""

    seat: SeatLetter
    muted: bool = True


class LeaveRoom(Incoming, frozen=True, tag="leave"):
    """Leave for good. Without `sure` the server says what it would cost."""

    sure: bool = False


class Commit(Incoming, frozen=True):
    """The client's commitment to its number for the shuffle of a round."""

    round: Number
    hash: Hex


class Reveal(Incoming, frozen=True):
    """The client's number."""

    round: Number
    value: Hex


class Advise(Incoming, frozen=True):
    """Ask what a bot would do: 高手, or 宗师, who takes longer."""

    ask: Number
    level: Literal["expert", "master"] = "expert"


class Resync(Incoming, frozen=True):
    """Ask for a snapshot, or for all events of this round."""

    events: bool = False


class Ping(Incoming, frozen=True):
    """A sign of life."""

    n: Number = 0


AnyIncoming = (
    Hello
    | Sit
    | Stand
    | Ready
    | AddBot
    | Remove
    | Start
    | ShortStart
    | Dissolve
    | Vote
    | Rematch
    | Answer
    | Why
    | Back
    | Pause
    | GoOn
    | Say
    | Mute
    | LeaveRoom
    | Commit
    | Reveal
    | Advise
    | Resync
    | Ping
)

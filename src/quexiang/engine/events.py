"""What happened: one event type is log, wire, bot input and test input.

`seen_by(seat)` gives the event as that seat may know it (seat None: a spectator), or None.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec import Struct

from quexiang.engine.actions import AnyAction, Seat
from quexiang.text import Text
from quexiang.tiles import KINDS, Tile

Pair = tuple[int, int]
Value = int | tuple[int | Pair, ...] | str
By = Literal["self_draw", "discard", "rob_kong"]
End = Literal["win", "draw", "abandoned"]
MeldKind = Literal["chow", "pong", "exposed", "added", "concealed"]
MELDS: Final[dict[MeldKind, Text]] = {
    "chow": Text("吃", "chow"),
    "pong": Text("碰", "pong"),
    "exposed": Text("明杠", "exposed kong"),
    "added": Text("补杠", "added kong"),
    "concealed": Text("暗杠", "concealed kong"),
}
KONGS: Final = ("exposed", "added", "concealed")
"""The kinds of melds that hold four tiles."""
Need = Literal["phase", "deal", "choose", "roll", "turn_up", "draw", "ask", "settle", "over"]


class Event(Struct, frozen=True, gc=False, tag_field="event", tag=str.lower):
    """Something that happened at the table."""

    def seen_by(self, seat: Seat | None) -> Event | None:
        """The event as this seat may know it, None if not at all."""
        return self


class Meld(Struct, frozen=True, gc=False):
    """Tiles laid down; `tiles` is empty if the viewer may not see a concealed kong."""

    kind: MeldKind
    tiles: tuple[Tile, ...]
    claimed: Tile | None = None
    source: Seat | None = None

    @property
    def name(self) -> Text:
        """What it is called."""
        return MELDS[self.kind]

    @property
    def is_kong(self) -> bool:
        """Tell whether it holds four tiles."""
        return self.kind in KONGS


class Started(Event, frozen=True, gc=False):
    """A round begins."""

    players: int
    dealer: Seat | None
    streak: int
    scores: tuple[int, ...]
    left: int
    """How many tiles the whole wall holds before the deal."""


class Seated(Event, frozen=True, gc=False):
    """The dealer was found by dice or chance."""

    dealer: Seat


class Rolled(Event, frozen=True, gc=False):
    """Dice were thrown, by a seat or by nobody in particular."""

    dice: tuple[int, ...]
    seat: Seat | None = None


class Dealt(Event, frozen=True, gc=False):
    """A seat got its tiles, in the order dealt."""

    seat: Seat
    count: int
    tiles: tuple[Tile, ...] | None

    def seen_by(self, seat: Seat | None) -> Event:
        """Others see only how many."""
        return self if seat == self.seat else Dealt(self.seat, self.count, None)


class Indicated(Event, frozen=True, gc=False):
    """A tile was turned up that fixes the wild faces."""

    tile: Tile
    wild: tuple[Tile, ...]
    back: bool = False


class Began(Event, frozen=True, gc=False):
    """The openings are over; `left` tiles lie in the wall."""

    left: int


class Drawn(Event, frozen=True, gc=False):
    """A seat drew a tile from the front or the back."""

    seat: Seat
    tile: Tile | None
    back: bool = False

    def seen_by(self, seat: Seat | None) -> Event:
        """Others do not see the tile."""
        return self if seat == self.seat else DRAWN_HIDDEN[self.back][self.seat]


class Discarded(Event, frozen=True, gc=False):
    """A seat discarded a tile, `declared` naming what it declared with it."""

    seat: Seat
    tile: Tile
    declared: str = ""


class Melded(Event, frozen=True, gc=False):
    """A seat laid down a meld; `hidden` keeps a concealed kong from the others."""

    seat: Seat
    meld: Meld
    hidden: bool = False

    def seen_by(self, seat: Seat | None) -> Event:
        """A hidden kong is four backs to the others."""
        if not self.hidden or seat == self.seat:
            return self
        return Melded(self.seat, Meld(self.meld.kind, ()), hidden=True)


class KongDeclared(Event, frozen=True, gc=False):
    """A seat wants to add this tile to its pong; it may still be robbed."""

    seat: Seat
    tile: Tile


class Laid(Event, frozen=True, gc=False):
    """A seat laid tiles openly on one of its piles (flowers, thrown, won, …).

    They come from its concealed hand or, with `source`, from the end of that seat's river.
    """

    seat: Seat
    tiles: tuple[Tile, ...]
    pile: str
    source: Seat | None = None


class Passed(Event, frozen=True, gc=False):
    """A seat passed concealed tiles to another."""

    seat: Seat
    receiver: Seat
    count: int
    tiles: tuple[Tile, ...] | None

    def seen_by(self, seat: Seat | None) -> Event:
        """Others than these two see only how many."""
        if seat is not None and seat in (self.seat, self.receiver):
            return self
        return Passed(self.seat, self.receiver, self.count, None)


class SetAside(Event, frozen=True, gc=False):
    """A tile from the wall was put aside for nobody."""

    tile: Tile
    back: bool = False


class TurnedUp(Event, frozen=True, gc=False):
    """Tiles from the wall were turned up for all (kong tiles, birds, chickens)."""

    seat: Seat
    tiles: tuple[Tile, ...]
    purpose: str


class Cast(Event, frozen=True, gc=False):
    """Turned tiles went to the river of their seat together."""

    seat: Seat
    tiles: tuple[Tile, ...]


class Marked(Event, frozen=True, gc=False):
    """A mark was set on a seat, or on the table."""

    seat: Seat | None
    mark: str
    value: Value
    public: bool

    def seen_by(self, seat: Seat | None) -> Event | None:
        """A private mark is its owner's."""
        return self if self.public or (seat is not None and seat == self.seat) else None


class Unmarked(Event, frozen=True, gc=False):
    """A mark was taken away."""

    seat: Seat | None
    mark: str
    public: bool

    def seen_by(self, seat: Seat | None) -> Event | None:
        """A private mark is its owner's."""
        return self if self.public or (seat is not None and seat == self.seat) else None


class Answered(Event, frozen=True, gc=False):
    """A seat answered a question that it was asked in secret, having been offered these."""

    seat: Seat
    action: AnyAction
    offered: tuple[AnyAction, ...]

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Only its own seat knows of it."""
        return self if seat == self.seat else None


class Due(Event, frozen=True, gc=False):
    """What must happen next; kept on the table, sent to nobody."""

    need: Need
    seat: Seat = 0
    stage: str = ""
    tiles: tuple[Tile, ...] = ()
    count: int = 0
    back: bool = False
    purpose: str = ""

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Nobody: a question would reveal what the asked seat holds."""
        return None


class Step(Text, frozen=True, gc=False):
    """One step of a win's value: a feature, what it does (×2, +10) and its rule."""

    worth: str
    rule: str


class Won(Event, frozen=True, gc=False):
    """A seat won; `tile` stays where it is, and is None for wins without a winning tile."""

    seat: Seat
    by: By
    payer: Seat | None
    tile: Tile | None
    patterns: tuple[str, ...]
    value: int
    steps: tuple[Step, ...] = ()


class Paid(Event, frozen=True, gc=False):
    """One payment with its rule and its arithmetic; payee None is a forfeit to nobody."""

    payer: Seat
    payee: Seat | None
    amount: int
    rule: str
    zh: str
    en: str
    block: str = "win"


class Revealed(Event, frozen=True, gc=False):
    """A seat's concealed tiles and kongs are shown at the end."""

    seat: Seat
    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]


class Left(Event, frozen=True, gc=False):
    """A seat left the table for good."""

    seat: Seat


class Out(Event, frozen=True, gc=False):
    """A seat plays no more in this round; the others play on."""

    seat: Seat


class Ended(Event, frozen=True, gc=False):
    """The round is over."""

    how: End
    next_dealer: Seat | None
    next_streak: int


DRAWN: Final = tuple(
    tuple(tuple(Drawn(seat, tile, back) for tile in range(KINDS)) for seat in range(4))
    for back in (False, True)
)
"""Every draw, by back, seat and tile: made once, like the actions."""
DRAWN_HIDDEN: Final = tuple(
    tuple(Drawn(seat, None, back) for seat in range(4)) for back in (False, True)
)
"""Every draw as others see it, by back and seat."""
DISCARDED: Final = tuple(tuple(Discarded(seat, tile) for tile in range(KINDS)) for seat in range(4))
"""Every discard that declares nothing, by seat and tile."""

_Opening = Started | Seated | Rolled | Dealt | Indicated | Passed | SetAside | Began
_Play = Drawn | Discarded | Melded | KongDeclared | Laid | TurnedUp | Cast | Answered | Due
_Note = Marked | Unmarked | Left | Out
_Result = Won | Paid | Revealed | Ended
AnyEvent = _Opening | _Play | _Note | _Result

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(AnyEvent)


def to_json(event: Event) -> bytes:
    """Write an event as one line of JSON."""
    return _ENCODER.encode(event)


def from_json(line: bytes | str) -> AnyEvent:
    """Read an event back."""
    event: AnyEvent = _DECODER.decode(line)
    return event

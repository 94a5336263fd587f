"""What a client draws: the parts of a table as one seat or a spectator knows it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from quexiang.engine.events import Value
from quexiang.engine.wire import SeatLetter, TileText
from quexiang.present.sets import SetView
from quexiang.text import Text


class MeldView(Struct, frozen=True, omit_defaults=True):
    """A meld; `tiles` is empty where it lies face down to the beholder."""

    kind: Literal["chow", "pong", "exposed", "added", "concealed"]
    tiles: list[TileText]
    claimed: TileText | None = None
    source: SeatLetter | None = None


class DiscardView(Struct, frozen=True, omit_defaults=True):
    """A tile of a river; a taken one is a ghost."""

    tile: TileText
    taken: bool = False


class PileView(Struct, frozen=True):
    """Tiles laid openly: flowers, thrown or won tiles."""

    key: str
    zh: str
    en: str
    tiles: list[TileText]


class MarkView(Struct, frozen=True, omit_defaults=True):
    """A fact that the rules remember; `public` is false where only its owner sees it."""

    key: str
    zh: str
    en: str
    value: Value
    public: bool = True
    rule: str = ""


class FactView(Struct, frozen=True, omit_defaults=True):
    """Something that the rules say a player must see, in words."""

    key: str
    zh: str
    en: str
    seat: SeatLetter | None = None
    rule: str = ""


class WaitView(Struct, frozen=True, omit_defaults=True):
    """A kind that completes the own hand, and how many of it are nowhere to be seen."""

    tile: TileText
    unseen: int
    value: int | None = None
    """What a win with it is worth, by the way that is worth least; absent if it cannot be won."""
    patterns: list[Text] = []
    least: bool = False
    """Another way to win it, mostly by the own draw, is worth more."""


class SpecialView(Struct, frozen=True, omit_defaults=True):
    """A face to be marked on every tile, besides the wild ones (兰州 嘴子, 漳州 白板)."""

    tile: TileText
    zh: str
    en: str
    rule: str = ""


class SeatView(Struct, frozen=True, omit_defaults=True):
    """What lies before a seat; `tiles` only where the beholder may know them."""

    seat: SeatLetter
    count: int
    score: int
    melds: list[MeldView]
    river: list[DiscardView]
    piles: list[PileView]
    marks: list[MarkView]
    tiles: list[TileText] | None = None
    """The concealed tiles, sorted, the drawn one included."""
    drawn: TileText | None = None
    """The tile just drawn, where the beholder may know it."""
    has_drawn: bool = False
    gone: bool = False
    """The seat has left for good."""
    out: bool = False
    """The seat plays no more in this round."""


class StepView(Struct, frozen=True):
    """One step of a win's value."""

    zh: str
    en: str
    worth: str
    rule: str


class WinView(Struct, frozen=True, omit_defaults=True):
    """A win, with its patterns and the steps of its value."""

    seat: SeatLetter
    by: Literal["self_draw", "discard", "rob_kong"]
    value: int
    patterns: list[Text]
    steps: list[StepView]
    payer: SeatLetter | None = None
    tile: TileText | None = None
    sets: list[SetView] = []
    """The concealed tiles with the winning one, in the sets that were paid; once they are open."""


class PaymentView(Struct, frozen=True, omit_defaults=True):
    """One payment with its rule and its arithmetic; without payee it goes to nobody."""

    payer: SeatLetter
    amount: int
    rule: str
    zh: str
    en: str
    block: str
    payee: SeatLetter | None = None


class EndView(Struct, frozen=True, omit_defaults=True):
    """How the round ended and who deals next."""

    how: Literal["win", "draw", "abandoned"]
    next_streak: int
    next_dealer: SeatLetter | None = None


class OfferView(Struct, frozen=True):
    """The tiles that lie on offer to the others: the last discard, a kong tile, turned tiles."""

    seat: SeatLetter
    tiles: list[TileText]


class TableView(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A round as one seat, or with `me` absent a spectator, may know it."""

    variant: str
    round: int
    players: int
    dealer: SeatLetter | None
    streak: int
    dice: list[int]
    left: int
    """How many tiles the wall still holds."""
    can_draw: int
    """How many of them can still be drawn."""
    wild: list[TileText]
    special: list[SpecialView] = []
    seats: list[SeatView]
    scores: list[int]
    """The totals before this round."""
    changes: list[int]
    """What this round has brought so far."""
    stage: Literal["opening", "play", "over"]
    me: SeatLetter | None = None
    turn: SeatLetter | None = None
    """The seat that is to act; absent while tiles lie on offer."""
    offer: OfferView | None = None
    """Set while tiles lie on offer: somebody, or nobody, is being asked."""
    last: OfferView | None = None
    """The tile or tiles that were laid on offer last."""
    indicator: TileText | None = None
    marks: list[MarkView] = []
    facts: list[FactView] = []
    turned: list[TileText] = []
    aside: list[TileText] = []
    waits: list[WaitView] = []
    wins: list[WinView] = []
    paid: list[PaymentView] = []
    end: EndView | None = None

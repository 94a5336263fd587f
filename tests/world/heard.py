"""The frames of the server as far as the people of the world read them."""

from random import Random
from typing import Final

import msgspec
from msgspec import Struct


class HeardEvent(Struct, gc=False):
    """An event, with everything by which it could tell of hidden tiles."""

    event: str
    seat: str | None = None
    receiver: str | None = None
    tile: str | None = None
    tiles: list[str] | None = None
    public: bool = True
    hidden: bool = False
    meld: msgspec.Raw = msgspec.Raw()


class HeardSeat(Struct, gc=False):
    seat: str
    count: int
    tiles: list[str] | None = None
    drawn: str | None = None


class HeardTable(Struct, gc=False):
    seats: list[HeardSeat]
    me: str | None = None
    end: msgspec.Raw = msgspec.Raw()


class HeardChoice(Struct, gc=False):
    do: str
    tiles: list[str] = []
    sizes: list[int] = []
    one_suit: bool = False

    def thrown(self, chance: Random) -> list[str] | None:
        """The tiles of an open choice, None of another one."""
        if not self.sizes:
            return None
        groups = [self.tiles]
        if self.one_suit:
            groups = [[tile for tile in self.tiles if tile[1] == suit] for suit in "mps"]
        fitting = [(size, group) for size in self.sizes for group in groups if size <= len(group)]
        size, group = chance.choice(fitting)
        return chance.sample(group, size)


class HeardPerson(Struct, gc=False):
    id: str


class HeardChair(Struct, gc=False):
    seat: str
    person: HeardPerson | None = None
    bot: str = ""
    ready: bool = False
    trustee: bool = False
    gone: bool = False


class HeardBallot(Struct, gc=False):
    agreed: list[str]
    waiting: list[str]
    number: int = 0


class HeardClock(Struct, gc=False):
    tempo: str = "natural"
    window: int = 0


class HeardResult(Struct, gc=False):
    match: str
    how: str


class HeardRoom(Struct, gc=False):
    owner: str
    phase: str
    seats: list[HeardChair]
    clock: HeardClock
    match: str | None = None
    can_start: bool = False
    short_start: bool = False
    ballot: HeardBallot | None = None
    result: HeardResult | None = None

    def chair(self, seat: str | None) -> HeardChair | None:
        """The chair of a seat, None for somebody who has none."""
        return next((chair for chair in self.seats if chair.seat == seat), None)


class Heard(Struct, gc=False):
    """Any frame."""

    type: str
    id: str = ""
    again: bool = False
    code: str = ""
    match: str = ""
    round: int = 0
    since: int = 0
    version: int = 0
    seat: str | None = None
    room: HeardRoom | None = None
    events: list[HeardEvent] = []
    view: HeardTable | None = None
    ask: int = 0
    stage: str = ""
    choices: list[HeardChoice] = []
    left_ms: int = 0
    bank_ms: int = 0
    at: str = ""
    retry_ms: int | None = None
    result: HeardResult | None = None
    hashes: dict[str, str] = {}


read_heard: Final = msgspec.json.Decoder(Heard).decode

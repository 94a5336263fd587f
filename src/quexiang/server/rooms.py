"""Opening, finding and listing rooms."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct, field

from quexiang.bots import BOTS, LEVELS
from quexiang.protocol.room import Advising, ClockRules, Pace, RoomView, Tempo, Watching
from quexiang.rooms.hub import RoomPlan
from quexiang.server.gate import Limit
from quexiang.server.refusals import Refusal, bad, not_found
from quexiang.server.requests import AnyRequest
from quexiang.server.services import Served, Services, profile_of
from quexiang.store.people import Person
from quexiang.variants import variant_named

LISTED: Final = 50


class ClockWish(Struct, forbid_unknown_fields=True):
    """Seconds for a decision and in the bank; the tempo, and seconds for a tile on offer."""

    decision: Annotated[int, Meta(ge=1, le=300)] = 20
    bank: Annotated[int, Meta(ge=0, le=1800)] = 60
    tempo: Tempo | None = None
    window: Annotated[int, Meta(ge=2, le=20)] = 4

    def rules(self, *, public: bool) -> ClockRules:
        """The clock; among strangers no pause tells anything unless the room says otherwise."""
        tempo = self.tempo or ("even" if public else "natural")
        return ClockRules(self.decision, self.bank, tempo, self.window)


class RoomWish(Struct, forbid_unknown_fields=True):
    """What a room is to be."""

    variant: str
    players: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    clock: ClockWish = field(default_factory=ClockWish)
    watching: Watching = "public"
    delay: Annotated[int, Meta(ge=30, le=1800)] = 180
    public: bool = False
    advice: Advising = "alone"
    pace: Pace = "usual"


class QuickWish(Struct, forbid_unknown_fields=True):
    """A match against bots, at once."""

    variant: str
    level: str = "skilled"
    options: dict[str, Any] = field(default_factory=dict)
    players: int | None = None
    clock: ClockWish = field(default_factory=ClockWish)
    pace: Pace | None = None
    """Without it a guest's first table is slow."""


class RoomPlace(Struct):
    """Where a room is."""

    key: str
    code: str


def check_level(level: str) -> None:
    """Refuse a bot that there is not."""
    if level not in BOTS:
        known = ", ".join(one.key for one in LEVELS)
        raise bad("没有这样的电脑", f"There is no such bot; there are {known}")


async def owner(services: Services, request: AnyRequest) -> Person:
    """Who opens a room, if he may open another one."""
    person = await services.person(request)
    if await services.store.rooms.opened_by(person.id) >= services.settings.limits.open_rooms:
        raise Refusal(
            409, "too_many_rooms", "你开的房间太多了，先关掉几间", "You have too many open rooms"
        )
    return person


def _plan(data: RoomWish | QuickWish, pace: Pace = "usual") -> RoomPlan:
    variant = variant_named(data.variant)
    players = data.players or max(variant.players)
    options = variant.choose(data.options, players)
    clock = data.clock.rules(public=isinstance(data, RoomWish) and data.public)
    if isinstance(data, QuickWish):
        return RoomPlan(variant=variant, options=options, players=players, clock=clock, pace=pace)
    return RoomPlan(
        variant=variant,
        options=options,
        players=players,
        clock=clock,
        watching=data.watching,
        delay=data.delay,
        public=data.public,
        advice=data.advice,
        pace=data.pace,
    )


async def open_against_bots(
    services: Services, plan: RoomPlan, person: Person, level: str
) -> RoomPlace:
    """Open a room with bots on all other seats, and begin."""
    opened = await services.node.open_room(plan, profile_of(person), bots=level, begins=True)
    return RoomPlace(opened.key, opened.code)


async def _pace_of(services: Services, person: Person, wanted: Pace | None) -> Pace:
    """The pace of a match against bots: slow at the first table of a guest."""
    if wanted is not None or person.login is not None:
        return wanted or "usual"
    return "usual" if await services.store.history.has_played(person.id) else "slow"


@post("/api/rooms", status_code=201, guards=[Limit("rooms")])
async def open_room(data: JSONBody[RoomWish], services: Served, request: AnyRequest) -> RoomPlace:
    """Open a room; its creator sits on the first seat."""
    plan = _plan(data)
    person = await owner(services, request)
    opened = await services.node.open_room(plan, profile_of(person))
    return RoomPlace(opened.key, opened.code)


@post("/api/quick", status_code=201, guards=[Limit("rooms")])
async def quick(data: JSONBody[QuickWish], services: Served, request: AnyRequest) -> RoomPlace:
    """A room with bots on all other seats, started."""
    check_level(data.level)
    _plan(data)
    person = await owner(services, request)
    plan = _plan(data, await _pace_of(services, person, data.pace))
    return await open_against_bots(services, plan, person, data.level)


@get("/api/rooms", guards=[Limit("reads")])
async def listed(services: Served) -> list[RoomView]:
    """The open public rooms that have an empty seat."""
    keys = await services.store.rooms.listed(LISTED)
    found = await asyncio.gather(*(services.node.view(key) for key in keys))
    return [room for room in found if room is not None]


@get("/api/rooms/code/{code:str}", guards=[Limit("codes")])
async def by_code(code: FromPath[str], services: Served) -> RoomPlace:
    """The room that has a code; few tries a minute."""
    key = await services.store.rooms.key_of(code) if len(code) == len("123456") else None
    if key is None:
        raise not_found("没有这间房", "There is no such room")
    return RoomPlace(key, code)


@get("/api/rooms/{key:str}", guards=[Limit("reads")])
async def one_room(key: FromPath[str], services: Served) -> RoomView:
    """A room before one sits down."""
    room = await services.node.view(key)
    if room is None:
        raise not_found("没有这间房", "There is no such room")
    return room


ROUTES: Final = [open_room, quick, listed, by_code, one_room]

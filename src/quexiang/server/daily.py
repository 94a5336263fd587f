"""今天打哪张: the hand of the day, answered once by everybody."""

from __future__ import annotations

from typing import Final

from litestar import get, post
from litestar.params import JSONBody
from msgspec import Struct

from quexiang.engine.wire import SeatLetter, TileText
from quexiang.present.table import TableView
from quexiang.server.gate import Limit
from quexiang.server.refusals import Refusal, bad
from quexiang.server.requests import AnyRequest, token_of
from quexiang.server.services import Served, Services
from quexiang.server.today import day_of
from quexiang.study.daily import RankedDiscard, streak

REMEMBERED: Final = 400
"""So many days of answers are looked at for a streak."""


class DailyAnswer(Struct, forbid_unknown_fields=True):
    """What one would discard."""

    day: str
    tile: TileText


class DailyResult(Struct):
    """What I chose, what the judge says of every discard, and how many chose what."""

    tile: TileText
    place: int
    """1 is the judge's own choice."""
    ranked: list[RankedDiscard]
    chosen: dict[str, int]


class DailyQuestion(Struct, omit_defaults=True):
    """The hand of a day; the judge's words only for those who have answered."""

    day: str
    variant: str
    seat: SeatLetter
    view: TableView
    streak: int = 0
    result: DailyResult | None = None


async def _question(services: Services, person: str | None) -> DailyQuestion:
    day = day_of(services.clock())
    hand = await services.daily.of(day)
    store = services.store.daily
    mine = {} if person is None else await store.answers_of(person, REMEMBERED)
    result = None
    if day in mine:
        tiles = [each.tile for each in hand.ranked]
        place = tiles.index(mine[day]) + 1
        result = DailyResult(mine[day], place, hand.ranked, dict(await store.counts(day)))
    row = streak(set(mine), day)
    return DailyQuestion(day, hand.variant, hand.seat, hand.view, row, result)


@get("/api/daily", guards=[Limit("reads")])
async def daily(services: Served, request: AnyRequest) -> DailyQuestion:
    """The hand of today, and my answer if there is one."""
    visitor = await services.visitor(token_of(request))
    return await _question(services, None if visitor is None else visitor.person.id)


@post("/api/daily", status_code=200, guards=[Limit("writes")])
async def answer(
    data: JSONBody[DailyAnswer], services: Served, request: AnyRequest
) -> DailyQuestion:
    """Answer once; the judge's words come back."""
    person = await services.person(request)
    now = services.clock()
    if data.day != day_of(now):
        raise Refusal(409, "stale", "已经是新的一天了", "It is another day by now")
    hand = await services.daily.of(data.day)
    if data.tile not in {each.tile for each in hand.ranked}:
        raise bad("手里没有这张牌", "You do not hold this tile")
    if not await services.store.daily.answer(data.day, person.id, data.tile, now):
        raise Refusal(409, "answered", "今天已经答过了", "You have answered today")
    return await _question(services, person.id)


ROUTES: Final = [daily, answer]

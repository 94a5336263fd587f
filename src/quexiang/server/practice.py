"""A table that begins as a scenario sets it up, with bots on the other seats."""

from __future__ import annotations

from typing import Final

from litestar import post
from litestar.params import JSONBody
from msgspec import Struct

from quexiang.engine.wire import SeatLetter
from quexiang.protocol.room import ClockRules
from quexiang.rooms.hub import RoomPlan
from quexiang.scenarios.document import BadScenario
from quexiang.scenarios.given import staged
from quexiang.server.gate import Limit
from quexiang.server.refusals import bad, not_found
from quexiang.server.requests import AnyRequest
from quexiang.server.rooms import RoomPlace, check_level, open_against_bots, owner
from quexiang.server.services import Served
from quexiang.server.study import refuse_scenario
from quexiang.server.towns import examples

UNHURRIED: Final = ClockRules(decision=300, bank=1800)
"""Who learns, reads."""


class PracticeWish(Struct, forbid_unknown_fields=True):
    """A scenario, given as text or named by its place in a town's examples."""

    text: str = ""
    seat: SeatLetter = "A"
    level: str = "skilled"
    variant: str = ""
    file: str = ""
    title: str = ""


def _text(data: PracticeWish) -> str:
    if data.text:
        return data.text
    for example in examples(data.variant):
        if example.file == data.file and data.title in ("", example.title):
            return example.text
    raise not_found("没有这个例子", "There is no such example")


def _plan(data: PracticeWish) -> RoomPlan:
    text = _text(data)
    try:
        setup = staged(text)
        seat = setup.seat("seat", data.seat)
        is_over = setup.round().over
    except BadScenario as error:
        refuse_scenario(error)
    if is_over:
        raise bad("这一局一开始就结束了", "This round is over before anybody acts")
    return RoomPlan(
        variant=setup.variant,
        options=setup.options,
        players=setup.players,
        scenario=text,
        seat=seat,
        clock=UNHURRIED,
        watching="none",
    )


@post("/api/practice", status_code=201, guards=[Limit("studies")])
async def practice(
    data: JSONBody[PracticeWish], services: Served, request: AnyRequest
) -> RoomPlace:
    """Sit down at a scenario's table, against bots."""
    check_level(data.level)
    person = await owner(services, request)
    plan = await services.studying.run(_plan, data)
    return await open_against_bots(services, plan, person, data.level)


ROUTES: Final = [practice]

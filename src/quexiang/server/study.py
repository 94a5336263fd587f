"""For those who study: examples that run, practice tables, score questions, replays."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct, field

from quexiang.engine.actions import SEATS
from quexiang.engine.events import Ended
from quexiang.engine.round import ENGINE_REASONS, NotAllowed
from quexiang.errors import BadNotation
from quexiang.match import log as match_log
from quexiang.rooms import lines as ln
from quexiang.rooms import practice
from quexiang.rooms.said import Why
from quexiang.rooms.shown import Shower, ShownTable
from quexiang.rooms.stepping import ShownMoment, Stepper
from quexiang.rooms.wire import SeatLetter, seat_of
from quexiang.scenarios.document import BadScenario
from quexiang.scenarios.question import Arguments, Question
from quexiang.scenarios.score import score as score_question
from quexiang.server.people import AnyRequest
from quexiang.server.refusals import Refusal, bad, not_found, too_fast
from quexiang.server.services import Served, Services, address_of
from quexiang.tiles import tiles_text
from quexiang.variants import variant_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from quexiang.engine.events import Event
    from quexiang.rulebook import Variant

SHOWN_ASSUMED: Final = "turned"
ScenarioText = Annotated[str, Meta(max_length=8000)]


class RunWish(Struct, forbid_unknown_fields=True):
    """A scenario to be stepped through."""

    text: ScenarioText
    seat: SeatLetter | None = None


class PracticeWish(Struct, forbid_unknown_fields=True):
    """A practice table: its scenario, its player, and his answers so far."""

    text: ScenarioText
    seat: SeatLetter = "A"
    answers: Annotated[list[practice.Given], Meta(max_length=400)] = field(default_factory=list)
    why: Why | None = None


class Practised(Struct, omit_defaults=True):
    """The practice table as it stands, and the answer to `why`."""

    table: practice.PracticeTable
    rule: str = ""
    zh: str = ""
    en: str = ""


class Scored(Struct):
    """A won hand, as at the end of a round, and what was assumed."""

    view: ShownTable
    assumed: dict[str, str]


class Replay(Struct):
    """A finished round, step by step."""

    variant: str
    names: list[str]
    round: int
    rounds: int
    steps: list[ShownMoment]


async def _studied(
    services: Services, request: AnyRequest, work: Callable[..., Any], *args: object
) -> Any:  # noqa: ANN401 - whatever the work gives
    if not services.studies.take(address_of(request)):
        raise too_fast()
    try:
        return await asyncio.to_thread(work, *args)
    except (BadScenario, BadNotation) as error:
        raise bad(f"例子写错了：{error}", str(error), "bad_scenario") from None
    except NotAllowed as error:
        raise Refusal(400, "not_allowed", f"不行：{error}", str(error)) from None


@post("/api/scenarios/run", status_code=200)
async def run(
    data: JSONBody[RunWish], services: Served, request: AnyRequest
) -> practice.ScenarioRun:
    """Step through a scenario."""
    seat = None if data.seat is None else seat_of(data.seat)
    found: practice.ScenarioRun = await _studied(services, request, practice.run, data.text, seat)
    return found


@post("/api/practice", status_code=200)
async def practise(
    data: JSONBody[PracticeWish], services: Served, request: AnyRequest
) -> Practised:
    """Play on at a practice table."""
    table: practice.PracticeTable = await _studied(
        services,
        request,
        practice.practise,
        *(data.text, seat_of(data.seat), data.answers, data.why),
    )
    if not table.why:
        return Practised(table)
    zh, en, rule = _reason(variant_named(table.variant), table.why)
    return Practised(table, rule, zh, en)


def _reason(variant: Variant, rule: str) -> tuple[str, str, str]:
    if rule in ENGINE_REASONS:
        return (*ENGINE_REASONS[rule], "")
    return variant.rule_title(rule, "zh"), variant.rule_title(rule, "en"), rule


@post("/api/variants/{key:str}/score", status_code=200)
async def score(
    key: FromPath[str], data: JSONBody[dict[str, Any]], services: Served, request: AnyRequest
) -> Scored:
    """Say what a won hand is worth, and who pays."""
    variant = variant_named(key)
    values = {name: value for name, value in data.items() if value not in ("", None, {}, [])}
    scored: Scored = await _studied(services, request, _score, variant, values)
    return scored


def _score(variant: Variant, values: dict[str, object]) -> Scored:
    question = Question(Arguments("score", 1, values | {"variant": variant.key}, {}))
    try:
        found = score_question(question)
    except NotAllowed as error:
        zh, en, rule = _reason(variant, error.rule)
        raise Refusal(
            400, "no_win", f"不能胡：{zh} {rule}".strip(), f"{en} {rule}".strip()
        ) from None
    except ValueError as error:
        raise BadScenario(str(error)) from None
    assumed = {
        name: tiles_text(values) if name == SHOWN_ASSUMED else " ".join(map(str, values))
        for name, values in found.assumed.items()
    }
    return Scored(Shower(variant, question.rules).show(found.table, None, 1), assumed)


@get("/api/matches/{match_id:str}/rounds/{number:int}")
async def replay(
    match_id: FromPath[str],
    number: FromPath[int],
    services: Served,
    request: AnyRequest,
    seat: FromQuery[str] = "open",
) -> Replay:
    """A finished round, step by step: open, or as one seat saw it."""
    row = await services.store.rooms.match(match_id)
    rounds = await _rounds(services, match_id)
    if row is None or not 1 <= number <= len(rounds):
        raise not_found("没有这一局，或者还没打完", "There is no such finished round")
    variant = variant_named(row.variant)
    rules = variant.room(variant.choose(_options(row.options), row.players), row.players)
    whose = SEATS.index(seat) if seat in SEATS[: row.players] else None
    stepper = Stepper(Shower(variant, rules), whose, is_open=whose is None, number=number)
    steps = await _studied(services, request, stepper.all, rounds[number - 1])
    return Replay(row.variant, [each.name for each in row.seats], number, len(rounds), steps)


def _options(text: str) -> dict[str, object]:
    options: dict[str, object] = msgspec.json.decode(text)
    return options


async def _rounds(services: Services, match_id: str) -> list[list[Event]]:
    """The events of each finished round."""
    rounds: list[list[Event]] = []
    for text in await services.store.journal.read_match(match_id):
        for line in ln.read_lines(text):
            if isinstance(line, match_log.RoundOpened):
                rounds.append([])
            elif isinstance(line, match_log.Happened) and rounds:
                rounds[-1].append(line.event)
    return [events for events in rounds if any(isinstance(event, Ended) for event in events)]


ROUTES: Final = [run, practise, score, replay]

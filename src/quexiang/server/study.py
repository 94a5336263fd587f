"""Trying things out without a table: scenarios step by step, the worth of a win, waits."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from litestar import post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from quexiang.engine.refusals import ENGINE_REASONS, NotAllowed
from quexiang.engine.wire import SeatLetter
from quexiang.rulebook import OptionValue, Variant
from quexiang.scenarios.document import BadScenario
from quexiang.scenarios.given import LONGEST
from quexiang.server.gate import Limit
from quexiang.server.refusals import Refusal, bad
from quexiang.server.services import Served
from quexiang.study.calculator import ScoreView, WorthView, answer, waits
from quexiang.study.rehearsal import Rehearsal, rehearse
from quexiang.variants import variant_named

STUDY: Final = [Limit("studies")]


class ScenarioWish(Struct, forbid_unknown_fields=True):
    """A scenario, and who looks at it; nobody in particular sees all hands."""

    text: str
    seat: SeatLetter | None = None


def refuse_scenario(error: BadScenario) -> NoReturn:
    """Say what is wrong with a scenario or a question."""
    text = str(error).removeprefix("text:")
    raise bad(f"这样不行：{text}", text, "bad_scenario") from None


@post("/api/scenarios/run", status_code=200, guards=STUDY)
async def run(data: JSONBody[ScenarioWish], services: Served) -> Rehearsal:
    """Run a scenario and show every step of it."""
    try:
        return await services.studying.run(rehearse, data.text, data.seat)
    except BadScenario as error:
        refuse_scenario(error)


@post("/api/variants/{key:str}/score", status_code=200, guards=STUDY)
async def score(key: FromPath[str], data: JSONBody[dict[str, Any]], services: Served) -> ScoreView:
    """What a win is worth, or the rule by which it is none."""
    variant = _checked(key, data)
    try:
        return await services.studying.run(answer, variant, data)
    except BadScenario as error:
        refuse_scenario(error)
    except NotAllowed as error:
        raise _no_win(variant, data.get("options") or {}, error) from None


@post("/api/variants/{key:str}/waits", status_code=200, guards=STUDY)
async def waits_of(
    key: FromPath[str], data: JSONBody[dict[str, Any]], services: Served
) -> list[WorthView]:
    """What a hand waits for, and what each tile would be worth by the own draw."""
    try:
        return await services.studying.run(waits, _checked(key, data), data)
    except BadScenario as error:
        refuse_scenario(error)


def _checked(key: str, data: dict[str, Any]) -> Variant:
    if len(str(data)) > LONGEST:
        raise bad("问题太长了", "The question is too long")
    return variant_named(key)


def _no_win(variant: Variant, options: dict[str, OptionValue], error: NotAllowed) -> Refusal:
    rule = error.rule
    if rule in ENGINE_REASONS:
        why = ENGINE_REASONS[rule]
        return Refusal(400, "no_win", why.zh, why.en)
    zh, en = variant.rule_title(rule), variant.rule_title(rule, "en")
    if other := variant.otherwise(rule, options):
        zh, en = f"{zh}（{other.zh}）", f"{en} ({other.en})"
    return Refusal(400, "no_win", zh, en, rule=rule)


ROUTES: Final = [run, score, waits_of]

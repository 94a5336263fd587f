"""Why an action is not offered."""

from __future__ import annotations

from quexiang.engine.actions import Action, Seat, holds
from quexiang.engine.question import Refused
from quexiang.engine.refusals import ENGINE_REASONS, NOT_ASKED, NOT_HELD, NOT_POSSIBLE, OVER
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table


def why_not(rules: Ruleset, table: Table, seat: Seat, action: Action, refused: Refused) -> str:
    """Name the rule, or the engine's reason, for which an action is not offered now."""
    if table.end is not None:
        return OVER
    reason = _reason(rules, table, seat, action)
    if reason not in ENGINE_REASONS:
        return reason
    last = [rule for asked, offer, rule in refused if (asked, offer) == (seat, action)]
    return last[0] if last else reason


def _reason(rules: Ruleset, table: Table, seat: Seat, action: Action) -> str:
    """Why the question that is open now does not offer it."""
    stage = rules.stages.get(table.stage)
    if stage is None or seat not in stage.asks(table) or seat in table.answers:
        return NOT_ASKED
    if not holds(table.seats[seat].hand.counts, action):
        return NOT_HELD
    return rules.veto(table, seat, action) or NOT_POSSIBLE

"""The checks of random play can fail: rules that cheat are found out."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest

from quexiang.bots import make_bot
from quexiang.engine import events as ev
from quexiang.engine.actions import DISCARD, Action, Discard, Seat
from quexiang.engine.marks import Mark
from quexiang.engine.round import Round
from quexiang.engine.rule import Rule
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.match import deal
from quexiang.match.check import CheckedRound, copy_violations
from quexiang.match.exchange import exchange_violations
from quexiang.variants import variant_named

LEAK = Mark("leak", "漏", "leak")


class Tells(Rule):
    """Shows everybody how many winds its owner holds."""

    follows = (ev.Discarded,)

    def after(self, table: Table, event: ev.Event) -> Iterable[ev.Event]:
        assert isinstance(event, ev.Discarded)
        counts = table.seats[event.seat].hand.counts
        yield LEAK.set(event.seat, sum(counts[:9]))


class Conjures(Rule):
    """Turns up a tile that is not in the wall."""

    follows = (ev.Discarded,)

    def after(self, table: Table, event: ev.Event) -> Iterable[ev.Event]:
        yield ev.SetAside(0)
        yield ev.Due("ask", table.offerer, "discard")


class Steals(Rule):
    """Pays without a rule of the rulebook."""

    follows = (ev.Discarded,)

    def after(self, table: Table, event: ev.Event) -> Iterable[ev.Event]:
        assert isinstance(event, ev.Discarded)
        if not table.paid:
            yield ev.Paid(event.seat, None, 1, "XX-1", "一", "one")


class Mumbles(Rule):
    """Forbids without a reason that anybody knows."""

    vetoes = (Discard,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        return "because" if action == DISCARD[table.seats[seat].hand.tiles()[0]] else None


def hangzhou(*extra: Rule) -> Ruleset:
    variant = variant_named("hangzhou")
    rules = variant.room(variant.choose({}), 4)
    rules.rules = (*rules.rules, *extra)
    rules.marking = {**rules.marking, LEAK.key: LEAK}
    return rules.without(lambda _: False)


def violations(rules: Ruleset, number: int) -> list[str]:
    seed = deal.round_seed("cheat", number)
    row = deal.shuffled(sorted(rules.tiles), seed)
    round_ = Round(rules, deal.wall(rules.tiles, seed), deal.dice(seed))
    start = round_.copy()
    checked = CheckedRound(round_, [make_bot("random", str(s)) for s in range(4)], str(number))
    checked.play()
    source = random.Random(number)
    leaks = exchange_violations(round_, row, round_.dice, checked.questions, source)
    return [
        *checked.violations,
        *leaks,
        *copy_violations(start, checked.questions, round_),
    ]


def test_honest_rules_pass() -> None:
    assert [violations(hangzhou(), number) for number in range(6)] == [[]] * 6


@pytest.mark.parametrize(
    ("cheat", "wanted"),
    [
        (Tells, "can tell places"),
        (Conjures, "tiles are not conserved"),
        (Steals, "a payment by an unknown rule"),
        (Mumbles, "refused without a known reason"),
    ],
)
def test_cheating_rules_are_found_out(cheat: Callable[[], Rule], wanted: str) -> None:
    found = [v for number in range(12) for v in violations(hangzhou(cheat()), number)]

    assert any(wanted in violation for violation in found), found[:3]

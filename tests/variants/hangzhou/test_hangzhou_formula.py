"""HZ-84: the complete formula, against a second reckoning written from the rulebook alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations, product

import pytest
from hangzhou_table import room

from quexiang.engine import events as ev
from quexiang.engine.table import Table
from quexiang.tiles import parse_tiles
from quexiang.variants.hangzhou.play import FEEDERS
from quexiang.variants.hangzhou.settlement import settle

Seat = int
WINNER: Seat = 1
LOSERS = (2, 3, 0)
M = 32
RULES = room()
KINDS = parse_tiles("123456789m 123p")
LEVELS = {1: (0, (1, 2)), 2: (1, (1, 2)), 3: (0, (5, 6))}
HALVES: tuple[Mapping[Seat, int], ...] = (
    {},
    {2: 1},
    {0: 2},
    {2: 1, 3: 2},
    {3: 3, 0: 1},
    {2: 2, 3: 1, 0: 3},
)


def subsets(seats: tuple[Seat, ...], most: int) -> Iterator[frozenset[Seat]]:
    for size in range(most + 1):
        yield from map(frozenset, combinations(seats, size))


def owed(
    loser: Seat,
    dealer: Seat,
    level: int,
    bound: tuple[frozenset[Seat], frozenset[Seat]],
    halves: Mapping[Seat, int],
    discarder: Seat | None,
) -> int:
    front, reverse = bound
    stake = {1: 2, 2: 4, 3: 8}[level]
    unit = 3 * stake if dealer == WINNER else stake + 2
    rate = stake if dealer in (loser, WINNER) else 1
    fed = {seat: 2 ** (1 + c) for seat, c in halves.items()}
    if discarder is not None:
        roles = [
            8 * M * (loser == discarder),
            8 * M * (loser in front),
            16 * M * (loser in reverse),
        ]
        return max(roles)
    later = unit * (M - fed[loser]) if loser in fed else 0
    if front or reverse:
        return max(2 * unit * M * (loser in reverse), unit * M * (loser in front), later)
    return rate * min(fed.values()) + later if fed else rate * M


def settled(
    dealer: Seat,
    level: int,
    bound: tuple[frozenset[Seat], frozenset[Seat]],
    halves: Mapping[Seat, int],
    discarder: Seat | None,
    patterns: tuple[str, ...] = ("baotou",),
) -> Table:
    front, reverse = bound
    streak, dice = LEVELS[level]
    table = RULES.new_table()
    table.apply(ev.Started(4, dealer, streak, (0,) * 4, 136))
    table.apply(ev.Rolled(dice))
    for seat in range(4):
        table.apply(ev.Dealt(seat, 13, None))
    kinds = iter(KINDS)
    fed = [(WINNER, p) for p in front] + [(p, WINNER) for p in reverse]
    for taker, feeder in (pair for pair in fed for _ in range(3)):
        tile = next(kinds)
        table.apply(ev.Melded(taker, ev.Meld("pong", (tile,) * 3, tile, feeder)))
    if halves:
        table.apply(FEEDERS.set(WINNER, tuple(n for item in halves.items() for n in item)))
    by: ev.By = "self_draw" if discarder is None else "discard"
    table.apply(ev.Won(WINNER, by, discarder, KINDS[-1], patterns, M))
    return table.fold(list(settle(table)))


BOUND = [(front, reverse) for front in subsets(LOSERS, 1) for reverse in subsets(LOSERS, 3)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("dealer", [WINNER, 2, 0], ids=["dealer-wins", "next-deals", "last-deals"])
def test_self_draw_pays_by_the_formula(level: int, dealer: Seat) -> None:
    for bound, halves in product(BOUND, HALVES):
        changes = settled(dealer, level, bound, halves, None).changes()

        due = {p: owed(p, dealer, level, bound, halves, None) for p in LOSERS}
        assert {p: -changes[p] for p in LOSERS} == due, (bound, halves)
        assert changes[WINNER] == sum(due.values())


@pytest.mark.parametrize("dealer", [WINNER, 2, 0], ids=["dealer-wins", "next-deals", "last-deals"])
@pytest.mark.parametrize("discarder", LOSERS)
def test_discard_pays_by_the_formula(dealer: Seat, discarder: Seat) -> None:
    for bound, halves in product(BOUND, HALVES):
        changes = settled(dealer, 3, bound, halves, discarder).changes()

        due = {p: owed(p, dealer, 3, bound, halves, discarder) for p in LOSERS}
        assert {p: -changes[p] for p in LOSERS} == due, (bound, halves)
        assert changes[WINNER] == sum(due.values())


def test_feeders_count_only_in_a_baotou_win() -> None:
    nobody: frozenset[Seat] = frozenset()

    table = settled(0, 1, (nobody, nobody), {2: 1}, None, patterns=("gangkai",))

    assert {p: -table.changes()[p] for p in LOSERS} == {2: M, 3: M, 0: 2 * M}
    assert {paid.rule for paid in table.paid} == {"HZ-72"}


def rules_by_payer(table: Table) -> dict[Seat, list[str]]:
    return {p: [paid.rule for paid in table.paid if paid.payer == p] for p in LOSERS}


NOBODY: frozenset[Seat] = frozenset()
C, D, A = (frozenset({p}) for p in LOSERS)


@pytest.mark.parametrize(
    ("dealer", "bound", "halves", "discarder", "rules"),
    [
        (WINNER, (NOBODY, NOBODY), {}, None, {2: ["HZ-71"], 3: ["HZ-71"], 0: ["HZ-71"]}),
        (0, (NOBODY, NOBODY), {}, None, {2: ["HZ-72"], 3: ["HZ-72"], 0: ["HZ-72"]}),
        (0, (NOBODY, NOBODY), {2: 1}, None, {2: ["HZ-80", "HZ-80"], 3: ["HZ-80"], 0: ["HZ-80"]}),
        (
            0,
            (NOBODY, NOBODY),
            {2: 1, 3: 2},
            None,
            {2: ["HZ-80", "HZ-81"], 3: ["HZ-80", "HZ-81"], 0: ["HZ-80"]},
        ),
        (0, (C, NOBODY), {}, None, {2: ["HZ-75"], 3: [], 0: []}),
        (0, (NOBODY, D), {}, None, {2: [], 3: ["HZ-76"], 0: []}),
        (0, (C, C), {}, None, {2: ["HZ-76"], 3: [], 0: []}),
        (0, (C, NOBODY), {2: 1, 0: 2}, None, {2: ["HZ-75"], 3: [], 0: ["HZ-82"]}),
        (0, (NOBODY, NOBODY), {}, 0, {2: [], 3: [], 0: ["HZ-73"]}),
        (0, (C, D), {}, 0, {2: ["HZ-78"], 3: ["HZ-78"], 0: ["HZ-73"]}),
        (0, (NOBODY, A), {}, 0, {2: [], 3: [], 0: ["HZ-78"]}),
    ],
)
def test_every_payment_names_its_rule(
    dealer: Seat,
    bound: tuple[frozenset[Seat], frozenset[Seat]],
    halves: Mapping[Seat, int],
    discarder: Seat | None,
    rules: dict[Seat, list[str]],
) -> None:
    table = settled(dealer, 3, bound, halves, discarder)

    assert rules_by_payer(table) == rules


def test_every_payment_shows_its_arithmetic_in_both_languages() -> None:
    for bound, halves, discarder in product(BOUND, HALVES, (None, 0)):
        for paid in settled(0, 3, bound, halves, discarder).paid:
            assert paid.zh.endswith(f" = {paid.amount}")
            assert paid.en.endswith(f" = {paid.amount}")
            assert not re.search("[\u4e00-\u9fff]", paid.en)

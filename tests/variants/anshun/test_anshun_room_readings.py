"""The readings of an Anshun room: the table of AS-46, reasons, facts, the calculator."""

from __future__ import annotations

from itertools import product

import pytest
from anshun_table import dealt, facts, played

from quexiang.engine import events as ev
from quexiang.engine.actions import ADDED, WIN
from quexiang.engine.refusals import NotAllowed
from quexiang.study.calculator import answer
from quexiang.tiles import parse_tile, parse_tiles, tiles_text
from quexiang.variants.anshun import VARIANT
from quexiang.variants.anshun.patterns import DECLARED, PATTERNS
from quexiang.variants.anshun.play import FULL_PONG
from quexiang.variants.anshun.settlement import Settlement

A, B, C, D = range(4)
PLAIN = "123m 456m 789p 67s 99p"
"""Waits for 5s and 8s, as a plain hand."""
ROWS = tuple(pattern for pattern in PATTERNS if pattern.zh != "天听")
"""平胡 to 清龙七对, as in AS-46."""

# What one payer pays, by AS-46 and the readings: plain winner, then 天听.
COLUMNS: dict[tuple[str, bool, str], tuple[int, ...]] = {
    ("robbed_pay=three", False, "rob_kong"): (6, 30, 60, 60, 90, 120, 120, 180),
    ("robbed_pay=three", True, "rob_kong"): (66, 90, 120, 120, 150, 180, 180, 240),
    ("robbed_pay=three", True, "self_draw"): (22, 30, 40, 40, 50, 60, 60, 80),
    ("robbed_pay=three", True, "discard"): (11, 15, 20, 20, 25, 30, 30, 40),
    ("tianting_base=replaced", True, "discard"): (10, 15, 20, 20, 25, 30, 30, 40),
    ("tianting_base=replaced", True, "rob_kong"): (20, 30, 40, 40, 50, 60, 60, 80),
    ("tianting_base=replaced", True, "self_draw"): (20, 30, 40, 40, 50, 60, 60, 80),
    ("tianting_base=replaced", False, "self_draw"): (2, 10, 20, 20, 30, 40, 40, 60),
    ("tianting_double=pattern", True, "discard"): (11, 15, 20, 20, 25, 30, 30, 40),
    ("tianting_double=pattern", True, "rob_kong"): (12, 20, 30, 30, 40, 50, 50, 70),
    ("tianting_double=pattern", True, "self_draw"): (12, 20, 30, 30, 40, 50, 50, 70),
    ("tianting_double=pattern", False, "rob_kong"): (2, 10, 20, 20, 30, 40, 40, 60),
    ("tianting_base=replaced tianting_double=pattern", True, "self_draw"): (
        *(10, 20, 30, 30),
        *(40, 50, 50, 70),
    ),
    ("robbed_pay=three tianting_double=pattern", True, "rob_kong"): (
        *(36, 60, 90, 90),
        *(120, 150, 150, 210),
    ),
}


def settlement(given: str) -> Settlement:
    return Settlement(VARIANT.choose(dict(pair.split("=") for pair in given.split())))


@pytest.mark.parametrize(("column", "row"), [*product(COLUMNS, range(len(ROWS)))])
def test_as_46_what_one_payer_pays_by_the_readings(
    column: tuple[str, bool, ev.By], row: int
) -> None:
    """AS-45, AS-46, AS-65, AS-66, AS-68."""
    given, declared, by = column
    keys = (ROWS[row].key, "tianting") if declared else (ROWS[row].key,)
    won = ev.Won(B, by, None if by == "self_draw" else A, 0, keys, 0)

    payments = list(settlement(given).win_payments(dealt(), won))

    assert len(payments) == (3 if by == "self_draw" else 1)
    assert {paid.amount for paid in payments if isinstance(paid, ev.Paid)} == {COLUMNS[column][row]}


@pytest.mark.parametrize(
    ("given", "by", "text"),
    [
        ("robbed_pay=three", "rob_kong", "底注1 × 包三家3 × 抢杠2 × (平胡1 + 天听10) = 66"),
        ("tianting_base=replaced", "self_draw", "底注1 × 自摸2 × 天听10 = 20"),
        ("tianting_double=pattern", "self_draw", "底注1 × (天听10 + 自摸2 × 平胡1) = 12"),
    ],
)
def test_a_payment_shows_the_arithmetic_of_its_reading(given: str, by: ev.By, text: str) -> None:
    """AS-65, AS-68."""
    won = ev.Won(B, by, None if by == "self_draw" else A, 0, ("pinghu", "tianting"), 0)

    paid = next(iter(settlement(given).win_payments(dealt(), won)))

    assert isinstance(paid, ev.Paid)
    assert (paid.rule, paid.zh) == ("AS-65" if by == "self_draw" else "AS-68", text)


def test_as_70_as_71_who_is_tianting_pays_ten_besides_in_every_reading() -> None:
    """AS-70, AS-71: plain 11 and 12, whatever the winner's ten means."""
    account = settlement("tianting_base=replaced tianting_double=pattern")
    table = dealt().fold([DECLARED.set(A)])

    for by, amount in (("discard", 11), ("self_draw", 12)):
        payer = A if by == "discard" else None
        won = ev.Won(B, by, payer, 0, ("pinghu",), 1)  # type: ignore[arg-type]
        paid = {
            p.payer: p.amount for p in account.win_payments(table, won) if isinstance(p, ev.Paid)
        }
        assert paid[A] == amount


@pytest.mark.parametrize(("hand", "worth"), [(PLAIN, 10), ("3334m 555p 777s 222s", 15)])
def test_as_82_the_ten_replaces_a_plain_best_wait_only(hand: str, worth: int) -> None:
    """AS-82: 2m and 5m would be plain, 4m makes all triplets."""
    table = dealt(tiles_text(parse_tiles(hand))).fold([DECLARED.set(A)])

    amount = settlement("tianting_base=replaced").ready_amount(table, A)

    assert amount is not None
    assert amount.value == worth


PONGED = {
    "hands": {
        "A": "13579m 2468p 2479s 5p",
        "B": "555p 2468m 137p 368s",
        "C": "13579m 139p 2468s 8s",
        "D": "2468m 2468p 35799s",
    },
    "draws": "1m 1p 4s 4m",
}


@pytest.mark.parametrize(("reading", "kept"), [("barred", True), ("allowed", False)])
def test_as_22_a_full_pong_is_marked_only_where_it_is_barred(reading: str, *, kept: bool) -> None:
    """AS-22, AS-87."""
    options = {"kept_fourth": reading}

    script = played("A discard 5p", "B pong", "B discard 8s", options=options, **PONGED)

    assert script.round.table.has(B, FULL_PONG) == kept


def test_the_reasons_against_a_kept_fourth_tile_that_may_be_added() -> None:
    """AS-11, AS-24: not directly after the pong, and not with an empty wall."""
    options, kong = {"kept_fourth": "allowed"}, ADDED[parse_tile("5p")]
    at_once = played("A discard 5p", "B pong", "turn B", options=options, **PONGED)
    late = played(
        *("A discard 5p", "B pong", "B discard 8s", "auto 3", "turn B"),
        **{"options": options, "left": 4, **PONGED},
    )

    assert at_once.round.why_not(B, kong) == "AS-11"
    assert late.round.why_not(B, kong) == "AS-24"


HOT = {
    "hands": {
        "A": "2222p 1459m 589p 23s 9s",
        "B": "88s 27m 1456p 23479s",
        "C": PLAIN,
        "D": "1678m 457p 234579s",
    },
    "back": "8s",
}


@pytest.mark.parametrize(("reading", "may"), [("open", True), ("closed", False)])
def test_as_42_a_hot_discard_is_told_to_be_open_where_it_is(reading: str, *, may: bool) -> None:
    """AS-41, AS-42, AS-87: the offer, the reason and the fact agree."""
    script = played("A kong 2p", "A discard 8s", options={"hot_plain": reading}, **HOT)

    told = {fact.rule for fact in facts(script, C, "wait")}

    assert (WIN in script.round.asked.get(C, ())) == may
    assert told == {"AS-36" if may else "AS-41"}
    if not may:
        assert script.round.why_not(C, WIN) == "AS-41"


ROBBED = {"hand": "45m 345p 789p 33s 678s", "tile": "6m", "winner": "D", "turned": "1m"}


def test_the_calculator_follows_the_readings_of_what_is_paid() -> None:
    """AS-45, AS-68."""
    three = {"by": "rob_kong", "from": "A", "options": {"robbed_pay": "three"}}
    both = {"tianting_base": "replaced", "tianting_double": "pattern"}

    robbed = answer(VARIANT, ROBBED | three)
    drawn = answer(VARIANT, ROBBED | {"declared": ["D"], "options": both})

    assert robbed.changes == [-6, 0, 0, 6]
    assert drawn.changes == [-10, -10, -10, 30]
    assert drawn.wins[0].value == 10


def test_the_calculator_refuses_a_plain_hand_a_hot_discard_where_it_is_closed() -> None:
    """AS-41."""
    asked = {
        "hand": "123m 456m 55p 34s 678s",
        "tile": "5s",
        "winner": "B",
        "from": "C",
        "melds": {"C": ["added 6p from A"]},
        "kongs": 1,
    }

    with pytest.raises(NotAllowed) as refused:
        answer(VARIANT, {**asked, "options": {"hot_plain": "closed"}})

    assert refused.value.rule == "AS-41"
    assert answer(VARIANT, asked).wins[0].value == 1

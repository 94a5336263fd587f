"""What no scenario of Lanzhou can show: the set, the deal, secrets, options, facts, reasons."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from lanzhou_table import played, room
from scripted import go_on, seen_by

from quexiang.engine import events as ev
from quexiang.engine.actions import (
    DISCARD,
    WIN,
    Action,
    Choose,
)
from quexiang.engine.refusals import NOT_HELD
from quexiang.engine.round import Round
from quexiang.engine.wall import Dice, Wall
from quexiang.errors import BadOption
from quexiang.match import deal
from quexiang.match.match import Match
from quexiang.tiles import SET_136, parse_tile, parse_tiles, tile_text, tiles_text
from quexiang.variants.lanzhou import VARIANT
from quexiang.variants.lanzhou.play import THROW

A, B, C, D = range(4)
SEATS = (A, B, C, D)
READY_HAND = "234m 678m 345p 678s 9p"
"""Waits for 9p."""
NO_THROW = {"throw_tiles": False}
SILENT = {"throw_tiles": False, "ready_mode": "silent"}


def discard(text: str) -> Action:
    return DISCARD[parse_tile(text)]


def throw(text: str) -> Choose:
    return Choose(THROW.key, tiles=tuple(parse_tiles(text)))


# The set, the deal, the match.


def test_lz_1_only_four_can_play() -> None:
    """LZ-1."""
    assert VARIANT.players == (4,)
    for players in (2, 3):
        with pytest.raises(BadOption, match="is played by 4"):
            VARIANT.choose({}, players)


def test_lz_2_the_set_is_four_of_thirty_four_kinds() -> None:
    """LZ-2."""
    counts = Counter(tile_text(tile) for tile in room().tiles)

    assert len(counts) == 34
    assert set(counts.values()) == {4}


def test_lz_3_chance_gives_every_seat_the_first_deal() -> None:
    """LZ-3."""
    rules = room(throw_tiles=False)
    walls = (Round(rules, Wall(SET_136), deal.dice(bytes([n])), dealer=None) for n in range(200))
    dealers = Counter(round_.table.dealer for round_ in walls)

    assert set(dealers) == set(SEATS)
    assert min(dealers.values()) > 25


@pytest.mark.parametrize("dealer", SEATS)
def test_lz_4_thirteen_each_from_the_dealer_on_then_the_dealer_draws(dealer: int) -> None:
    """LZ-4, LZ-13."""
    row = tuple(SET_136)
    dealt = Round(room(throw_tiles=False), Wall(row), Dice(lambda _: 1, lambda _: 0), dealer=dealer)
    assert dealt.log is not None

    hands = {e.seat: e.tiles for e in dealt.log if isinstance(e, ev.Dealt)}

    for place in range(4):
        blocks = [row[start + 4 * place : start + 4 * place + 4] for start in (0, 16, 32)]
        assert hands[(dealer + place) % 4] == (*blocks[0], *blocks[1], *blocks[2], row[48 + place])
    assert dealt.table.turn.drawn == row[52]
    assert dealt.table.left == 83


@pytest.mark.parametrize("rounds", [1, 3])
def test_lz_95_a_match_has_its_rounds_also_when_the_dealer_stays(rounds: int) -> None:
    """LZ-95, LZ-96: drawn rounds keep the dealer and count; totals are the sums."""
    match = Match(VARIANT, VARIANT.choose({"rounds": rounds}), 4, "match")
    while not match.over:
        round_ = match.start_round()
        while round_.asked:
            for seat, offers in list(round_.asked.items()):
                match.answer(seat, match.rules.neutral(round_.table, seat, offers))

    assert len(match.results) == rounds
    assert {round_.table.dealer for round_ in match.rounds} == {match.round.table.dealer}
    assert match.totals() == match.scores == (0, 0, 0, 0)


# Options.


def test_lz_97_the_defaults_are_the_first_values_listed() -> None:
    """LZ-97."""
    assert dict(VARIANT.choose({})) == {
        "throw_tiles": True,
        "ready_mode": "declare",
        "zhongfabai": True,
        "heisanfeng": True,
        "seven_pairs": True,
        "eyes": "none",
        "zuizi": "none",
        "claims": "two",
        "wins": "once",
        "base_score": 1,
        "rounds": 8,
        "discard_wins": "paid",
        "deal_by": "last_win",
    }


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("base_score", 0),
        ("base_score", 101),
        ("rounds", 0),
        ("rounds", 65),
        ("eyes", "258"),
        ("zuizi", "1s"),
        ("claims", "one"),
        ("wins", "thrice"),
        ("ready_mode", "both"),
        ("throw_tiles", "maybe"),
        ("birds", 1),
    ],
)
def test_lz_97_other_values_are_refused(key: str, value: object) -> None:
    """LZ-97."""
    with pytest.raises(BadOption):
        VARIANT.choose({key: value})


@pytest.mark.parametrize("key", ["base_score", "rounds"])
def test_lz_97_both_ends_of_a_range_are_allowed(key: str) -> None:
    """LZ-97."""
    option = next(option for option in VARIANT.options if option.key == key)

    for value in (1, option.high):
        assert VARIANT.choose({key: value})[key] == value


def test_lz_97_every_value_has_a_label_in_both_languages() -> None:
    """LZ-97."""
    for option in VARIANT.options:
        assert option.zh
        assert option.en
        assert option.rule in VARIANT.rules()
        assert len(option.labels) == len(option.values)
        assert all(label.zh and label.en for label in option.labels)


def test_lz_98_every_combination_makes_a_room() -> None:
    """LZ-98."""
    options = [option for option in VARIANT.options if option.values]
    every = list(product(*(option.choices() for option in options)))

    for values in every[::7]:
        given = dict(zip((option.key for option in options), values, strict=True))
        assert VARIANT.choose(given)
    assert len(every) == 2**5 * 7 * 5 * 3 * 3 * 2**2


# The throw.


def test_lz_10_nobody_sees_a_throw_until_all_have_chosen() -> None:
    """LZ-10."""
    script = played(hands={"A": "19m19p19s1234567z", "B": "19m19p19s1234567z"})
    before = {seat: len(seen_by(script, seat)) for seat in (B, C, D)}

    script.round.answer(A, throw("1m9m1p"))
    script.round.answer(D, throw(""))

    assert {seat: len(seen_by(script, seat)) for seat in (B, C)} == {B: before[B], C: before[C]}
    assert script.round.pending == [B, C]
    assert len(script.round.table.seats[A].hand.tiles()) == 13

    script.round.answer(C, throw(""))
    script.round.answer(B, throw("1z2z3z4z5z6z"))

    for seat in (*SEATS, None):
        laid = [event for event in seen_by(script, seat) if isinstance(event, ev.Laid)]
        assert [(e.seat, e.pile, tiles_text(e.tiles)) for e in laid] == [
            (A, "thrown", "19m1p"),
            (B, "thrown", "123456z"),
        ]


def test_lz_10_the_order_of_the_answers_does_not_matter() -> None:
    """LZ-10."""
    answers = {A: throw("1m9m1p"), B: throw(""), C: throw(""), D: throw("")}
    tables = []
    for order in ((A, B, C, D), (D, C, B, A)):
        script = played(hands={"A": "19m19p19s1234567z"})
        for seat in order:
            script.round.answer(seat, answers[seat])
        tables.append(script.round.table)

    assert tables[0] == tables[1]


def test_lz_10_all_are_asked_even_if_they_have_nothing_to_throw() -> None:
    """LZ-10: who is not asked would have shown his hand."""
    script = played(hands={"B": "234m 567m 234p 567p 8s"})

    assert list(script.round.asked) == [A, B, C, D]
    assert script.round.why_not(B, throw("1z2z3z")) == NOT_HELD


# Flow.


@pytest.mark.parametrize(("first", "decided"), [(A, False), (C, True)])
def test_lz_41_only_the_nearest_winner_need_not_wait(first: int, decided: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """LZ-41, LZ-42."""
    script = played(
        *("A discard 7z", "B discard 5m"),
        hands={
            "A": "46m 123p 456p 789p 1z1z",
            "B": "147m 258p 369s 3z3z4z4z",
            "C": "46m 123s 456s 789s 2z2z",
        },
        draws="7z 5m",
        options=SILENT,
    )
    assert {A, C} <= set(script.round.asked)

    script.round.answer(first, WIN)

    assert script.round.decided == decided


def test_lz_102_the_neutral_choice_throws_nothing_and_never_declares() -> None:
    """LZ-102."""
    script = played(hands={"A": READY_HAND, "C": "19m19p19s1234567z"}, draws="5z")
    rules, table = script.round.rules, script.round.table

    assert rules.neutral(table, C, script.round.asked[C]) == Choose(THROW.key)

    go_on(script, "turn A")

    assert rules.neutral(table, A, script.round.asked[A]) == discard("5z")


def test_lz_102_after_a_claim_the_last_tile_in_order_is_discarded() -> None:
    """LZ-102."""
    script = played(
        *("A discard 4z", "B discard 5p", "A pong"),
        hands={"A": "55p 147m 258s 2z3z3z5z6z"},
        draws="4z 5p",
        options=NO_THROW,
    )

    choice = script.round.rules.neutral(script.round.table, A, script.round.asked[A])

    assert choice == discard("6z")


def test_a_dozen_wins_are_told_one_by_one_with_what_each_paid() -> None:
    """LZ-74 to LZ-77, LZ-80, LZ-83: each win is followed by its own payments and their words."""
    script = played(
        *("A win", "B discard 2z", "A win", "C discard 3z", "A win", "D discard 4z", "A win") * 3,
        hands={"A": "234m 678m 345p 55s 1s1s"},
        draws="1z 2z 3z 4z" * 3,
        left=12,
        options=SILENT | {"wins": "all", "zuizi": "xiaoji", "base_score": 5},
    )

    told = [e for e in seen_by(script, None) if isinstance(e, ev.Won | ev.Paid)]

    groups: list[list[ev.Event]] = []
    for event in told:
        groups = [*groups, [event]] if isinstance(event, ev.Won) else groups
        groups[-1].append(event) if isinstance(event, ev.Paid) else None
    assert len(groups) == 12
    for number, (won, *paid) in enumerate(groups):
        assert isinstance(won, ev.Won)
        words = [(e.payer, e.payee, e.amount, e.rule, e.zh) for e in paid if isinstance(e, ev.Paid)]
        if number % 4 == 0:
            line = "底分5 × 倍数2 × 自摸2 = 20"
            assert words == [(loser, A, 20, "LZ-75", line) for loser in (B, C, D)]
        else:
            line = "底分5 × 倍数2 × 放炮3 = 30"
            assert words == [(won.payer, A, 30, "LZ-76", line)]
    assert sum(script.round.table.changes()) == 0

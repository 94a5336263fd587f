"""What no scenario of Lanzhou can show: the set, the deal, secrets, options, facts, reasons."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from lanzhou_table import go_on, played, room, seen_by

from quexiang.engine import events as ev
from quexiang.engine.actions import (
    ADDED,
    CONCEALED,
    DISCARD,
    EXPOSED,
    PONG,
    READY,
    WIN,
    Action,
    Choose,
    Chow,
)
from quexiang.engine.refusals import NOT_HELD, NOT_POSSIBLE
from quexiang.engine.round import Round
from quexiang.engine.view import View
from quexiang.engine.wall import Dice, Wall
from quexiang.errors import BadOption
from quexiang.match import deal
from quexiang.match.match import Match
from quexiang.scenarios.script import Script
from quexiang.tiles import SET_136, parse_tile, parse_tiles, tile_text, tiles_text
from quexiang.variants.lanzhou import VARIANT
from quexiang.variants.lanzhou.play import THROW

A, B, C, D = range(4)
SEATS = (A, B, C, D)
READY_HAND = "234m 678m 345p 678s 9p"
"""Waits for 9p."""
OTHER_HAND = "456m 123s 456s 789s 1p"
"""Waits for 1p."""
NO_THROW = {"throw_tiles": False}
SILENT = {"throw_tiles": False, "ready_mode": "silent"}


def discard(text: str) -> Action:
    return DISCARD[parse_tile(text)]


def ready(text: str) -> Action:
    return READY[parse_tile(text)]


def throw(text: str) -> Choose:
    return Choose(THROW.key, tiles=tuple(parse_tiles(text)))


def facts(script: Script, seat: int | None) -> dict[str, list[str]]:
    """The facts that a seat is shown, from its own view, in English and Chinese."""
    log = script.round.log
    assert log is not None
    rules = script.round.rules
    found: dict[str, list[str]] = {}
    for fact in rules.facts(View(rules, log, seat).table, seat):
        assert fact.zh
        assert fact.rule in rules.rule_ids
        found.setdefault(fact.key, []).append(fact.en)
    return found


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


# Secrets and what is shown.


def test_lz_22_a_declaration_is_public_and_the_waits_are_not() -> None:
    """LZ-22, LZ-99."""
    script = played("A ready discard 5z", hands={"A": READY_HAND}, draws="5z")

    for seat in (B, C, D, None):
        view = room().new_table().fold(seen_by(script, seat))
        assert {"ting", "locked"} <= set(view.seats[A].marks)
        assert facts(script, seat)["declared"] == ["declared with White"]
        assert "waits" not in facts(script, None)
    assert facts(script, A)["waits"] == ["waiting for 9 dots"]


def test_lz_30_only_the_bather_knows() -> None:
    """LZ-30."""
    script = played("A discard 5z", hands={"A": READY_HAND}, draws="5z", options=NO_THROW)

    for seat in (B, C, D, None):
        view = room().new_table().fold(seen_by(script, seat))
        assert "xizao" not in view.seats[A].marks
        assert not any(isinstance(event, ev.Marked) for event in seen_by(script, seat))
    assert "xizao" in room().new_table().fold(seen_by(script, A)).seats[A].marks


def test_lz_84_the_won_tile_goes_from_the_row_to_the_winners_pile() -> None:
    """LZ-84: the hand stays hidden, tile and patterns are public."""
    script = played(
        *("A discard 1z", "B discard 9p", "A win", "turn C"),
        hands={"A": READY_HAND},
        draws="1z 9p",
        options=SILENT,
    )
    table = script.round.table

    assert table.seats[B].open_river == []
    assert table.seats[A].piles == {"won": (parse_tile("9p"),)}
    for seat in (B, C, D, None):
        view = room().new_table().fold(seen_by(script, seat))
        assert view.seats[A].hidden == 13
        assert view.seats[A].piles == {"won": (parse_tile("9p"),)}
        assert view.wins == table.wins


def test_lz_88_all_hands_are_shown_at_the_end_and_not_before() -> None:
    """LZ-88."""
    script = played(hands={"A": READY_HAND}, draws="9p 1z", left=2, options=SILENT)
    go_on(script, "A discard 9p")
    assert not any(isinstance(event, ev.Revealed) for event in seen_by(script, None))

    go_on(script, "auto end")

    shown = {e.seat: e.tiles for e in seen_by(script, None) if isinstance(e, ev.Revealed)}
    assert sorted(shown) == [A, B, C, D]
    assert shown[A] == tuple(sorted(parse_tiles(READY_HAND)))


def test_lz_99_the_kind_of_a_concealed_kong_is_public() -> None:
    """LZ-99."""
    script = played("A kong 1m", hands={"A": "1111m 258p 369s 123z"}, options=NO_THROW)

    for seat in (B, C, D, None):
        view = room().new_table().fold(seen_by(script, seat))
        assert [tiles_text(meld.tiles) for meld in view.seats[A].melds] == ["1111m"]


def test_lz_99_everybody_sees_zuizi_self_draws_and_the_last_win() -> None:
    """LZ-99."""
    script = played(
        *("A discard 1z", "B discard 9p", "A win", "turn C"),
        hands={"A": READY_HAND},
        draws="1z 9p",
        options=SILENT | {"zuizi": "jidan"},
    )

    for seat in (*SEATS, None):
        shown = facts(script, seat)
        assert shown["zuizi"] == ["zuizi 1 bamboo, 1 dots"]
        assert shown["self_draws"] == ["self-draws 0 of 1"]
        assert shown["last_win"] == ["last win A"]


@pytest.mark.parametrize(
    ("wins", "text"), [("twice", "self-draws 1 of 2"), ("all", "self-draws 1, to the last tile")]
)
def test_lz_99_self_draws_are_counted_against_their_limit(wins: str, text: str) -> None:
    """LZ-99, LZ-82, LZ-83."""
    script = played("A win", hands={"A": READY_HAND}, draws="9p", options=SILENT | {"wins": wins})

    assert facts(script, None)["self_draws"] == [text]
    assert "last_win" not in facts(script, None)


def test_lz_98_idle_zuizi_are_said_to_be_idle() -> None:
    """LZ-98."""
    off = {"zuizi": "xiaoji", "zhongfabai": False, "heisanfeng": False}
    script = played(options=off)

    assert facts(script, B)["zuizi"] == ["zuizi 1 bamboo, without effect"]


def test_lz_98_hard_eyes_warn_of_a_throw_of_twelve() -> None:
    """LZ-98."""
    assert "warning" in facts(played(options={"eyes": "hard258"}), A)
    assert "warning" not in facts(played(options={"eyes": "soft258"}), A)
    assert "warning" not in facts(played("turn A", options={"eyes": "hard258"}), A)


def test_lz_100_in_the_throw_one_sees_which_tiles_may_be_thrown() -> None:
    """LZ-100."""
    script = played(hands={"A": "1m9p5z5z 234m 567p 345s"})

    assert facts(script, A)["throwable"] == ["may be thrown 1 characters, 9 dots, White"]
    assert "throwable" not in facts(script, None)
    assert "throwable" not in facts(played("turn A", hands={"A": READY_HAND}), A)


def test_lz_100_the_undeclared_sees_what_to_declare_with_and_what_not() -> None:
    """LZ-100, LZ-21, LZ-32."""
    script = played(hands={"A": READY_HAND}, draws="5z 1z 2z 3z 4z", options=NO_THROW)

    assert facts(script, A)["ready_discard"] == [
        "declare with 9 dots for White",
        "declare with White for 9 dots",
    ]
    assert "ready_discard" not in facts(script, B)

    go_on(script, "A discard 5z", "auto 3", "turn A")

    assert facts(script, A)["barred"] == ["bathing, no declaring with North"]
    assert facts(script, A)["ready_discard"] == ["declare with 9 dots for North"]


def test_lz_100_the_declared_sees_waits_block_and_safety() -> None:
    """LZ-100, LZ-26, LZ-28."""
    script = played(
        "A ready discard 6m",
        hands={"A": "45m 123p 456p 789p 1z1z"},
        draws="6m 2z 3z 4z 9s",
        options=NO_THROW,
    )

    shown = facts(script, A)
    assert shown["waits"] == ["waiting for 3 characters, 6 characters"]
    assert shown["same"] == ["before your next draw you cannot win 6 characters"]
    assert shown["safe"] == ["your discards cannot be won"]
    assert not {"waits", "same", "safe"} & set(facts(script, B))

    go_on(script, "auto 3", "turn A")

    assert "same" not in facts(script, A)
    assert facts(script, A)["waits"] == ["waiting for 3 characters, 6 characters"]


# Flow.


@pytest.mark.parametrize(("first", "decided"), [(A, False), (C, True)])
def test_lz_41_only_the_nearest_winner_need_not_wait(first: int, decided: bool) -> None:  # noqa: FBT001
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


# Reasons.

THREE = {"claims": "three"}
REASONS: list[tuple[str, dict[str, object], tuple[str, ...], int, Action, str]] = [
    ("LZ-8", {"hands": {"A": "19m28m 19p28p 111z 5z 5s"}}, (), A, throw("1m9m2m"), "LZ-8"),
    ("LZ-9", {"hands": {"A": "19m28m 19p28p 111z 5z 5s"}}, (), A, throw("1m9m1p9p"), "LZ-9"),
    (
        "no win straight after a pong",
        {"hands": {"A": "123m 456m 789m 55p 11s"}, "draws": "4z 5p", "options": SILENT},
        ("A discard 4z", "B discard 5p", "A pong"),
        *(A, WIN, "LZ-15"),
    ),
    (
        "no kong straight after a pong",
        {"hands": {"A": "1111m 55p 258s 147p 9m"}, "draws": "4z 5p", "options": NO_THROW},
        ("A discard 4z", "B discard 5p", "A pong"),
        *(A, CONCEALED[0], "LZ-15"),
    ),
    ("undeclared", {"hands": {"A": READY_HAND}, "draws": "9p"}, ("turn A",), A, WIN, "LZ-19"),
    (
        "no wait left",
        {"hands": {"A": READY_HAND}, "draws": "5z"},
        ("turn A",),
        *(A, ready("2m"), "LZ-21"),
    ),
    (
        "already declared",
        {"hands": {"A": READY_HAND}, "draws": "5z 1z 2z 3z 4z"},
        ("A ready discard 5z", "auto 3", "turn A"),
        *(A, ready("4z"), "LZ-22"),
    ),
    (
        "locked",
        {"hands": {"A": READY_HAND}, "draws": "5z 1z 2z 3z 4z"},
        ("A ready discard 5z", "auto 3", "turn A"),
        *(A, discard("2m"), "LZ-23"),
    ),
    (
        "a locked kong that changes the waits",
        {"hands": {"A": "333m 45m 678p 678s 22z"}, "draws": "4z 1z 5z 6z 3m", "options": NO_THROW},
        ("A ready discard 4z", "auto 3", "turn A"),
        *(A, CONCEALED[2], "LZ-25"),
    ),
    (
        "silent",
        {"hands": {"A": READY_HAND}, "draws": "5z", "options": SILENT},
        (),
        *(A, ready("5z"), "LZ-29"),
    ),
    (
        "bathing",
        {"hands": {"A": READY_HAND}, "draws": "5z 1z 2z 3z 4z", "options": NO_THROW},
        ("A discard 5z", "auto 3", "turn A"),
        *(A, ready("4z"), "LZ-32"),
    ),
    (
        "a kong in a closed room",
        {"hands": {"A": "3333m 147p 147s 2z3z5z"}, "options": NO_THROW | {"claims": "closed"}},
        (),
        *(A, CONCEALED[2], "LZ-48"),
    ),
    (
        "a kong with the last tile",
        {"hands": {"A": "3333m 147p 147s 2z5z6z"}, "options": NO_THROW, "left": 1},
        (),
        *(A, CONCEALED[2], "LZ-44"),
    ),
    (
        "a hand that is not complete",
        {"hands": {"A": READY_HAND}, "draws": "5z", "options": SILENT},
        (),
        *(A, WIN, NOT_POSSIBLE),
    ),
    (
        "a kong of tiles that make none",
        {"hands": {"A": "333m 147p 147s 2z5z6z1m"}, "draws": "9m", "options": NO_THROW},
        (),
        *(A, ADDED[2], NOT_POSSIBLE),
    ),
]


@pytest.mark.parametrize(
    ("setup", "steps", "seat", "action", "rule"),
    [reason[1:] for reason in REASONS],
    ids=[reason[0] for reason in REASONS],
)
def test_lz_101_a_refusal_on_a_turn_names_its_rule(
    setup: dict[str, object], steps: tuple[str, ...], seat: int, action: Action, rule: str
) -> None:
    """LZ-101."""
    script = played(*steps, **setup)

    assert script.round.why_not(seat, action) == rule


def test_lz_101_refused_wins_on_a_discard_name_their_rule() -> None:
    """LZ-19, LZ-26, LZ-28."""
    watcher = {"C": "9p9p 66m 369s 5z5z6z6z77z"}
    undeclared = played(
        *("A discard 1z", "B discard 9p"),
        hands={"A": READY_HAND, **watcher},
        draws="1z 9p",
        options=NO_THROW,
    )
    assert undeclared.round.why_not(A, WIN) == "LZ-19"

    blocked = played(
        *("A ready discard 6m", "B discard 6m"),
        hands={"A": "45m 123p 456p 789p 1z1z", **watcher},
        draws="6m 6m",
        options=NO_THROW,
    )
    go_on(blocked, "C can pass")
    assert blocked.round.why_not(A, WIN) == "LZ-28"

    safe = played(
        *("A ready discard 5z", "B discard 6z", "C discard 7z", "D ready discard 4z"),
        hands={"A": READY_HAND, "D": OTHER_HAND, "B": "1p1p 147m 258s 3z3z4z4z7z"},
        draws="5z 6z 7z 4z 1p",
        options=NO_THROW,
    )
    go_on(safe, "turn A", "A discard 1p", "B can pong")
    assert safe.round.why_not(D, WIN) == "LZ-26"


@pytest.mark.parametrize(
    ("options", "left", "chow", "pong", "kong"),
    [
        ({}, 20, "LZ-36", None, None),
        (THREE, 20, None, None, None),
        ({"claims": "closed"}, 20, "LZ-36", "LZ-36", "LZ-48"),
        (THREE, 2, "LZ-43", "LZ-43", "LZ-43"),
    ],
    ids=["two", "three", "closed", "empty wall"],
)
def test_lz_101_refused_claims_name_their_rule(
    options: dict[str, object], left: int, chow: str | None, pong: str | None, kong: str | None
) -> None:
    """LZ-36, LZ-43, LZ-48: C could chow, pong or kong the 3m; D waits for it and is asked."""
    script = played(
        *("A discard 1z", "B discard 3m"),
        hands={"C": "333m 45m 147p 147s 2z3z", "D": "24m 123s 456s 789s 2z2z"},
        draws="1z 3m",
        left=left,
        options=SILENT | options,
    )
    go_on(script, "D can win")
    three = parse_tile("3m")
    reasons = {Chow(three + 1, three + 2): chow, PONG: pong, EXPOSED[three]: kong}

    for action, rule in reasons.items():
        offered = action in script.round.asked.get(C, [])
        assert offered == (rule is None)
        assert offered or script.round.why_not(C, action) == rule


def test_lz_24_a_locked_claim_names_its_rule() -> None:
    """LZ-24."""
    script = played(
        *("A ready discard 1z", "B discard 7s"),
        hands={"A": "234m 678m 345p 777s 9p", "C": "56s 147m 258p 3z3z4z4z5z"},
        draws="1z 7s",
        options=NO_THROW | THREE,
    )
    go_on(script, "C can chow 56s")

    for action in (PONG, EXPOSED[parse_tile("7s")]):
        assert script.round.why_not(A, action) == "LZ-24"

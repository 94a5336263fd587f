"""Rules of Anshun that no scenario can show: deal, secrets, facts, the match, reasons."""

from __future__ import annotations

from collections import Counter

import pytest
from anshun_table import QUIET, facts, played, room, view

from quexiang.engine import events as ev
from quexiang.engine.actions import (
    PASS,
    PONG,
    WIN,
)
from quexiang.engine.round import Round
from quexiang.engine.wall import Dice, Wall
from quexiang.errors import BadOption
from quexiang.match.match import Match
from quexiang.rules.opening import Deal
from quexiang.scenarios.script import Script
from quexiang.tiles import SET_108, parse_tile, tile_text
from quexiang.variants.anshun import VARIANT
from quexiang.variants.anshun.play import throw_for_dealer

A, B, C, D = range(4)
SEATS = (A, B, C, D)
PLAIN = "123m 456m 789p 67s 99p"
"""Waits for 5s and 8s, as a plain hand."""


def paid(script: Script, block: str) -> list[ev.Paid]:
    return [payment for payment in script.round.table.paid if payment.block == block]


def test_as_1_only_four_can_play() -> None:
    """AS-1."""
    assert VARIANT.players == (4,)
    for players in (2, 3):
        with pytest.raises(BadOption, match="is played by 4"):
            VARIANT.choose({}, players)


def test_as_2_the_set_is_four_of_twenty_seven_kinds() -> None:
    """AS-2."""
    counts = Counter(tile_text(tile) for tile in room().tiles)

    assert len(counts) == 27
    assert set(counts.values()) == {4}
    assert {tile[1] for tile in counts} == set("mps")


def test_as_3_everybody_sees_every_throw_and_whose_it_is() -> None:
    """AS-3, AS-4, AS-87: red and white."""
    script = played(dealer="auto", dice=[6, 1, 6, 2, 1, 3, 1, 4, 2, 5, 3, 6])

    for seat in (*SEATS, None):
        log = [event.seen_by(seat) for event in script.round.log or []]
        rolls = [(e.seat, e.dice) for e in log if isinstance(e, ev.Rolled)]
        assert rolls == [
            (A, (6, 1)),
            (B, (6, 2)),
            (C, (1, 3)),
            (D, (1, 4)),
            (A, (2, 5)),
            (B, (3, 6)),
        ]
        assert view(script, seat).dealer == B


@pytest.mark.parametrize("dealer", SEATS)
def test_as_5_the_deal_goes_round_in_fours_from_the_dealer(dealer: int) -> None:
    """AS-5, AS-6."""
    row = tuple(SET_108)
    round_ = Round(room(), Wall(row), Dice(lambda _: 1, lambda _: 0), dealer=dealer)
    assert round_.log is not None

    hands = {e.seat: e.tiles for e in round_.log if isinstance(e, ev.Dealt)}

    for place in range(4):
        blocks = [row[start + 4 * place : start + 4 * place + 4] for start in (0, 16, 32)]
        last = (row[48 + place], row[52]) if place == 0 else (row[48 + place],)
        assert hands[(dealer + place) % 4] == (*blocks[0], *blocks[1], *blocks[2], *last)
    assert round_.table.turn.drawn == row[52]
    assert round_.table.left == 55


def test_as_8_nothing_comes_before_play_but_the_deal() -> None:
    """AS-8."""
    assert [type(phase) for phase in room().phases] == [Deal]
    assert room().new_table().wild == ()


def test_as_18_answers_stay_secret_until_the_window_closes() -> None:
    """AS-18: the others and spectators see nothing of an answer."""
    hands = {
        "A": "13579m 2468p 2479s 5p",
        "C": "55p 1379m 139p 2468s",
        "D": "11m 33m 66m 99m 44s 88s 5p",
    }
    script = played("A discard 5p", hands=hands)
    before = {seat: len(view_log(script, seat)) for seat in (*SEATS, None)}

    script.round.answer(C, PONG)

    assert script.round.pending == [D]
    grown = {seat: len(view_log(script, seat)) - before[seat] for seat in before}
    assert grown == {A: 0, B: 0, C: 1, D: 0, None: 0}
    assert not script.round.decided
    script.round.answer(D, PASS)
    assert view(script, None).seats[C].melds[0].kind == "pong"


def view_log(script: Script, seat: int | None) -> list[ev.Event]:
    seen = (event.seen_by(seat) for event in script.round.log or [])
    return [event for event in seen if event is not None]


def test_as_18_a_win_settles_the_window_unless_another_may_win_too() -> None:
    """AS-17, AS-18: closing early must not change who wins."""
    hands = {"A": "13579m 2468p 2479s 8s", "B": "88s 2468m 135p 3569s"}
    hands["D"] = "11m 44m 77m 22p 66p 33s 8s"
    script = played("A discard 8s", hands=hands)

    script.round.answer(D, WIN)

    assert script.round.decided
    hands["B"] = "22m 99m 33p 44p 77p 55s 8s"
    both = played("A discard 8s", hands=hands)
    both.round.answer(D, WIN)
    assert not both.round.decided


def test_as_21_a_concealed_kong_is_known_to_everyone() -> None:
    """AS-21, AS-87."""
    script = played("A kong 2m", hands={"A": "2222m 147p 258s 69p 38s"})

    for seat in (*SEATS, None):
        (meld,) = view(script, seat).seats[A].melds
        assert meld.kind == "concealed"
        assert [tile_text(tile) for tile in meld.tiles] == ["2m"] * 4


def test_as_22_only_its_owner_is_told_that_a_pong_is_full() -> None:
    """AS-22, AS-87."""
    hands = {"A": "13579m 2468p 2479s 5p", "B": "555p 2468m 137p 368s"}
    script = played("A discard 5p", "B pong", "turn B", hands=hands)

    marked = {seat: view(script, seat).seats[B].marks for seat in (*SEATS, None)}

    assert marked[B] == {"full_pong": (parse_tile("5p"),)}
    assert [marks for seat, marks in marked.items() if seat != B] == [{}] * 4


def test_as_30_everybody_sees_a_declaration() -> None:
    """AS-30, AS-87."""
    script = played("A tianting 8m", hands={**QUIET, "A": f"{PLAIN} 8m"})

    assert all("tianting" in view(script, seat).seats[A].marks for seat in (*SEATS, None))


def test_as_59_everybody_sees_who_has_the_first_chicken_out() -> None:
    """AS-59, AS-87: or that there can be none any more."""
    hands = {**QUIET, "A": "13579m 2468p 2479s 1s"}
    lying = played("A discard 1s", "turn B", hands=hands)
    claimed = played("A discard 1s", "C pong", hands={**hands, "C": "11s 13579m 137p 246s"})

    for seat in (*SEATS, None):
        assert "chongfengji" in view(lying, seat).seats[A].marks
        assert facts(lying, seat, "chongfengji") == []
        assert "chongfengji" not in view(claimed, seat).seats[A].marks
        (fact,) = facts(claimed, seat, "chongfengji")
        assert (fact.zh, fact.rule) == ("本局没有冲锋鸡了", "AS-59")


def test_as_74_win_beans_and_chickens_are_three_blocks() -> None:
    """AS-48, AS-64, AS-72, AS-73, AS-74: each with its own arithmetic, in both languages."""
    hands = {
        "A": "5555m 13579p 247s 1s9s",
        "B": "22m 66s 33m 44p 77p 88p 9m",
        "C": "1379m 1379p 24689s",
        "D": "2468m 23568p 5799s",
    }
    steps = ("A kong 5m", "A discard 1s", "B discard 2p", "C discard 9m", "B win")
    script = played(
        *steps, hands=hands, back="1s", draws="2p 9m", turned="2s", options={"base_stake": 5}
    )

    (win,) = paid(script, "win")
    assert (win.payer, win.payee, win.rule) == (C, B, "AS-66")
    assert (win.zh, win.en) == ("底注5 × 小七对10 = 50", "base stake 5 × seven pairs 10 = 50")
    assert [(p.payer, p.payee, p.zh) for p in paid(script, "beans")] == [
        (payer, A, "底注5 × 闷豆五万2 = 10") for payer in (B, C, D)
    ]
    own = [p for p in paid(script, "chickens") if p.payee == A]
    assert [p.payer for p in own] == [B, C, D]
    assert {p.zh for p in own} == {
        "底注5 × (手里一条×1 × (固定鸡1 + 摇摆鸡1) + 打出一条×1 × 冲锋鸡2) = 20"
    }
    assert {p.en for p in own} == {
        "base stake 5 × (1s in hand × 1 × (fixed 1 + swing 1) + 1s discarded × 1 × first out 2) = 20"  # noqa: E501 - as it is told
    }
    assert [block.key for block in VARIANT.blocks] == ["win", "beans", "chickens", "ready"]


def test_as_72_each_kind_of_bean_is_named_and_a_given_one_is_paid_by_its_giver() -> None:
    """AS-48, AS-72."""
    hands = {
        "A": "777m 2468p 13579s 9m 5p",
        "B": "55p 2468m 137p 368s 9s",
        "C": "2222s 1359m 1389p 6s",
        "D": "123m 456m 789p 67s 99p",
    }
    script = played(
        *("A discard 5p", "B pong", "B discard 9s", "C kong 2s", "C discard 6s", "D discard 7m"),
        *("A kong", "A discard 3m", "B kong 5p", "B discard 6m", "C discard 4s", "D win"),
        hands=hands,
        draws="8s 7m 5p 4s 5s",
        back="6s 3m 6m",
        turned="2p",
    )

    named = {(p.payer, p.payee): p.zh for p in paid(script, "beans")}

    assert named[D, A] == "底注1 × 点豆七万1 = 1"
    assert (B, A) not in named
    assert {named[payer, B] for payer in (A, C, D)} == {"底注1 × 转弯豆五筒1 = 1"}
    assert {named[payer, C] for payer in (A, B, D)} == {"底注1 × 闷豆二条2 = 2"}


def test_as_78_in_a_tournament_every_dealer_is_thrown_for() -> None:
    """AS-78: whoever won or was ready."""
    options = VARIANT.choose({"tournament": True, "rounds": 12})
    match = Match(VARIANT, options, 4, "tournament")
    while not match.over:
        round_ = match.start_round()
        while not round_.over:
            play_neutral(match)

    for number, round_ in enumerate(match.rounds):
        dice = round_.table.dice
        own = thrown_for(dice) if number == 0 else 0
        end = round_.table.end
        assert end is not None
        assert throw_for_dealer(dice[own:]) == ev.Seated(end.next_dealer or 0)
    dealers = [round_.table.dealer for round_ in match.rounds]
    ends = [round_.table.end for round_ in match.rounds]
    assert dealers[1:] == [end.next_dealer for end in ends[:-1] if end is not None]
    assert len(set(dealers)) > 1


def thrown_for(dice: tuple[int, ...]) -> int:
    """How many of the dice decided the first dealer."""
    return next(
        n for n in range(0, len(dice) + 1, 2) if isinstance(throw_for_dealer(dice[:n]), ev.Seated)
    )


def play_neutral(match: Match) -> None:
    round_ = match.round
    for seat, offers in list(round_.asked.items()):
        match.answer(seat, round_.rules.neutral(round_.table, seat, offers))


@pytest.mark.parametrize("rounds", [1, 3])
def test_as_84_a_match_has_so_many_rounds_whoever_deals(rounds: int) -> None:
    """AS-84, AS-85: drawn rounds count, totals are the sums of the changes."""
    match = Match(VARIANT, VARIANT.choose({"rounds": rounds}), 4, "length")
    while not match.over:
        match.start_round()
        while not match.round.over:
            play_neutral(match)

    assert len(match.results) == rounds
    assert match.totals() == tuple(map(sum, zip(*match.results, strict=True)))
    assert sum(match.totals()) == 0


def test_as_85_equal_totals_share_a_rank() -> None:
    """AS-85."""
    match = Match(VARIANT, VARIANT.choose({}), 4, "ranks")
    match.results = [(6, -2, -2, -2), (-8, 1, 8, -1)]

    assert match.totals() == (-2, -1, 6, -3)
    assert match.ranks() == (3, 2, 1, 4)
    match.results = [(6, -2, -2, -2)]
    assert match.ranks() == (1, 2, 2, 2)


def test_as_86_there_are_three_options_besides_the_readings() -> None:
    """AS-86."""
    assert {option.key: option.default for option in VARIANT.options} == {
        "rounds": 8,
        "base_stake": 1,
        "tournament": False,
        "robbed_pay": "once",
        "tianting_base": "added",
        "tianting_double": "sum",
        "kept_fourth": "barred",
        "hot_plain": "open",
    }
    for given in ({"rounds": 1}, {"rounds": 64}, {"base_stake": 100}, {"tournament": "on"}):
        VARIANT.choose(given)


@pytest.mark.parametrize(
    "given",
    [
        {"rounds": 0},
        {"rounds": 65},
        {"base_stake": 0},
        {"base_stake": 101},
        {"tournament": "perhaps"},
        {"players": 3},
        {"chow": True},
    ],
)
def test_as_86_everything_else_is_refused(given: dict[str, object]) -> None:
    """AS-86."""
    with pytest.raises(BadOption):
        VARIANT.choose(given)

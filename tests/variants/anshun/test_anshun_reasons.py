"""安顺: what is refused names its rule."""

from __future__ import annotations

from anshun_table import QUIET, played
from test_anshun_rules import PLAIN, A, B, C, D

from quexiang.engine.actions import (
    ADDED,
    CONCEALED,
    DISCARD,
    EXPOSED,
    PONG,
    WIN,
    Discard,
)
from quexiang.tiles import parse_tile


def test_the_reason_against_a_plain_win_without_a_bean_is_as_41() -> None:
    hands = {**QUIET, "A": "13579m 2468p 2479s 8s", "B": "88s 2468m 135p 3569s", "C": PLAIN}
    script = played("A discard 8s", hands=hands)

    assert script.round.why_not(C, WIN) == "AS-41"
    assert script.round.why_not(D, WIN) == "not possible"


def test_the_reasons_after_a_pong_are_as_11_and_as_27() -> None:
    hands = {**QUIET, "A": "13579m 2468p 2479s 5p", "B": "123m 456m 789m 22s 55p"}
    script = played("A discard 5p", "B pong", "turn B", hands=hands)

    assert script.round.why_not(B, WIN) == "AS-11"
    assert script.round.why_not(B, Discard(parse_tile("2s"), "tianting")) == "AS-27"


def test_the_reason_against_extending_a_full_pong_is_as_22() -> None:
    hands = {**QUIET, "A": "13579m 2468p 2479s 5p", "B": "555p 2468m 137p 368s"}
    steps = ("A discard 5p", "B pong", "B discard 8s", "auto 3", "turn B")
    script = played(*steps, hands=hands, draws="1m 1p 4s 4m")

    assert script.round.why_not(B, ADDED[parse_tile("5p")]) == "AS-22"


def test_the_reason_against_a_kong_without_a_tile_to_draw_is_as_24() -> None:
    hands = {
        "A": "13579m 2468p 2349s 5p",
        "B": "777s 2468m 13p 3589s",
        "C": "555p 139m 17p 24689s",
    }
    late = played("A discard 5p", hands=hands, left=0)
    own = played("A discard 5p", "turn B", hands=hands, left=1, draws="7s")

    assert late.round.why_not(C, EXPOSED[parse_tile("5p")]) == "AS-24"
    assert own.round.why_not(B, CONCEALED[parse_tile("7s")]) == "AS-24"


def test_the_reason_against_changing_a_declared_hand_is_as_29() -> None:
    hands = {"A": "111m 456m 789p 67s 99p 8m"}
    steps = ("A tianting 8m", "auto 3", "turn A")
    script = played(*steps, hands=hands, draws="1p 1p 4s 1m")

    assert script.round.why_not(A, DISCARD[parse_tile("9p")]) == "AS-29"
    assert script.round.why_not(A, CONCEALED[parse_tile("1m")]) == "AS-29"
    assert script.round.why_not(A, Discard(parse_tile("1m"), "tianting")) == "AS-27"


def test_the_reason_against_a_claim_by_a_declared_hand_is_as_29() -> None:
    hands = {"A": "111m 456p 789p 67s 99s 8m", "C": "23m 44m 567m 789m 666m"}
    script = played("A tianting 8m", "B discard 1m", hands=hands, draws="1m")

    assert WIN in script.round.asked[C]
    assert script.round.why_not(A, PONG) == "AS-29"
    assert script.round.why_not(A, EXPOSED[parse_tile("1m")]) == "AS-29"

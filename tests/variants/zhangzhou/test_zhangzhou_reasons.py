"""漳州: what is refused names its rule."""

from __future__ import annotations

from scripted import go_on
from test_zhangzhou_rules import DEALER, LATE, SHAPE
from zhangzhou_table import A, B, C, played

from quexiang.engine.actions import (
    ADDED,
    CONCEALED,
    DISCARD,
    EXPOSED,
    PONG,
    WIN,
    Action,
    Chow,
)
from quexiang.engine.refusals import NOT_POSSIBLE
from quexiang.scenarios.script import Script
from quexiang.tiles import parse_tile


def reason(script: Script, seat: int, action: Action) -> str:
    return script.round.why_not(seat, action)


def test_the_reason_on_the_first_hand_is_zz_18() -> None:
    script = played("A pass", hands={"A": "123m 456m 789m 123p 456p 99s"})

    assert reason(script, A, WIN) == "ZZ-18"


def test_the_reason_after_a_claim_is_zz_23() -> None:
    hands = {"A": "147m 258p 369s 2345677z 4m", "B": "23m 4444p 789m 123s 99s 23p"}
    script = played("A discard 4m", "B chow 23m", "turn B", hands=hands)

    assert reason(script, B, CONCEALED[parse_tile("4p")]) == "ZZ-23"
    assert reason(script, B, WIN) == "ZZ-23"


def test_the_reason_against_a_gold_after_a_claim_is_zz_24() -> None:
    hands = {"A": "147m 258p 369s 2345677z 9m", "B": "99m 147p 258s 11234466z"}
    script = played("A discard 9m", "B pong", "turn B", hands=hands)

    assert reason(script, B, DISCARD[parse_tile("1z")]) == "ZZ-24"


def test_the_reason_against_claims_on_a_gold_is_zz_25() -> None:
    hands = {"A": "147m 258p 369s 2345677z 1z", "B": "369m 147p 258s 23446z 11z"}
    script = played("A discard 1z", hands=hands)

    assert reason(script, B, PONG) == "ZZ-25"
    assert script.round.table.due.seat == B


def test_the_reason_against_late_kongs_is_zz_39() -> None:
    own = played(hands={"A": "1111m 258p 369s 234677z 8m"}, left=20)
    hands = {"A": "147m 258p 369s 2346677z 9m", "B": "999m 123m 345p 678p 77s 45s"}
    others = played("A discard 9m", hands=hands, left=20)

    assert reason(own, A, CONCEALED[parse_tile("1m")]) == "ZZ-39"
    assert reason(others, B, EXPOSED[parse_tile("9m")]) == "ZZ-39"


def test_reasons_against_wins_on_discards() -> None:
    """ZZ-48, ZZ-49, ZZ-55, ZZ-59."""
    late = {"A": "147m 258p 369s 2346677z 6s"}
    two = played("A discard 6s", hands={**late, "C": "123m 456m 345p 6p 11z 99s 45s"})
    level = played("A discard 6s", hands={**late, "C": SHAPE})
    passed = played(
        "C pass",
        "A discard 6s",
        "C pass",
        "B discard 6s",
        hands={**late, "C": LATE["C"]},
        draws="6s",
    )
    out = played(
        "A discard 1z", "B discard 6s", hands={"A": f"{DEALER[:-2]}1z", "C": LATE["C"]}, draws="6s"
    )

    assert reason(two, C, WIN) == "ZZ-48"
    assert reason(level, C, WIN) == "ZZ-55"
    assert reason(passed, C, WIN) == "ZZ-59"
    assert reason(out, C, WIN) == "ZZ-49"


def test_reasons_under_shuangyou_and_sanyou_are_zz_54() -> None:
    hands = {
        "A": "147m 258p 369s 2446677z 9m",
        "B": SHAPE,
        "C": "588m 369p 148s 2233355z",
    }
    script = played(
        "B pass",
        "A discard 9m",
        "B discard 1z",
        "C discard 7s",
        hands=hands,
        draws="1z 7s 2z 3m 1z 3z",
    )

    assert reason(script, B, PONG) == "ZZ-54"
    assert EXPOSED[parse_tile("7s")] in script.round.asked[B]
    go_on(script, "B pass", "D discard 2z", "A discard 3m")
    assert reason(script, B, Chow(parse_tile("1m"), parse_tile("2m"))) == "ZZ-54"
    go_on(script, "B discard 1z")
    assert reason(script, C, CONCEALED[parse_tile("3z")]) == "ZZ-54"


def test_the_reason_against_a_passed_pong_is_zz_58() -> None:
    hands = {"A": "147m 258p 369s 2446677z 3z", "C": "33z 258m 369p 147s 22446z"}
    script = played("A discard 3z", "C pass", "B discard 3z", hands=hands, draws="3z")

    assert reason(script, C, PONG) == "ZZ-58"


def test_the_reason_against_robbing_at_shuangyou_is_zz_55() -> None:
    hands = {
        "D": "147m 258p 36s 2346677z 8s 9s",
        "A": "99s 147m 258p 36s 222456z",
        "B": SHAPE,
        "C": "123p 456p 789p 123s 456s 1z",
    }
    script = played(
        "D discard 9s",
        "A pong",
        "A discard 2z",
        "B discard 1z",
        "auto 2",
        "A kong 9s",
        dealer="D",
        hands=hands,
        draws="1z 8m 8m 9s",
    )

    assert reason(script, B, WIN) == "ZZ-55"
    assert WIN in script.round.asked[C]
    assert ADDED[parse_tile("9s")] not in script.round.asked[C]


def test_zz_18_does_not_explain_a_hand_that_its_kong_left_incomplete() -> None:
    """ZZ-18 closes the first hand only; after a replacement the tiles decide."""
    hands = {
        "A": "1111m 23m 567m 345p 678p 99s",
        "B": "4479m 258p 369s 234567z",
        "C": "258m 369p 1479s 234567z",
        "D": "369m 1479p 258s 234567z",
    }
    script = played("A pass", hands=hands, back="8s")

    first = script.round.why_not(A, WIN)
    go_on(script, "A kong 1m")

    assert (first, script.round.why_not(A, WIN)) == ("ZZ-18", NOT_POSSIBLE)

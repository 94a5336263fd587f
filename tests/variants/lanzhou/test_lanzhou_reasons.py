"""兰州: what is refused names its rule."""

from __future__ import annotations

import pytest
from lanzhou_table import played
from scripted import go_on
from test_lanzhou_rules import NO_THROW, READY_HAND, SILENT, A, C, D, discard, throw

from quexiang.engine.actions import (
    ADDED,
    CONCEALED,
    EXPOSED,
    PONG,
    READY,
    WIN,
    Action,
    Chow,
)
from quexiang.engine.refusals import NOT_POSSIBLE
from quexiang.tiles import parse_tile

OTHER_HAND = "456m 123s 456s 789s 1p"
"""Waits for 1p."""


def ready(text: str) -> Action:
    return READY[parse_tile(text)]


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

"""The readings of a Lanzhou room: reasons, facts, the calculator, the bots."""

from __future__ import annotations

import pytest
from lanzhou_table import played
from scripted import go_on

from quexiang.bots.town_weights import weights_of
from quexiang.engine.actions import PONG, WIN, Seat
from quexiang.engine.refusals import NotAllowed
from quexiang.scenarios.script import Script
from quexiang.study.calculator import answer
from quexiang.variants.lanzhou import VARIANT
from quexiang.variants.lanzhou.play import SAME

A, B, C, D = range(4)
NONE: dict[str, object] = {"discard_wins": "none", "throw_tiles": False}
SILENT: dict[str, object] = {"ready_mode": "silent", "throw_tiles": False}
READY = "234m 678m 345p 678s 9p"
WATCHER = "9p9p 66m 369s 5z5z6z6z77z"


def facts(script: Script, seat: Seat | None) -> dict[str, str]:
    told = script.round.rules.facts(script.round.table, seat)
    return {fact.key: fact.en for fact in told}


@pytest.mark.parametrize("wins", ["once", "twice"])
@pytest.mark.parametrize("mode", ["declare", "silent"])
def test_a_discard_is_refused_by_lz_81(wins: str, mode: str) -> None:
    """LZ-81: whether the winner has declared or not, the reading refuses first."""
    options = NONE | {"wins": wins, "ready_mode": mode}

    script = played("A discard 9p", hands={"B": READY, "C": WATCHER}, draws="9p", options=options)

    assert list(script.round.asked) == [C]
    assert PONG in script.round.asked[C]
    assert script.round.why_not(B, WIN) == "LZ-81"


def test_in_huodaodi_the_reading_of_discards_has_no_effect() -> None:
    """LZ-83."""
    options = NONE | SILENT | {"wins": "all"}

    script = played("A discard 9p", hands={"C": READY}, draws="9p", options=options)

    assert WIN in script.round.asked[C]


def test_the_declared_is_locked_but_neither_blocked_nor_told_to_be_safe() -> None:
    """LZ-23, LZ-26, LZ-28: nothing is there to protect, and no discard is promised."""
    hands = {"A": "45m 123p 456p 789p 1z1z"}
    script = played("A ready discard 6m", hands=hands, draws="6m", options=NONE)

    go_on(script, "A is locked")

    told = facts(script, A)
    assert told["waits"] == "waiting to draw 3 characters, 6 characters"
    assert not {"same", "safe"} & set(told)
    assert not script.round.table.has(A, SAME)


@pytest.mark.parametrize(("reading", "shown"), [("last_win", True), ("self_draw", False)])
def test_the_last_win_is_shown_where_it_decides_on_the_deal(reading: str, *, shown: bool) -> None:
    """LZ-91, LZ-99."""
    script = played(
        *("A discard 1z", "B discard 9p", "A win", "turn C"),
        hands={"A": READY},
        draws="1z 9p",
        options=SILENT | {"deal_by": reading},
    )

    assert ("last_win" in facts(script, None)) == shown


@pytest.mark.parametrize("wins", ["twice", "all"])
def test_the_reading_of_the_deal_matters_in_huyici_alone(wins: str) -> None:
    """LZ-92."""
    options = SILENT | {"wins": wins, "deal_by": "self_draw"}
    steps = ("A discard 1z", "B discard 9p", "A win", "over")

    script = played(*steps, hands={"A": READY}, draws="1z 9p", left=2, options=options)

    end = script.round.table.end
    assert end is not None
    assert (end.next_dealer, end.next_streak) == (B, 0)


@pytest.mark.parametrize("declared", [[], ["B"]])
def test_the_calculator_refuses_a_discard(declared: list[str]) -> None:
    """LZ-81."""
    asked = {"hand": READY, "tile": "9p", "winner": "B", "declared": declared}

    with pytest.raises(NotAllowed) as refused:
        answer(VARIANT, {**asked, "from": "C", "options": NONE})

    assert refused.value.rule == "LZ-81"


def test_the_calculator_scores_a_self_draw() -> None:
    """LZ-75."""
    asked = {"hand": READY, "tile": "9p", "winner": "B", "declared": ["B"], "options": NONE}

    assert answer(VARIANT, asked).changes == [-2, 6, -2, -2]


def test_bots_neither_hope_for_discards_nor_fear_them() -> None:
    """LZ-81."""
    usual, none, idle = (
        VARIANT.room(VARIANT.choose(given), 4) for given in ({}, NONE, NONE | {"wins": "all"})
    )
    table = played(hands={"A": READY}, options=NONE).round.table
    hand = table.hand(A)

    assert weights_of(none).pays(table, A, hand)[1] == 0
    assert weights_of(none).risk(table, A) == 0
    for rules in (usual, idle):
        assert weights_of(rules).pays(table, A, hand)[1] > 0
        assert weights_of(rules).risk(table, A) > 0

"""Scenarios step by step, the worth of wins and waits."""

import sys
from types import FrameType

import pytest

from quexiang.engine.refusals import NotAllowed
from quexiang.scenarios.document import BadScenario
from quexiang.server.towns import examples
from quexiang.study.calculator import answer, waits
from quexiang.study.rehearsal import rehearse
from quexiang.variants import variant_named, variants

PLAIN = """
title: a discard and a pong
variant: hangzhou
rules: [HZ-39]
hands:
  A: 123m 456m 789m 11p 3s 4z 7z
  B: 33s 123p 456p 789p 2z 6z
draws: 9s
play:
  - A discard 3s
  - B pong
  - B cannot discard 3s 3s
"""


@pytest.mark.slow
@pytest.mark.parametrize("variant", list(variants()))
def test_examples_of_the_rulebooks_can_be_stepped_through(variant: str) -> None:
    for example in examples(variant)[::5]:
        told = rehearse(example.text, None)

        assert told.ok, (example.file, example.title, told.errors)


def test_a_step_tells_what_happened_and_who_is_asked() -> None:
    told = rehearse(PLAIN.replace("  - B cannot discard 3s 3s\n", ""), None)

    assert told.ok
    assert [step.line for step in told.steps] == ["", "A discard 3s", "B pong"]
    first, discard, pong = told.steps
    assert first.view.turn == "A"
    assert {choice.do for choice in first.asked["A"]} == {"discard"}
    assert [event["event"] for event in discard.events] == ["discarded"]
    assert "pong" in [choice.do for choice in discard.asked["B"]]
    assert pong.view.seats[1].melds[0].source == "A"
    assert all(seat.tiles for seat in pong.view.seats), "all hands are open"


def test_a_seat_sees_only_its_own_hand_and_questions() -> None:
    told = rehearse(PLAIN, "A")

    assert [bool(seat.tiles) for seat in told.steps[0].view.seats] == [True, False, False, False]
    assert all(set(step.asked) <= {"A"} for step in told.steps)


def test_the_first_wrong_step_ends_it_with_its_reason() -> None:
    told = rehearse(PLAIN.replace("B pong", "B win"), None)

    assert not told.ok
    assert not told.steps[-1].ok
    assert "not offered" in told.steps[-1].error
    assert len(told.steps) == 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        "title: x",
        "title: x\nvariant: nowhere",
        "a: &a [1]\nb: *a\n",
        "[" * 3000,
        "title: x\nvariant: hangzhou\nstreak: 99999999999999999999999\n",
        "title: x\nvariant: hangzhou\n---\ntitle: y\nvariant: hangzhou\n",
        "title: x\nvariant: hangzhou\nplay: [A fly]\n",
        "title: " + "长" * 4000,
        "title: x\nvariant: hangzhou\nhands: 2020-99-99\n",
    ],
)
def test_bad_texts_are_refused_before_anything_is_built(text: str) -> None:
    steps = 0

    def count(frame: FrameType, event: str, arg: object) -> None:  # noqa: ARG001 - a profiler's
        nonlocal steps
        steps += event == "call"

    sys.setprofile(count)
    try:
        with pytest.raises(BadScenario):
            rehearse(text, None)
    finally:
        sys.setprofile(None)

    assert steps < 300_000


def test_a_win_is_reckoned_with_its_payments() -> None:
    asked = {"hand": "234m 678m 123p 55s 78s", "tile": "9s", "streak": 1}
    told = answer(variant_named("hangzhou"), asked)

    assert told.wins[0].value == 1
    assert sum(told.changes) == 0
    assert told.paid[0].rule.startswith("HZ-")


def test_no_win_is_refused_with_the_reason() -> None:
    with pytest.raises(NotAllowed):
        answer(variant_named("hangzhou"), {"hand": "234m 678m 123p 55s 78s", "tile": "1m"})


def test_waits_come_with_their_worth() -> None:
    found = waits(variant_named("hangzhou"), {"hand": "234m 678m 123p 55s 78s"})

    assert [worth.tile for worth in found] == ["6s", "9s", "5z"]
    assert all(worth.value for worth in found)


def test_waits_use_the_indicator() -> None:
    asked = {"hand": "234m 678m 345s 88s 67p", "indicator": "6p"}
    found = waits(variant_named("anhua"), asked)

    assert "5p" in [worth.tile for worth in found]

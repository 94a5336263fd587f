"""安顺: what everybody or its owner is shown."""

from __future__ import annotations

import pytest
from anshun_table import QUIET, facts, played
from scripted import go_on
from test_anshun_rules import PLAIN, SEATS, A, B, C, D

from quexiang.engine.actions import (
    WIN,
)

LOOSE_B = "2468m 1357p 35689s"
LOOSE_D = "2468m 134568p 357s"


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (("A kong 2p",), []),
        (("A kong 2p", "A discard 8s"), ["热炮闷豆6"]),
        (("A kong 2p", "A discard 8s", "C pass"), []),
        (("A discard 2p",), []),
    ],
)
def test_as_50_everybody_sees_a_hot_discard(steps: tuple[str, ...], expected: list[str]) -> None:
    """AS-50, AS-51, AS-87: only while it is the last discard, and how hot it is."""
    hands = {"A": "2222p 13579m 2479s 9s", "B": LOOSE_B, "C": PLAIN, "D": LOOSE_D}
    script = played(*steps, hands=hands, back="8s", draws="4m")

    for seat in (*SEATS, None):
        assert [fact.zh for fact in facts(script, seat, "hot")] == expected


def test_as_50_a_bean_of_the_robbing_window_is_not_hot_yet() -> None:
    """AS-50: the added kong lies on offer, nothing was discarded."""
    hands = {
        "A": "55p 13579m 246p 247s",
        "D": "2468m 248p 35799s 35p",
        "C": "123m 345m 46p 22s 789s",
    }
    steps = ("D discard 5p", "A pong", "A discard 9m", "auto 3", "A kong 5p")
    script = played(*steps, dealer="D", hands=hands, draws="3s 6m 8m 5p")

    assert WIN in script.round.asked[C]
    assert facts(script, None, "hot") == []
    go_on(script, "turn A")
    assert facts(script, None, "hot") == []


def test_as_87_own_waits_with_their_patterns_and_whether_a_discard_may_be_taken() -> None:
    """AS-36, AS-41, AS-87."""
    waiting = played("auto 1", hands={"A": f"{PLAIN} 8m", "C": "3334m 555p 777s 222s"})

    told = [(f.zh, f.en, f.rule) for f in facts(waiting, C, "wait")]

    assert told == [
        ("听二万：平胡，不能接炮", "waits 2m: plain win, not on a discard", "AS-41"),
        ("听四万：大对子，可以接炮", "waits 4m: all triplets, on a discard", "AS-36"),
        ("听五万：平胡，不能接炮", "waits 5m: plain win, not on a discard", "AS-41"),
    ]
    assert [f.zh for f in facts(waiting, A, "wait")] == [
        "听五条：平胡，不能接炮",
        "听八条：平胡，不能接炮",
    ]
    assert facts(waiting, None, "wait") == []


@pytest.mark.parametrize(
    ("steps", "may"),
    [
        (("A kong 2p",), "不能"),
        (("A kong 2p", "A discard 8s"), "可以"),
        (("A kong 2p", "A discard 8s", "C pass"), "不能"),
    ],
)
def test_as_87_a_hot_discard_opens_plain_waits_while_it_lies(
    steps: tuple[str, ...], may: str
) -> None:
    """AS-42, AS-87: whether a discard may be taken now."""
    hands = {"A": "2222p 13579m 2479s 9s", "B": LOOSE_B, "C": PLAIN, "D": LOOSE_D}
    script = played(*steps, hands=hands, back="8s", draws="4m")

    told = [fact.zh for fact in facts(script, C, "wait")]

    assert told == [f"听五条：平胡，{may}接炮", f"听八条：平胡，{may}接炮"]


def test_as_87_the_declarations_and_their_waits_are_shown_at_the_first_draw() -> None:
    """AS-27, AS-87: to their owner only."""
    script = played(hands={**QUIET, "A": f"{PLAIN} 8m"}, draws="1m")

    told = [f.zh for f in facts(script, A, "declare")]

    assert told == ["打八万可报天听，听五条、八条"]
    assert facts(script, B, "declare") == facts(script, None, "declare") == []
    go_on(script, "A discard 8m", "auto 3", "turn A")
    assert facts(script, A, "declare") == []


def test_as_87_after_a_win_chickens_gold_and_void_are_told() -> None:
    """AS-52 to AS-63, AS-87."""
    hands = {"A": "2222p 13579m 247s 1s9s", "B": LOOSE_B, "C": PLAIN, "D": LOOSE_D}
    script = played("A kong 2p", "A discard 8s", "C win", hands=hands, back="8s", turned="9s")

    told = [(f.key, f.seat, f.zh) for f in facts(script, None)]

    assert told == [
        ("turned", None, "翻九条，八条、一条是鸡，金鸡"),
        ("chickens", A, "手里一条×1 × 金鸡2 = 2"),
        ("void", A, "空收：豆和鸡都不收"),
        ("chickens", B, "手里八条×1 × 摇摆鸡1 = 1"),
        ("chickens", C, "手里八条×1 × 摇摆鸡1 = 1"),
    ]
    assert told == [(f.key, f.seat, f.zh) for f in facts(script, D)]


def test_as_87_after_a_drawn_round_everybody_sees_who_was_ready() -> None:
    """AS-81, AS-82, AS-87."""
    script = played(
        "A tianting 8m", "auto end", hands={**QUIET, "A": f"{PLAIN} 8m"}, left=1, draws="4m"
    )

    told = [(f.seat, f.zh, f.rule) for f in facts(script, None)]

    assert told[0] == (A, "听五条、八条：平胡1 + 天听10 = 11", "AS-82")
    assert told[1:] == [(seat, "没听", "AS-81") for seat in (B, C, D)]

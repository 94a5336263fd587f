"""HZ-43 to HZ-47, HZ-79, HZ-86: the table of one player's chain, freeze, window and feeders.

Each case brings A into a state, lets one event happen and names all four cells afterwards.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hangzhou_table import played
from scripted import go_on

from quexiang.engine.actions import SEATS
from quexiang.scenarios.script import Script
from quexiang.variants.hangzhou.patterns import CHAIN
from quexiang.variants.hangzhou.play import ESCAPE, FEEDERS, OWNER

A = 0


class Cells(NamedTuple):
    """What A has: chain in letters, wildcard out, 逃跑 window open, feeders with their c."""

    chain: str
    freeze: bool
    window: bool
    feeders: str = ""


class Case(NamedTuple):
    """One event that happens to A."""

    setup: dict[str, object]
    before: tuple[str, ...]
    state: Cells
    event: tuple[str, ...]
    then: Cells


def cells(script: Script) -> Cells:
    table = script.round.table
    return Cells(
        "".join(" PK"[link] for link in table.listed(A, CHAIN)),
        table.mark(A, OWNER) is not None,
        table.mark(A, ESCAPE) is not None,
        " ".join(f"{SEATS[seat]}{length}" for seat, length in table.pairs(A, FEEDERS)),
    )


def given(hand: str, draws: str = "", back: str = "", **others: object) -> dict[str, object]:
    return {"hands": {"A": hand}, "draws": draws, "back": back, **others}


PAIR = "123456789m 66s 555z"  # 爆头 after one wildcard, and again after a pong and another
TRIPLET = "123456789m 666s 55z"  # 爆头 after one wildcard; a pong of 6s leaves a lone 6s
RUNS = "12m 456789m 666s 555z"  # 爆头 after one wildcard, and again after a chow
SCATTERED = "147m 258p 66s 1234z 55z"  # never near anything
QUAD = "1111m 23m 66s 456p 555z"  # 爆头 after one wildcard, four equal tiles in it
FLOAT_AND_PONG = ("A discard 5z", "B discard 6s", "A pong")
AFTER_PONG = Cells("P", freeze=False, window=True, feeders="B1")
FLOATING = Cells("P", freeze=True, window=True)

CASES = {
    "front draw ends freeze and window": Case(
        given(PAIR, "6s 1z 2z 4z"),
        (*FLOAT_AND_PONG, "A discard 5z"),
        Cells("PP", freeze=True, window=True, feeders="B1"),
        ("auto 3", "turn A"),
        Cells("PP", freeze=False, window=False, feeders="B1"),
    ),
    "pong ends the freeze only and lists the feeder": Case(
        given(PAIR, "6s"), ("A discard 5z", "B discard 6s"), FLOATING, ("A pong",), AFTER_PONG
    ),
    "chow ends the freeze only and lists the feeder": Case(
        given(RUNS, "1z 2z 3m"),
        ("A discard 5z", "auto 2", "D discard 3m"),
        FLOATING,
        ("A chow 12m",),
        Cells("P", freeze=False, window=True, feeders="D1"),
    ),
    "pong with an empty chain lists nobody": Case(
        given(SCATTERED, "6s"),
        ("A discard 5z", "B discard 6s"),
        Cells("", freeze=True, window=True),
        ("A pong",),
        Cells("", freeze=False, window=True),
    ),
    "a second feeder is listed beside the first": Case(
        given("123456m 88p 66s 5555z", "6s 1z 8p"),
        (*FLOAT_AND_PONG, "A discard 5z", "B discard 1z", "C discard 8p"),
        Cells("PP", freeze=True, window=True, feeders="B1"),
        ("A pong",),
        Cells("PP", freeze=False, window=True, feeders="B1 C2"),
    ),
    "a feeder stays listed with his earliest claim": Case(
        given("123456m 88p 66s 5555z", "6s 8p"),
        (*FLOAT_AND_PONG, "A discard 5z", "B discard 8p"),
        Cells("PP", freeze=True, window=True, feeders="B1"),
        ("A pong",),
        Cells("PP", freeze=False, window=True, feeders="B1"),
    ),
    "exposed kong adds K after counting the feeder": Case(
        given(TRIPLET, "6s", "1z"),
        ("A discard 5z", "B discard 6s"),
        FLOATING,
        ("A kong",),
        Cells("PK", freeze=False, window=False, feeders="B1"),
    ),
    "exposed kong with an empty chain lists nobody": Case(
        given("147m 258p 666s 1234z 5z", "6s", "1z"),
        ("A discard 5z", "B discard 6s"),
        Cells("", freeze=True, window=True),
        ("A kong",),
        Cells("K", freeze=False, window=False),
    ),
    "concealed kong adds K and closes the window": Case(
        given(QUAD, "6s", "9s"),
        FLOAT_AND_PONG,
        AFTER_PONG,
        ("A kong 1m",),
        Cells("PK", freeze=False, window=False, feeders="B1"),
    ),
    "added kong adds K and closes the window": Case(
        given(TRIPLET, "6s", "9s"),
        FLOAT_AND_PONG,
        AFTER_PONG,
        ("A kong 6s",),
        Cells("PK", freeze=False, window=False, feeders="B1"),
    ),
    "a first 财飘 opens everything": Case(
        given(PAIR), (), Cells("", freeze=False, window=False), ("A discard 5z",), FLOATING
    ),
    "a 财飘 after a pong freezes anew and keeps the feeders": Case(
        given(PAIR, "6s"),
        FLOAT_AND_PONG,
        AFTER_PONG,
        ("A discard 5z",),
        Cells("PP", freeze=True, window=True, feeders="B1"),
    ),
    "a 财飘 after a draw opens the window anew": Case(
        given("123456789m 666s 55z", "1z 2z 3z 5z"),
        ("A discard 5z", "auto 3", "turn A"),
        Cells("P", freeze=False, window=False),
        ("A discard 5z",),
        Cells("PP", freeze=True, window=True),
    ),
    "a 财飘 after a kong follows it in the chain": Case(
        given("2222s 123p 456s 789m 5z", back="5z"),
        ("D cannot win", "A kong 2s"),
        Cells("K", freeze=False, window=False),
        ("A discard 5z",),
        Cells("KP", freeze=True, window=True),
    ),
    "a wildcard that leaves no 爆头 freezes and empties the chain": Case(
        given(TRIPLET, "6s"),
        FLOAT_AND_PONG,
        AFTER_PONG,
        ("A discard 5z",),
        Cells("", freeze=True, window=True),
    ),
    "a wildcard from a scattered hand freezes without a chain": Case(
        given(SCATTERED),
        (),
        Cells("", freeze=False, window=False),
        ("A discard 5z",),
        Cells("", freeze=True, window=True),
    ),
    "another tile empties chain and feeders, the window stays open": Case(
        given(TRIPLET, "6s"),
        FLOAT_AND_PONG,
        AFTER_PONG,
        ("A discard 6s",),
        Cells("", freeze=False, window=True),
    ),
    "another tile after a draw leaves the window closed": Case(
        given(TRIPLET, "1z 2z 3z 4z"),
        ("A discard 5z", "auto 3", "turn A"),
        Cells("P", freeze=False, window=False),
        ("A discard 4z",),
        Cells("", freeze=False, window=False),
    ),
    "another tile after a kong empties the chain": Case(
        given("2222s 123p 456s 789m 5z", back="3z"),
        ("A kong 2s",),
        Cells("K", freeze=False, window=False),
        ("A discard 3z",),
        Cells("", freeze=False, window=False),
    ),
    "declining a win and a pong changes nothing": Case(
        given(PAIR, "6s", streak=2),
        ("A discard 5z", "B discard 6s", "A can win", "A can pong"),
        FLOATING,
        ("A pass",),
        FLOATING,
    ),
    "what others do changes nothing": Case(
        {
            "hands": {"A": TRIPLET, "B": "1111s 258p 147m 346z", "C": "147m 258p 349s 123z 5z"},
            "draws": "4z 2z 7z",
            "back": "7z",
        },
        ("A discard 5z",),
        FLOATING,
        ("B kong 1s", "B discard 7z", "C discard 5z", "turn D"),
        FLOATING,
    ),
    "a pong and a discard of others leave the window open": Case(
        {"hands": {"A": TRIPLET, "C": "147m 258p 99s 12344z"}, "draws": "6s 9s"},
        (*FLOAT_AND_PONG, "A discard 6s", "B discard 9s"),
        Cells("", freeze=False, window=True),
        ("C pong", "C discard 1z", "turn D"),
        Cells("", freeze=False, window=True),
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_cells_after_an_event(case: Case) -> None:
    script = played(*case.before, **case.setup)
    assert cells(script) == case.state

    go_on(script, *case.event)

    assert cells(script) == case.then


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_cells_where_only_a_caipiao_freezes(case: Case) -> None:
    """HZ-39: all is the same but the freeze of a wildcard that leaves no 爆头."""
    script = played(*case.before, options={"freeze_by": "caipiao"}, **case.setup)
    assert cells(script) == frozen_by_caipiao(case.state)

    go_on(script, *case.event, "not over")  # others may claim where nothing freezes

    assert cells(script) == frozen_by_caipiao(case.then)


def frozen_by_caipiao(state: Cells) -> Cells:
    return state._replace(freeze=state.freeze and state.chain.endswith("P"))

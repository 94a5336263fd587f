"""The readings of a Hangzhou room: reasons, secrets, facts, the calculator, the bots."""

from __future__ import annotations

import pytest
from hangzhou_table import played, room
from scripted import go_on

from quexiang.bots.town_weights import weights_of
from quexiang.engine import events as ev
from quexiang.engine.actions import PONG, WIN, Seat
from quexiang.engine.refusals import NotAllowed
from quexiang.hand.goals import ALONE
from quexiang.scenarios.script import Script
from quexiang.study.calculator import answer
from quexiang.tiles import parse_tile
from quexiang.variants.hangzhou import VARIANT
from quexiang.variants.hangzhou.play import LOUHU, OWNER

A, B, C, D = range(4)
BARRED = {"baotou_discard": "barred"}
CAIPIAO = {"freeze_by": "caipiao"}
SCATTERED = "147m 258p 369s 1234z 9m"
BAOTOU = "123m 222456p 789s 5z"
PIAO = "123m 456m 789p 999s 55z"
NO_PIAO = "147m 147m 47p 789s 1z 55z"
OTHERS = {"B": "258m 369p 147s 1234z", "C": "369m 147p 258s 1234z", "D": "99m 258p 36s 66z 3477z"}


def test_a_baotou_hand_is_refused_a_discard_by_hz_23() -> None:
    hands = {"A": SCATTERED, "C": BAOTOU}

    barred = played("A discard 9m", hands=hands, streak=2, options=BARRED)
    allowed = played("A discard 9m", hands=hands, streak=2)

    assert barred.round.why_not(C, WIN) == "HZ-23"
    assert WIN in allowed.round.asked[C]


def test_what_bars_every_hand_is_named_before_hz_23() -> None:
    """HZ-22, HZ-38, HZ-39: another room would refuse these wins too."""
    hands = {"A": "147m 258p 369s 123z 5z 9m", "C": BAOTOU}
    rules = room(**BARRED)
    low, high = (played(hands=hands, streak=n, options=BARRED).round.table for n in (0, 2))

    low.fold([ev.Discarded(A, parse_tile("9m"))])
    high.fold([OWNER.set(B), ev.Discarded(A, parse_tile("9m"))])

    assert rules.veto(low, C, WIN) == "HZ-22"
    assert rules.veto(high, C, WIN) == "HZ-39"
    high.fold([ev.Discarded(A, parse_tile("5z"))])
    assert rules.veto(high, C, WIN) == "HZ-38"


def test_a_win_that_is_not_offered_is_not_declined() -> None:
    """HZ-23, HZ-50: the pong is passed, no 漏胡 arises."""
    hands = {"A": "147m 258p 369s 1234z 9s", "C": "123m 22456p 99s 555z"}
    options = BARRED | {"lou_hu": True}
    script = played("A discard 9s", "C is baotou", hands=hands, streak=2, options=options)
    assert PONG in script.round.asked[C]

    go_on(script, "C pass", "turn B")

    assert not script.round.table.has(C, LOUHU)


def told(script: Script, seat: Seat) -> list[str]:
    facts = script.round.rules.facts(script.round.table, seat)
    return [fact.en for fact in facts if fact.key == "worth"]


def test_baotou_is_told_no_multiple_on_a_discard_where_it_takes_none() -> None:
    """HZ-23, HZ-57."""
    hands = {"A": SCATTERED, "B": "123m 456m 789p 23s 2z 5z", "C": BAOTOU}

    barred = played(hands=hands, streak=2, options=BARRED)
    allowed = played(hands=hands, streak=2)

    assert told(barred, C) == ["any tile: self-draw ×2"]
    assert any("discard" in line for line in told(allowed, C))
    assert told(barred, B) == told(allowed, B)


def test_the_calculator_refuses_a_discard_to_baotou() -> None:
    """HZ-23."""
    asked = {"hand": BAOTOU, "tile": "9m", "winner": "C", "from": "A", "streak": 2}

    with pytest.raises(NotAllowed) as refused:
        answer(VARIANT, {**asked, "options": BARRED})

    assert refused.value.rule == "HZ-23"
    assert answer(VARIANT, asked).changes == [-8, 0, 8, 0]


def test_bots_expect_no_discards_for_baotou_where_it_takes_none() -> None:
    """HZ-23."""
    rooms = [VARIANT.room(VARIANT.choose(given), 4) for given in ({}, BARRED)]

    usual, barred = ([g for g in weights_of(rules).goals if g.kind == ALONE] for rules in rooms)

    assert usual[0].thrown is None
    assert barred[0].thrown == 0


@pytest.mark.parametrize("hand", [PIAO, NO_PIAO])
def test_only_a_caipiao_freezes_and_everybody_sees_it(hand: str) -> None:
    """HZ-39, HZ-48: the freeze is public, chain and 爆头 stay secret."""
    script = played("A discard 5z", hands={"A": hand, **OTHERS}, options=CAIPIAO)
    assert script.round.log is not None

    for seat in (B, C, D, None):
        seen = [event.seen_by(seat) for event in script.round.log]
        marks = [event.mark for event in seen if isinstance(event, ev.Marked)]
        assert ("caishen" in marks) == (hand == PIAO)
        assert "taopao" in marks
        assert "chain" not in marks


def test_a_caipiao_refuses_by_hz_39() -> None:
    hands = {"A": PIAO, "C": "66s 147m 258p 3s 1234z"}

    frozen = played("A discard 5z", "B discard 6s", hands=hands, draws="6s", options=CAIPIAO)

    assert frozen.round.why_not(C, PONG) == "HZ-39"

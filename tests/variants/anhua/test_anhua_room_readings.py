"""AH-58: how an Anhua room without 杠上炮 reads the turned tiles; what 一鸟全中 pays."""

from __future__ import annotations

import pytest
from scripted import scripted

from quexiang.engine.actions import WIN
from quexiang.engine.refusals import NotAllowed
from quexiang.scenarios.script import Script
from quexiang.study.calculator import answer
from quexiang.variants import variant_named
from quexiang.variants.anhua.patterns import BARRED

ANHUA = variant_named("anhua")
A, B, C, D = range(4)
NO_WIN: dict[str, object] = {"kong_discard_big": False, "kong_discard_off": "no_win"}
PLAIN: dict[str, object] = {"bird_type": "none"}
HANDS = {
    "A": "1111s 234m 678m 999p 2p",
    "B": "24s 22p 456p 333m 789m",
    "C": "123p 345s 678s 8m 5m 68p",
    "D": "11m 555m 44p 68p 8s 789s",
}


def konged(options: dict[str, object]) -> Script:
    """A has made a kong and turned 3s, which B waits for, and 7p, which C and D wait for."""
    setup = {"options": PLAIN | options, "hands": HANDS, "indicator": "4m", "back": "3s 7p"}
    return scripted("A kong 1s", variant="anhua", **setup)


def test_nobody_is_asked_about_the_turned_tiles() -> None:
    """AH-58, AH-31, AH-45: the next seat draws at once, and no face is barred."""
    round_ = konged(NO_WIN).round
    table = round_.table

    assert list(round_.asked) == [B]
    assert table.stage == "turn"
    assert [round_.why_not(seat, WIN) for seat in (B, C, D)] == ["AH-58"] * 3
    assert not any(table.has(seat, BARRED) for seat in range(4))


@pytest.mark.parametrize(
    "options", [{"kong_discard_big": False}, {"kong_discard_off": "no_win"}, {}]
)
def test_they_are_won_by_default_and_while_kong_discards_count(options: dict[str, object]) -> None:
    """AH-58: with `kong_discard_big` the reading has no effect."""
    round_ = konged(options).round

    assert {seat for seat, offers in round_.asked.items() if WIN in offers} == {B, C}
    assert round_.why_not(D, WIN) == "AH-40"


ASKED = {
    "hand": HANDS["C"],
    "tile": "7p",
    "winner": "C",
    "from": "A",
    "kongs": 1,
    "back": "3s",
    "melds": {"A": ["concealed 1s"]},
    "indicator": "4m",
}


def test_the_calculator_refuses_a_turned_tile() -> None:
    """AH-58: not that A did not hold it."""
    with pytest.raises(NotAllowed) as refused:
        answer(ANHUA, {**ASKED, "options": PLAIN | NO_WIN})

    assert (refused.value.seat, refused.value.rule) == (C, "AH-58")


def test_the_calculator_refuses_a_turned_tile_to_three_wilds() -> None:
    """AH-40."""
    with pytest.raises(NotAllowed) as refused:
        answer(ANHUA, {**ASKED, "hand": HANDS["D"], "options": PLAIN})

    assert (refused.value.seat, refused.value.rule) == (C, "AH-40")


def test_the_calculator_scores_a_turned_tile_by_default() -> None:
    """AH-58."""
    options = PLAIN | {"kong_discard_big": False}

    assert answer(ANHUA, {**ASKED, "options": options}).changes == [-2, 0, 2, 0]


def test_the_note_of_the_birds_says_what_one_bird_pays() -> None:
    """AH-67."""
    birds = next(option for option in ANHUA.options if option.key == "bird_type")

    assert "翻一张，几点算几鸟，一点算十鸟：胡牌分×2×点数（一点×20）" in birds.note.zh
    assert (
        "One tile; the win is multiplied by 2 × its rank, rank 1 counting ten (×20)"
        in birds.note.en
    )

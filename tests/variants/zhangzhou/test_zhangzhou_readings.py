"""What readings of Zhangzhou refuse, what they show, and how the calculator follows them."""

from __future__ import annotations

import pytest
from scripted import go_on, seen_by
from zhangzhou_table import SEATS, A, B, C, D, played, room

from quexiang.engine.actions import ADDED, DISCARD, PONG, WIN
from quexiang.engine.refusals import NOT_POSSIBLE, NotAllowed
from quexiang.scenarios.script import Script
from quexiang.study import calculator
from quexiang.tiles import parse_tile
from quexiang.variants.zhangzhou import VARIANT

SHAPE = "123m 456m 789m 345p 777s 1z"
GOLD = DISCARD[parse_tile("1z")]
FIFTH = ADDED[parse_tile("5s")]
PONGED = {"A": "147m 258p 369s 2346677z 5s", "B": "555s 46s 123m 345p 67p 77z 2z"}
MELDED = {"A": "147m 258p 369s 2345677z 9m", "B": "99m 147p 258s 1224466z 3z"}


def told(script: Script, seat: int | None, **readings: str) -> dict[str, tuple[str, str]]:
    """The facts of a seat's view by key."""
    rules = room(4, **readings)
    view = rules.new_table().fold(seen_by(script, seat))
    return {fact.key: (fact.zh, fact.rule) for fact in rules.facts(view, seat)}


def test_a_tile_kept_at_the_pong_is_refused_by_zz_36_in_every_turn() -> None:
    """ZZ-36, kept_fourth: barred."""
    script = played(
        "A discard 5s",
        "B pong",
        "B discard 2z",
        "auto 3",
        options={"kept_fourth": "barred"},
        hands=PONGED,
        draws="8m 9p 8s 9m 9m 4z 3z 4z",
    )

    assert script.round.why_not(B, FIFTH) == "ZZ-36"
    go_on(script, "B discard 9m", "auto 3")
    assert script.round.why_not(B, FIFTH) == "ZZ-36"


def test_only_the_owner_sees_that_a_pong_is_closed() -> None:
    """ZZ-36, kept_fourth: barred; who sees it would know of the fourth tile."""
    rules = room(kept_fourth="barred")
    script = played("A discard 5s", "B pong", options={"kept_fourth": "barred"}, hands=PONGED)

    seen = {
        seat: rules.new_table().fold(seen_by(script, seat)).seats[B].marks
        for seat in (*SEATS, None)
    }
    assert seen[B]["full_pong"] == (parse_tile("5s"),)
    assert not any("full_pong" in seen[seat] for seat in (A, C, D, None))


def test_golds_stay_in_a_melded_hand_by_zz_24_and_its_owner_is_told() -> None:
    """ZZ-24, gold_after_meld: never."""
    never = {"gold_after_meld": "never"}
    script = played(
        "A discard 9m", "B pong", "B discard 2z", options=never, hands=MELDED, draws="8m 8p 8s 8m"
    )

    assert told(script, B, **never)["no_gold"] == ("这一局不能再打金", "ZZ-24")
    assert "no_gold" not in told(script, B)
    assert all("no_gold" not in told(script, seat, **never) for seat in (A, C, D, None))
    go_on(script, "auto 3", "turn B")
    assert script.round.why_not(B, GOLD) == "ZZ-24"


def test_a_player_is_told_that_his_level_will_fall() -> None:
    """ZZ-53, you_kept: falls."""
    falls = {"you_kept": "falls"}
    script = played(
        "B pass",
        "A discard 9m",
        "B discard 1z",
        "auto 3",
        options=falls,
        hands={"A": "147m 258p 369s 2346677z 9m", "B": SHAPE},
        draws="1z 8p 8s 8s 2p",
    )

    assert told(script, B, **falls)["falls"] == ("不胡而打别的牌，就退回游金", "ZZ-53")
    assert "falls" not in told(script, B)
    assert all("falls" not in told(script, seat, **falls) for seat in (A, C, D, None))
    go_on(script, "B discard 2p")
    assert "falls" not in told(script, B, **falls)


def test_the_player_of_shuangyou_himself_is_refused_by_zz_54() -> None:
    """ZZ-54, you_lock: owner."""
    script = played(
        "B pass",
        "A discard 9m",
        "B discard 1z",
        "C discard 7s",
        options={"you_lock": "owner"},
        hands={"A": "147m 258p 369s 2446677z 9m", "B": SHAPE},
        draws="1z 7s",
    )

    assert script.round.why_not(B, PONG) == "ZZ-54"


def test_all_readings_go_together_and_with_every_other_option() -> None:
    """RD-3."""
    chosen = {
        "pairs_hand": "any_set",
        "you_lock": "owner",
        "you_kept": "falls",
        "kept_fourth": "barred",
        "gold_after_meld": "never",
    }

    for players in VARIANT.players:
        options = VARIANT.choose({**chosen, "settle_mode": "3/2", "base_score": 10}, players)
        assert options.items() >= chosen.items()
        assert room(players, **chosen).options.items() >= chosen.items()


PAIRS = "22m 44m 66p 88p 33s 55s 44z"
FALLEN = {"streak": 2, "hand": SHAPE, "rivers": {"A": "2z1z2p"}, "tile": "9p"}
CHOWED = {
    "streak": 2,
    "hand": "456m 789m 777s 1z",
    "melds": {"A": ["chow 123m", "chow 345p"]},
    "rivers": {"A": "2z1z"},
    "tile": "9p",
}


@pytest.mark.parametrize(
    ("readings", "question", "kind", "change"),
    [
        ({"pairs_hand": "any_set"}, {"hand": f"{PAIRS} 67s", "tile": "8s"}, "自摸", 12),
        ({"pairs_hand": "any_set"}, {"hand": f"{PAIRS} 67s", "tile": "8s", "from": "B"}, "平胡", 6),
        ({"pairs_hand": "any_set"}, {"hand": f"{PAIRS} 678s", "by": "opening"}, "天胡", 24),
        ({"pairs_hand": "off"}, {"hand": "112233m 445566p 77s 88s", "tile": "8s"}, "自摸", 12),
        ({}, FALLEN, "双游", 96),
        ({"you_kept": "falls"}, FALLEN, "游金", 48),
        ({}, CHOWED, "双游", 96),
        ({"gold_after_meld": "never"}, CHOWED, "游金", 48),
    ],
)
def test_the_calculator_reads_as_the_room(
    readings: dict[str, str], question: dict[str, object], kind: str, change: int
) -> None:
    """RD-6."""
    found = calculator.answer(VARIANT, {"indicator": "1z", "options": readings, **question})

    assert [name.zh for name in found.wins[0].patterns] == [kind]
    assert found.changes[A] == change


@pytest.mark.parametrize(
    ("reading", "hand", "tile"),
    [("triplet", f"{PAIRS} 67s", "8s"), ("off", f"{PAIRS} 77z", "8p")],
)
def test_the_calculator_refuses_what_is_no_shape_in_the_room(
    reading: str, hand: str, tile: str
) -> None:
    """RD-6; ZZ-63 has no refusal of its own."""
    asked = {"indicator": "1z", "options": {"pairs_hand": reading}, "hand": hand, "tile": tile}

    with pytest.raises(NotAllowed) as refused:
        calculator.answer(VARIANT, asked)
    assert refused.value.rule == NOT_POSSIBLE
    assert refused.value.action == WIN


def test_the_calculator_waits_as_the_room_reads() -> None:
    """RD-6."""
    asked = {"indicator": "1z", "hand": "112233m 445566p 77s 88s"}

    def waits(reading: str) -> set[str]:
        given = {**asked, "options": {"pairs_hand": reading}}
        return {str(worth.tile) for worth in calculator.waits(VARIANT, given)}

    assert waits("off") == {"7s", "8s", "1z"}
    assert waits("triplet") == {"1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "1z"}
    assert waits("any_set") >= waits("triplet")

"""Shapes by the rulebooks' own examples, and what a shape refuses."""

import pickle
from typing import Any

import pytest
from random_hands import DRAGONS, WINDS

from quexiang.hand import Hand, Shape
from quexiang.tiles import parse_tile, parse_tiles, tiles_of, tiles_text

EVERY = (1 << 34) - 1


def hand(text: str) -> Hand:
    return Hand(parse_tiles(text))


def waits(shape: Shape, text: str) -> str:
    return tiles_text(tiles_of(shape.waits(hand(text))))


def test_nine_gates_wait_for_all_of_their_suit() -> None:
    assert waits(Shape(), "1112345678999m") == "123456789m"


def test_a_hand_of_melds_and_one_tile_waits_for_its_pair() -> None:
    assert waits(Shape(), "5z") == "5z"


def test_a_lone_wild_waits_for_any_tile() -> None:
    assert Shape(wild={31}).waits(hand("5z")) == EVERY


def test_a_wait_whose_four_copies_are_held_is_one_unless_excluded() -> None:
    shape = Shape()

    assert waits(shape, "1111m") == "1m"
    assert shape.waits(hand("1111m"), exclude_held=True) == 0
    assert waits(shape, "1111m 23p") == ""


def test_flowers_in_a_hand_complete_nothing() -> None:
    shape = Shape()
    flowery = hand("11m 1f1f1f")

    assert not shape.complete(flowery)
    assert not shape.standard(flowery)
    assert shape.waits(hand("1m 123f")) == 0
    assert not shape.complete_with(hand("1m"), parse_tile("1f"))


def test_more_tiles_than_the_game_deals_are_not_complete() -> None:
    seventeen = hand("123456789m 123456p 11s")

    assert Shape(sets=5).complete(seventeen)
    assert not Shape(sets=4).complete(seventeen)


def test_four_of_a_kind_are_two_pairs() -> None:
    shape = Shape(seven_pairs=True)

    assert shape.pairs(hand("1111m 3355p 2244s 66z"))
    assert not shape.standard(hand("1111m 3355p 2244s 66z"))
    assert not Shape().complete(hand("1111m 3355p 2244s 66z"))
    assert not shape.pairs(hand("1122m 33p"))


def test_ah_46_to_49_anhua_hands() -> None:
    shape = Shape(wild={20, 21}, eyes={2, 5, 8}, seven_pairs=True)

    assert shape.standard(hand("333s 444s 123p 46m 2m 7p 5m"))  # W19
    assert not shape.pairs(hand("333s 444s 123p 46m 2m 7p 5m"))
    assert shape.pairs(hand("333s 4444s 1p 2p 4p 5p 6p 8p 9p"))  # W10
    assert shape.complete(hand("333s 4444s 4m 6m 2m 5m"))  # W20


def test_ah_47_eyes_must_be_two_five_or_eight() -> None:
    shape = Shape(eyes={2, 5, 8})

    assert shape.complete(hand("123m 456p 789s 111s 22p"))
    assert not shape.complete(hand("123m 456p 789s 111s 33p"))
    assert not shape.complete(hand("123m 456p 789s 111s 22z"))
    assert Shape(eyes={2, 5, 8}, wild={33}).complete(hand("123m 456p 789s 111s 77z"))


def test_hz_44_baotou_is_sets_or_pairs_and_one_wild() -> None:
    shape = Shape(wild={31}, seven_pairs=True)

    assert shape.sets_only(hand("123m 456m 789m 111p 5z"), aside=1)
    assert shape.waits(hand("123m 456m 789m 111p 5z")) == EVERY
    assert shape.sets_only(hand("123m 456m 789m 1p5z5z 5z"), aside=1)
    assert not shape.sets_only(hand("123m 456m 789m 112p 5z"), aside=1)
    assert not shape.sets_only(hand("123m 456m 789m 1112p"), aside=1)
    assert shape.pairs_only(hand("1133557799m 11p 5z"), aside=1)
    assert not shape.pairs_only(hand("113355m 5z"), aside=1)


def test_lz_52_fillers_join_special_sets_only() -> None:
    shape = Shape(families=(WINDS, DRAGONS), fillers={18})

    assert shape.complete(hand("1s12z 11p"))
    assert shape.complete(hand("1s1s3z 11p"))
    assert shape.complete(hand("1s56z 11p"))
    assert shape.complete(hand("111s 11p"))
    assert not shape.complete(hand("1s11z 22p"))
    assert not shape.complete(hand("1s15z 22p"))
    assert not shape.complete(hand("122z 11p"))
    assert not shape.complete(hand("123p 1s5z"))


def test_lz_55_fillers_are_waits_of_a_special_set() -> None:
    shape = Shape(families=(WINDS, DRAGONS), fillers={0, 9, 18})

    assert waits(shape, "345m 678m 22p 999s 12z") == "1m1p1s34z"


def test_lz_64_hard_eyes_are_not_waited_for() -> None:
    shape = Shape(eyes={2, 5, 8}, eyes_held=True)

    assert waits(shape, "111z 456p 789s 111s 2m") == ""
    assert waits(shape, "2345m") == ""
    assert waits(shape, "22p 55s") == "2p5s"
    assert waits(shape, "22m 34m") == "25m"


def test_lz_65_hard_eyes_are_wanted_in_seven_pairs() -> None:
    shape = Shape(eyes={1, 4, 7}, eyes_held=True, seven_pairs=True)

    assert waits(shape, "22m 66m 33p 77p 44s 55z 9s") == "9s"
    assert waits(shape, "22m 66m 33p 55p 33s 55z 9s") == ""
    assert waits(shape, "22m 66m 33p 55p 33s 55z 7s") == ""


def test_zz_44_white_stands_for_the_gold() -> None:
    gold = parse_tile("9m")
    shape = Shape(sets=5, wild={gold}, stand=(31, gold), pairs_and_triplet=True)

    assert waits(shape, "123m 123p 789p 55z 46s 777s") == "9m5s"
    assert shape.complete(hand("78m5z 123m 123p 789p 111z 22z"))
    assert not Shape(sets=5, wild={gold}).complete(hand("78m5z 123m 123p 789p 111z 22z"))


def test_zz_63_pairs_and_a_triplet_need_a_triplet() -> None:
    shape = Shape(sets=5, pairs_and_triplet=True)

    assert shape.pairs(hand("1133m 2255p 4477s 66z 999m"))
    assert not shape.pairs(hand("1133m 2255p 4477s 66z 789m"))
    assert waits(shape, "1133m 2255p 4477s 6666z") == "13m25p47s6z"


def test_zz_63_the_set_beside_seven_pairs_may_be_a_run_too() -> None:
    shape = Shape(sets=5, pairs_and_triplet=True, pairs_and_run=True)

    assert shape.pairs(hand("1133m 2255p 4477s 66z 999m"))
    assert shape.pairs(hand("1133m 2255p 4477s 66z 789m"))
    assert shape.pairs(hand("1133m 2255p 4477s 66z 567s"))
    assert not shape.pairs(hand("1133m 2255p 4477s 11z 234z"))
    assert not shape.pairs(hand("1133m 2255p 4477s 66z 89m1p"))
    assert waits(shape, "1133m 2255p 4477s 66z 78m") == "69m"
    assert waits(shape, "1133m 2255p 4477s 66z 79m") == "8m"
    assert waits(shape, "1122m 3344p 5566s 2222z") == "12m34p56s2z"


def test_zz_44_white_and_gold_may_be_in_the_run_beside_pairs() -> None:
    gold = parse_tile("7s")
    shape = Shape(sets=5, wild={gold}, stand=(31, gold), pairs_and_triplet=True, pairs_and_run=True)
    pairs = "2244m 6688p 3355s 44z"

    assert waits(shape, f"{pairs} 6s5z") == "578s"
    assert waits(shape, f"{pairs} 68s") == "7s5z"
    assert shape.pairs(hand(f"{pairs} 6s5z7s"))
    assert waits(shape, "2244m 6688p 3355s 6s5z8s 9s") == "679s"
    assert shape.waits(hand("2244m 6688p 3355s 6s5z8s 7s")) == (1 << 34) - 1


def test_zz_51_pairs_and_a_run_are_no_sets() -> None:
    shape = Shape(sets=5, wild={27}, pairs_and_triplet=True, pairs_and_run=True)
    resting = hand("2244m 6688p 3355s 678s 1z")

    assert shape.waits(resting) == (1 << 34) - 1
    assert not shape.sets_only(resting, aside=1)


def test_a_fifth_copy_is_a_triplet_and_a_pair_also_where_a_wild_is_not_held() -> None:
    shape = Shape(sets=5, wild={31}, pairs_and_triplet=True)
    resting = hand("1133m 2255p 4477s 6666z")

    for tile in tiles_of(shape.waits(resting)):
        assert shape.complete_with(resting, tile), tiles_text([tile])


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"sets": 3}, "four or five"),
        ({"wild": (1, 2, 3)}, "two kinds"),
        ({"wild": (40,)}, "two kinds"),
        ({"eyes": (1, 2)}, "147"),
        ({"eyes_held": True, "wild": (1,)}, "held"),
        ({"pairs_and_run": True}, "where a triplet"),
        ({"stand": (31, 4)}, "stands"),
        ({"stand": (31, 31), "wild": (31,)}, "stands"),
        ({"families": ((27, 28),)}, "three or more"),
        ({"families": ((0, 1, 2),)}, "honours"),
        ({"families": (WINDS, (30, 31, 32))}, "one family"),
        ({"families": (WINDS,), "fillers": (0, 1, 2, 3)}, "three kinds"),
        ({"families": (WINDS,), "fillers": (27,)}, "suited"),
        ({"families": (WINDS,), "fillers": (0,), "wild": (0,)}, "suited"),
    ],
)
def test_what_the_kernel_does_not_know_is_refused(arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Shape(**arguments)


def test_fillers_without_families_are_inert() -> None:
    assert Shape(fillers={18}) == Shape()


def test_shapes_are_values() -> None:
    shape = Shape(wild={31}, families=[WINDS], fillers=[18, 0])

    again = pickle.loads(pickle.dumps(shape))  # noqa: S301 - our own bytes

    assert again == shape
    assert hash(again) == hash(shape)
    assert shape != Shape(wild={31})
    assert again.complete_with(hand("1s12z 1p"), parse_tile("1p"))
    assert "wild=frozenset({31})" in repr(shape)

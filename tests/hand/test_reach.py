"""What a hand may become besides any winning shape."""

from __future__ import annotations

from random import Random

import pytest

from quexiang.hand import Hand, Shape
from quexiang.hand.goals import ALONE, ANY, PAIRS, SUIT, TRIPLETS
from quexiang.tiles import parse_tiles, tiles_of, tiles_text

W = parse_tiles("5z")[0]


def hand(text: str) -> Hand:
    return Hand(parse_tiles(text))


@pytest.mark.parametrize(
    ("text", "goal", "far"),
    [
        ("111m 222p 333s 44s 55z", TRIPLETS, 0),
        ("111m 222p 333s 444s 2z", TRIPLETS, 0),
        ("11m 22p 333s 444s 123z", TRIPLETS, 2),
        ("1122m 3344p 5566s 1z", PAIRS, 0),
        ("1123m 3344p 5566s 1z", PAIRS, 1),
        ("123456789m 1122m", SUIT, 0),
        ("123456789m 12p 34s", SUIT, 4),
        ("123m 456p 789s 123s 5z", ALONE, 0),
        ("123m 456p 789s 12s 55z", ALONE, 0),
        ("123m 456p 789s 12s 15z", ALONE, 1),
    ],
)
def test_goals_have_their_own_distance(text: str, goal: int, far: int) -> None:
    shape = Shape(wild={W} if goal == ALONE else (), seven_pairs=True)

    assert shape.reach.distance(hand(text), goal) == far


@pytest.mark.parametrize(
    ("text", "triplet", "any_set"),
    [
        ("22m 44m 66p 88p 33s 55s 44z 67s", 1, 0),
        ("22m 44m 66p 88p 33s 55s 678s 7z", 2, 0),
        ("22m 44m 66p 88p 33s 678s 123z", 3, 1),
        ("22m 44m 66p 88p 33s 55s 44z 77z", 0, 0),
    ],
)
def test_zz_63_pairs_and_any_set_are_as_far_as_the_nearer(
    text: str, triplet: int, any_set: int
) -> None:
    narrow = Shape(sets=5, pairs_and_triplet=True)
    wide = Shape(sets=5, pairs_and_triplet=True, pairs_and_run=True)

    assert narrow.reach.distance(hand(text), PAIRS) == triplet
    assert wide.reach.distance(hand(text), PAIRS) == any_set
    assert Shape(sets=5).reach.distance(hand(text), PAIRS) > max(triplet, 6)


def test_a_lone_wild_is_reached_just_where_the_kernel_says_so() -> None:
    shape, chance = Shape(wild={W}, seven_pairs=True), Random(1)
    found = 0
    for _ in range(4000):
        row = [tile for tile in (*range(6), W) for _ in range(4)]
        chance.shuffle(row)
        drawn = Hand(row[:7])

        alone = shape.reach.distance(drawn, ALONE) <= 0

        assert alone == shape.sets_only(drawn, aside=1)
        found += alone
    assert found


def test_useful_tiles_of_a_goal_bring_it_nearer() -> None:
    shape = Shape(seven_pairs=True)
    tiles = hand("1123m 3344p 5566s 1z")

    useful = shape.reach.useful(tiles, PAIRS)

    assert tiles_text(tiles_of(useful)) == "23m1z"


def test_the_best_discard_leaves_the_nearest_and_widest_hand() -> None:
    shape = Shape()
    unseen = [4] * 34

    tile, far, width = shape.reach.best(hand("123m 456p 789s 2344s 1z"), unseen, 0)

    assert (tiles_text([tile]), far, width) == ("1z", 0, 8)


def test_a_fixed_tile_is_not_discarded() -> None:
    shape = Shape()
    tiles = hand("123m 456p 789s 2344s 1z")
    fixed = 1 << parse_tiles("1z")[0]

    tile, _, _ = shape.reach.best(tiles, [4] * 34, fixed)

    assert tiles_text([tile]) != "1z"


def test_looking_ahead_counts_what_will_help_then() -> None:
    shape = Shape()
    unseen = [4] * 34

    width, later = shape.reach.ahead(hand("123m 456p 79s 2344s 1z"), ANY, unseen, 0)

    assert width == shape.reach.width(shape.reach.useful(hand("123m 456p 79s 2344s 1z")), unseen)
    assert 0 < later < width


def test_the_nearest_discard_is_found_without_its_width() -> None:
    shape, chance = Shape(seven_pairs=True), Random(2)
    for _ in range(200):
        row = [tile for tile in range(34) for _ in range(4)]
        chance.shuffle(row)
        drawn = Hand(row[:14])

        assert shape.reach.nearest(drawn, 0) == shape.reach.best(drawn, [4] * 34, 0)[1]

"""Arrays of hands give the same answers as hands one by one."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from oracle import Rules
from random_hands import DRAGONS, TRIADS, WINDS, random_hand, shape_of

from quexiang.hand import Hand, Shape
from quexiang.hand.batch import complete_keys, complete_many, natural_many, waits_many

GAMES = {
    "hangzhou": Rules(wild=frozenset({31}), seven_pairs=True),
    "anhua": Rules(wild=frozenset({20, 21}), eyes=TRIADS[1], seven_pairs=True),
    "zhangzhou": Rules(sets=5, wild=frozenset({4}), stand=(31, 4), pairs_and_triplet=True),
    "zhangzhou any set": Rules(
        sets=5, wild=frozenset({4}), stand=(31, 4), pairs_and_triplet=True, pairs_and_run=True
    ),
    "anshun": Rules(seven_pairs=True),
    "lanzhou": Rules(families=(WINDS, DRAGONS), fillers=frozenset({18}), seven_pairs=True),
    "lanzhou, hard eyes": Rules(
        families=(WINDS, DRAGONS),
        fillers=frozenset({18}),
        seven_pairs=True,
        eyes=TRIADS[1],
        eyes_held=True,
    ),
}


def rows_of(hands: list[Hand]) -> np.ndarray:
    return np.array([list(hand.counts[:34]) for hand in hands], np.uint8)


@pytest.mark.parametrize("game", GAMES)
def test_arrays_agree_with_single_hands(game: str) -> None:
    chance = Random(3)
    rules = GAMES[game]
    shape = shape_of(rules)
    hands = [Hand(random_hand(chance, rules)) for _ in range(700)]

    complete = complete_many(rows_of(hands), shape)
    waits = waits_many(rows_of(hands), shape)

    assert complete.tolist() == [shape.complete(hand) for hand in hands]
    assert waits.tolist() == [shape.waits(hand) for hand in hands]
    assert complete.any()
    assert waits.any()


def test_keys_without_counts_agree_with_standard_hands() -> None:
    chance = Random(4)
    shape = Shape(wild={31})
    hands = [Hand(random_hand(chance, Rules(wild=frozenset({31})), size=14)) for _ in range(300)]
    keys, wilds, _, _ = natural_many(rows_of(hands), shape)

    found = complete_keys(keys, wilds, shape)

    assert found.tolist() == [shape.standard(hand) for hand in hands]
    assert keys.tolist() == [list(shape.keys(hand)[:4]) for hand in hands]
    assert wilds.tolist() == [shape.keys(hand)[4] for hand in hands]


def test_no_hands_give_no_answers() -> None:
    empty = np.zeros((0, 34), np.uint8)

    assert complete_many(empty, Shape()).tolist() == []
    assert waits_many(empty, Shape()).tolist() == []


def test_keys_cannot_answer_for_families() -> None:
    with pytest.raises(ValueError, match="complete_many"):
        complete_keys(np.zeros((1, 4), np.int32), np.zeros(1, np.uint8), Shape(families=(WINDS,)))


def test_rows_of_another_width_are_refused() -> None:
    with pytest.raises(ValueError, match="34"):
        complete_many(np.zeros((1, 42), np.uint8), Shape())


@pytest.mark.parametrize("tile", [0, 8, 9, 17, 18, 26, 27, 33])
@pytest.mark.parametrize("copies", [5, 133, 255])
@pytest.mark.parametrize("ask", [complete_many, waits_many, natural_many])
def test_more_than_four_of_a_kind_are_refused(
    ask: Callable[[np.ndarray, Shape], object], copies: int, tile: int
) -> None:
    counts = np.zeros((2, 34), np.uint8)
    counts[1, tile] = copies

    with pytest.raises(ValueError, match="at most four of a kind"):
        ask(counts, Shape())


def test_four_of_every_kind_are_read() -> None:
    keys, wilds, odd, size = natural_many(np.full((1, 34), 4, np.uint8), Shape())

    assert keys.tolist() == [[5**9 - 1] * 3 + [5**7 - 1]]
    assert (wilds.tolist(), odd.tolist(), size.tolist()) == ([0], [0], [136])

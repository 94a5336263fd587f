"""Distance and useful tiles: by enumerating all winning hands, and by what one exchange can do."""

from itertools import islice
from random import Random

import oracle
import pytest
from oracle import Rules
from random_hands import DRAGONS, TRIADS, WINDS, random_hand, random_rules, shape_of

from quexiang.hand import Hand, Shape
from quexiang.tiles import parse_tiles, tiles_of, tiles_text


def nearest(rules: Rules, tiles: list[int]) -> int:
    """Return the distance by trying every winning hand; copies are not limited to four."""
    faces, wilds = oracle.naturals(rules, tiles)
    sets = (len(tiles) - 1) // 3
    lacking = min(oracle.missing(places, faces) for places in oracle.targets(rules, sets))
    return lacking - wilds - 1


@pytest.mark.parametrize("seed", range(6))
def test_the_distance_of_small_hands_is_that_to_the_nearest_winning_hand(seed: int) -> None:
    chance = Random(seed)
    for _ in range(12):
        rules = random_rules(chance)
        if rules.eyes_held:
            continue
        for _ in range(10):
            tiles = random_hand(chance, rules, size=chance.choice((1, 2, 4, 5)))

            found = shape_of(rules).distance(Hand(tiles))

            assert found == nearest(rules, tiles), f"{tiles_text(tiles)} by {rules}"


def test_the_distance_of_seven_tiles_is_that_to_the_nearest_winning_hand() -> None:
    chance = Random(7)
    every = (
        Rules(),
        Rules(wild=frozenset({4})),
        Rules(eyes=TRIADS[1], wild=frozenset({3, 4})),
        Rules(families=(WINDS, DRAGONS), fillers=frozenset({0, 18})),
    )
    for rules in every:
        tiles = random_hand(chance, rules, size=7)

        found = shape_of(rules).distance(Hand(tiles))

        assert found == nearest(rules, tiles), f"{tiles_text(tiles)} by {rules}"


def neighbours(hand: Hand) -> list[Hand]:
    """Return all hands that differ by one exchange."""
    found = []
    for old in sorted(set(hand.tiles())):
        rest = hand.copy()
        rest.remove(old)
        for new in range(34):
            if new != old and rest.counts[new] < 4:
                found.append(rest.copy())
                found[-1].add(new)
    return found


def check_by_exchange(shape: Shape, hand: Hand) -> None:
    """Nothing is nearer by more than one exchange, and something by one unless it is ready."""
    now = shape.distance(hand)
    after = [shape.distance(other) for other in neighbours(hand)]
    where = f"{hand!r} by {shape!r}"
    assert (now == 0) == (shape.waits(hand) != 0), where
    assert min(after) == max(now - 1, 0), where


@pytest.mark.parametrize("seed", range(8))
def test_one_exchange_brings_a_hand_nearer_by_one(seed: int) -> None:
    chance = Random(seed)
    checked = 0
    while checked < 12:
        rules = random_rules(chance)
        size = 3 * chance.choice((2, 3, rules.sets, rules.sets)) + 1
        tiles = random_hand(chance, rules, size=size)
        if max(tiles.count(tile) for tile in tiles) < 4:
            check_by_exchange(shape_of(rules), Hand(tiles))
            checked += 1


@pytest.mark.parametrize("seed", range(4))
def test_useful_tiles_are_those_that_bring_a_hand_nearer(seed: int) -> None:
    chance = Random(seed)
    for _ in range(60):
        rules = random_rules(chance)
        shape = shape_of(rules)
        tiles = random_hand(chance, rules, size=3 * chance.randint(0, rules.sets) + 1)
        now = shape.distance(Hand(tiles))
        drawable = [tile for tile in range(34) if tiles.count(tile) < 4]

        nearer = [tile for tile in drawable if shape.distance(Hand([*tiles, tile])) < now]

        assert tiles_of(shape.useful(Hand(tiles))) == nearer, f"{tiles_text(tiles)} by {rules}"


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_is_complete_at_minus_one_and_ready_at_zero(seed: int) -> None:
    chance = Random(seed)
    for _ in range(150):
        rules = random_rules(chance)
        shape = shape_of(rules)
        hand = Hand(random_hand(chance, rules))

        if hand.size % 3 == 2:
            assert (shape.distance(hand) == -1) == shape.complete(hand)
        else:
            assert (shape.distance(hand) == 0) == (shape.waits(hand) != 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123m 456p 789s 1122z", 0),
        ("147m 258p 369s 1234z", 6),
        ("1133557799m 11p 2p", 0),
        ("119m 19p 19s 123456z", 5),
        ("123m 456p 789s 112z 3z", 1),
    ],
)
def test_known_distances(text: str, expected: int) -> None:
    shape = Shape(seven_pairs=True)

    assert shape.distance(Hand(parse_tiles(text))) == expected


def test_hard_eyes_alone_never_become_ready() -> None:
    shape = Shape(eyes={2, 5, 8}, eyes_held=True)

    assert shape.distance(Hand(parse_tiles("2m"))) == 99


def test_a_hand_between_draw_and_discard_of_a_kong_has_no_distance() -> None:
    with pytest.raises(ValueError, match="3k"):
        Shape().distance(Hand(parse_tiles("123m")))


def test_the_targets_of_the_oracle_are_winning_hands() -> None:
    for places in islice(oracle.targets(Rules(), 2), 0, 5000, 7):
        assert oracle.standard(Rules(), sorted(place[0] for place in places))

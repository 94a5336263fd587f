"""The concealed tiles: counts and keys stay true whatever is added and removed."""

import pickle
from random import Random

import pytest

from quexiang.hand import Hand
from quexiang.tiles import SET_144, parse_tile, parse_tiles


def key(tiles: list[int], first: int) -> int:
    """Return a suit's key by its definition."""
    return sum(5 ** (tile - first) for tile in tiles if first <= tile < min(first + 9, 34))


def test_keys_and_counts_follow_every_change() -> None:
    chance = Random(1)
    wall = list(SET_144)
    chance.shuffle(wall)
    hand = Hand()
    held: list[int] = []
    for tile in wall:
        hand.add(tile)
        held.append(tile)
        if chance.random() < 0.7:
            gone = held.pop(chance.randrange(len(held)))
            hand.remove(gone)

        assert list(hand.counts) == [held.count(kind) for kind in range(42)]
        assert [hand.m, hand.p, hand.s, hand.z] == [key(held, first) for first in (0, 9, 18, 27)]
        assert hand.size == len(hand) == len(held)
        assert hand.flowers == sum(kind >= 34 for kind in held)
        assert hand.odds == sum(held.count(kind) % 2 for kind in range(34))
        assert hand.tiles() == sorted(held)


def test_a_copy_is_equal_and_independent() -> None:
    hand = Hand(parse_tiles("123m 55z"))
    other = hand.copy()
    same = hand == other

    other.remove(parse_tile("5z"))

    assert same
    assert hand != other
    assert hand == Hand(parse_tiles("5z321m5z"))
    assert (hand.z, other.z) == (2 * 625, 625)


def test_a_tile_that_is_not_there_cannot_be_removed() -> None:
    with pytest.raises(ValueError, match="5z is not in 1m"):
        Hand([0]).remove(31)


def test_a_fifth_copy_is_refused() -> None:
    hand = Hand([0] * 4)

    with pytest.raises(ValueError, match="a fifth 1m"):
        hand.add(0)

    assert hand.size == 4


@pytest.mark.parametrize("tile", [-1, 42, 1000])
def test_what_is_no_tile_is_refused(tile: int) -> None:
    with pytest.raises(ValueError, match="number"):
        Hand().add(tile)
    with pytest.raises(ValueError, match="number"):
        Hand().remove(tile)


def test_membership_asks_for_a_kind() -> None:
    hand = Hand(parse_tiles("1m"))

    assert parse_tile("1m") in hand
    assert parse_tile("2m") not in hand
    assert -1 not in hand
    assert "1m" not in hand


def test_a_hand_shows_itself_and_can_be_pickled() -> None:
    hand = Hand(parse_tiles("5z 1m"))

    assert repr(hand) == "Hand('1m5z')"
    assert pickle.loads(pickle.dumps(hand)) == hand  # noqa: S301 - our own bytes


def test_a_hand_is_no_key() -> None:
    with pytest.raises(TypeError):
        hash(Hand())

"""Readings: the set of values against the oracle, and the rulebooks' own examples."""

from collections import Counter
from random import Random

import oracle
import pytest
from oracle import Rules, Value
from random_hands import DRAGONS, WINDS, random_hand, random_rules, shape_of

from quexiang.hand import Hand, Reading, Shape
from quexiang.tiles import parse_tile, parse_tiles, tiles_text


def value_of(rules: Rules, reading: Reading) -> Value:
    """Return what the oracle calls the value of a reading."""
    kinds = Counter(each.kind for each in reading.sets)
    families = sorted(
        f"family{index}"
        for each in reading.sets
        if each.kind == "family"
        for index, family in enumerate(rules.families)
        if each.tiles[0] in family
    )
    assert reading.eyes is not None
    return kinds["run"], kinds["triplet"], tuple(families), reading.eyes


def expected(rules: Rules, tiles: list[int], before: list[int], *, own: bool) -> set[Value]:
    """Return the oracle's values, with the face that eyes of two wilds are given."""
    allowed = [tile for tile in range(34) if oracle.may_be_eyes(rules, tile)]
    wild = min(rules.wild, default=0)
    beside = [tile for tile in allowed if tile // 9 == wild // 9]
    face = wild if wild in allowed else (beside or allowed)[0]
    return {
        (*value[:3], face if value[3] < 0 else value[3])
        for value in oracle.values(rules, tiles, before, own=own)
    }


def faces_of(reading: Reading) -> Counter[int]:
    """Return all faces that the hand shows in this reading."""
    shown = Counter(tile for each in reading.sets for tile in each.tiles)
    shown.update([reading.eyes] * 2 if reading.eyes is not None else [])
    shown.update(reading.pairs * 2)
    return shown


def printed_of(rules: Rules, reading: Reading, tiles: list[int]) -> Counter[int]:
    """Return the faces that tiles and wilds of the hand show, fillers by the honours they fill."""
    natural, _ = oracle.naturals(rules, tiles)
    shown = Counter(natural)
    shown.update(reading.wilds)
    for each in reading.sets:
        shown.subtract(each.fillers)
    return +shown


@pytest.mark.parametrize("seed", range(6))
def test_standard_readings_have_just_the_values_of_the_oracle(seed: int) -> None:
    chance = Random(seed)
    checked = 0
    while checked < 60:
        rules = random_rules(chance)
        shape = shape_of(rules)
        size = 3 * chance.randint(0, rules.sets) + 2
        tiles = random_hand(chance, rules, size=size)
        winning = chance.choice(tiles)
        before = sorted(tiles)
        before.remove(winning)
        _, wilds = oracle.naturals(rules, tiles)
        if wilds > 4 or not shape.standard(Hand(tiles)):
            continue
        found = [r for r in shape.readings(Hand(tiles), winning) if r.shape == "standard"]
        where = f"{tiles_text(tiles)} with {tiles_text([winning])} by {rules}"

        own = expected(rules, tiles, before, own=True)
        free = expected(rules, tiles, before, own=False)

        assert {value_of(rules, r) for r in found} == own | free, where
        assert {value_of(rules, r) for r in found if r.own == wilds} == own, where
        checked += 1


@pytest.mark.parametrize("seed", range(4))
def test_a_reading_shows_the_tiles_of_the_hand(seed: int) -> None:
    chance = Random(seed)
    for _ in range(300):
        rules = random_rules(chance)
        shape = shape_of(rules)
        tiles = random_hand(chance, rules)
        for reading in shape.readings(Hand(tiles)):
            filled = sum(len(each.fillers) for each in reading.sets)
            shown = faces_of(reading)

            missing = shown - printed_of(rules, reading, tiles)

            assert shown.total() == len(tiles)
            assert missing.total() == filled
            assert all(tile in (*WINDS, *DRAGONS) for tile in missing)


@pytest.mark.parametrize("seed", range(4))
def test_there_is_a_reading_just_if_the_hand_is_complete(seed: int) -> None:
    chance = Random(seed)
    for _ in range(150):
        rules = random_rules(chance)
        shape = shape_of(rules)
        hand = Hand(random_hand(chance, rules))

        kinds = {reading.shape for reading in shape.readings(hand)}

        assert ("standard" in kinds) == shape.standard(hand)
        assert bool(kinds - {"standard"}) == shape.pairs(hand)


@pytest.mark.parametrize("seed", range(3))
def test_with_a_winning_tile_readings_agree_with_complete_with(seed: int) -> None:
    chance = Random(seed)
    for _ in range(150):
        rules = random_rules(chance)
        shape = shape_of(rules)
        tiles = random_hand(chance, rules)
        if len(tiles) % 3 != 2:
            continue
        winning = chance.choice(tiles)
        rest = Hand(tiles)
        rest.remove(winning)

        assert bool(shape.readings(Hand(tiles), winning)) == shape.complete_with(rest, winning)


def test_seven_wilds_give_a_bounded_number_of_readings() -> None:
    shape = Shape(wild={20, 21}, eyes={2, 5, 8}, seven_pairs=True)

    readings = shape.readings(Hand(parse_tiles("333s 4444s 1p 2p 4p 5p 6p 8p 9p")))

    assert 10 < len(readings) < 100
    assert {reading.shape for reading in readings} == {"standard", "pairs"}


def test_ah_41_all_wilds_may_stand_for_themselves() -> None:
    shape = Shape(wild={2}, eyes={2, 5, 8}, seven_pairs=True)

    by_itself = shape.readings(Hand(parse_tiles("123m 456p 888p 55s 678s")))
    by_another = shape.readings(Hand(parse_tiles("223m 456p 888p 55s 678s")))

    assert any(reading.own == 1 for reading in by_itself)
    assert not any(reading.own == 1 for reading in by_another)


def test_lz_w4_special_sets_are_read_with_fillers() -> None:
    shape = Shape(families=(WINDS, DRAGONS), fillers={18})
    hand = Hand(parse_tiles("234m 99p 567s 1s7z 1s1s3z 6z"))

    (reading,) = shape.readings(hand, parse_tile("6z"))

    special = [(each.tiles, each.fillers) for each in reading.sets if each.kind == "family"]
    assert special == [((27, 28, 29), (18, 18)), ((31, 32, 33), (18,))]


def test_lz_56_three_fillers_are_a_set_of_the_last_family() -> None:
    shape = Shape(families=(WINDS, DRAGONS), fillers={0, 9, 18})

    (reading,) = shape.readings(Hand(parse_tiles("345m 678m 22p 999s 1m1p1s")))

    assert [each.tiles for each in reading.sets if each.kind == "family"] == [DRAGONS]


def test_lz_w14_a_hand_may_be_seven_pairs_and_special_sets() -> None:
    shape = Shape(families=(WINDS, DRAGONS), seven_pairs=True)

    readings = shape.readings(Hand(parse_tiles("112233z 556677m 88p")))

    kinds = {(r.shape, sum(s.kind == "family" for s in r.sets)) for r in readings}
    assert ("pairs", 0) in kinds
    assert ("standard", 2) in kinds


def test_zz_63_seven_pairs_and_a_triplet_have_one_reading() -> None:
    shape = Shape(sets=5, wild={9}, pairs_and_triplet=True)

    readings = shape.readings(Hand(parse_tiles("1199m 2244p 3377s 5z1p 666z")))

    (pairs,) = [reading for reading in readings if reading.shape == "pairs_and_triplet"]
    assert len(pairs.pairs) == 7
    assert pairs.wilds == (31,)


def test_zz_63_seven_pairs_and_a_run_have_one_reading() -> None:
    shape = Shape(sets=5, wild={9}, pairs_and_triplet=True, pairs_and_run=True)

    readings = shape.readings(Hand(parse_tiles("1199m 2244p 3377s 55z 6s1p8s")))

    (pairs,) = readings
    assert pairs.shape == "pairs_and_run"
    assert pairs.sets[0].tiles == tuple(parse_tiles("678s"))
    assert len(pairs.pairs) == 7

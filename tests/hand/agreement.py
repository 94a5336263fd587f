"""Compare the kernel with the oracle on one hand, in every question."""

from random import Random

import oracle
from oracle import Rules
from random_hands import random_hand, random_rules, shape_of

from quexiang.hand import Hand, Shape
from quexiang.tiles import tiles_of, tiles_text


def check_random_hands(chance: Random, number: int, *, per_rules: int = 20) -> int:
    """Check so many hands and return how many of them were complete or ready."""
    positive = 0
    for start in range(0, number, per_rules):
        rules = random_rules(chance)
        shape = shape_of(rules)
        for _ in range(min(per_rules, number - start)):
            positive += check(rules, shape, random_hand(chance, rules))
    return positive


def check_quickly(chance: Random, number: int) -> int:
    """Check so many hands in one question each, some in all, and return how many said yes."""
    positive = 0
    for start in range(0, number, 100):
        rules = random_rules(chance)
        shape = shape_of(rules)
        for _ in range(min(100, number - start)):
            tiles = random_hand(chance, rules)
            if chance.random() < 0.02:
                positive += check(rules, shape, tiles)
            else:
                positive += check_one(chance, rules, shape, tiles)
    return positive


def check_one(chance: Random, rules: Rules, shape: Shape, tiles: list[int]) -> bool:
    """Check completeness, with a winning tile where one is missing."""
    hand = Hand(tiles)
    where = f"{tiles_text(tiles)} by {rules}"
    if len(tiles) % 3 == 2:
        complete = oracle.complete(rules, tiles)
        assert shape.complete(hand) == complete, where
        return complete
    waits = tiles_of(shape.waits(hand))
    winning = chance.choice(waits) if waits and chance.random() < 0.6 else chance.randrange(34)
    complete = oracle.complete(rules, sorted([*tiles, winning]), tiles)
    assert shape.complete_with(hand, winning) == complete, f"{winning} to {where}"
    assert (winning in waits) == complete, f"{winning} to {where}"
    return complete


def check(rules: Rules, shape: Shape, tiles: list[int]) -> bool:
    """Check completeness or waits, and what is left after setting wilds aside."""
    hand = Hand(tiles)
    where = f"{tiles_text(tiles)} by {rules}"
    for aside in range(3):
        assert shape.sets_only(hand, aside) == oracle.sets_only(rules, tiles, aside), where
        assert shape.pairs_only(hand, aside) == oracle.pairs_only(rules, tiles, aside), where
    standard, pairs = oracle.standard(rules, tiles), oracle.pairs(rules, tiles)
    assert shape.standard(hand) == standard, where
    assert shape.pairs(hand) == pairs, where
    assert shape.complete(hand) == (standard or pairs), where
    if len(tiles) % 3 != 1:
        return standard or pairs
    waits = oracle.waits(rules, tiles)
    assert tiles_of(shape.waits(hand)) == waits, where
    assert [tile for tile in range(34) if shape.complete_with(hand, tile)] == waits, where
    held = [tile for tile in waits if tiles.count(tile) < 4]
    assert tiles_of(shape.waits(hand, exclude_held=True)) == held, where
    assert hand == Hand(tiles)
    return bool(waits)

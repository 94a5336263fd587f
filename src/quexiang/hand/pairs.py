"""How far a hand is from seven pairs, with or without a set."""

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quexiang.hand.concealed import Hand
    from quexiang.hand.kernel import Kernel

FAR = 99
"""The distance where pairs do not win."""


def by_pairs(shape: "Kernel", hand: "Hand") -> int:
    """Return the distance of an unmelded hand from the pairs that win."""
    if hand.size <= 3 * shape.sets:
        return FAR
    if shape.seven_pairs and shape.sets == 4:
        if shape.eyes_held:
            return _with_eyes_held(shape, hand)
        odd, wilds = shape.odd(hand), shape.keys(hand)[4]
        return _missing(hand.size - wilds, odd, 7) - wilds - 1
    if shape.pairs_and_triplet and shape.sets == 5:
        return _with_set(shape, hand)
    return FAR


def nearer_by_pairs(shape: "Kernel", hand: "Hand", now: int) -> int:
    """Return the kinds that bring a hand below a distance from the pairs that win."""
    trial = hand.copy()
    mask = 0
    for tile in range(34):
        if hand.counts[tile] < 4:
            trial.add(tile)
            if by_pairs(shape, trial) < now:
                mask |= 1 << tile
            trial.remove(tile)
    return mask


def _missing(tiles: int, odd: int, pairs: int) -> int:
    """Return the tiles missing for so many pairs; four of a kind are two."""
    wanted = max(0, pairs - (tiles - odd) // 2)
    return wanted + max(0, wanted - odd)


def _with_set(shape: "Kernel", hand: "Hand") -> int:
    """ZZ-63: the triplet, or the run if it may be one, is that which leaves most to the pairs."""
    counts, wilds = shape.natural(hand.counts)
    odd = shape.odd(hand)
    tiles = hand.size - wilds
    best = 3 + _missing(tiles, odd, 7)
    for count in {*counts} - {0}:
        for used in range(1, min(count, 3) + 1):
            left = odd + (count - used) % 2 - count % 2
            best = min(best, 3 - used + _missing(tiles - used, left, 7))
    if shape.pairs_and_run:
        best = min(best, _with_run(counts, tiles, odd))
    return best - wilds - 1


def _with_run(counts: list[int], tiles: int, odd: int) -> int:
    """Return the tiles missing for seven pairs and a run, whichever of its tiles are held."""
    best = FAR
    for start in (tile for tile in range(25) if tile % 9 < 7):
        held = [face for face in range(start, start + 3) if counts[face]]
        for number in range(len(held) + 1):
            for used in combinations(held, number):
                left = odd + sum(1 - 2 * (counts[face] & 1) for face in used)
                best = min(best, 3 - number + _missing(tiles - number, left, 7))
    return best


def _with_eyes_held(shape: "Kernel", hand: "Hand") -> int:
    """LZ-65: one pair of the right rank must be there before the last tile."""
    most = max(hand.counts[eye] for eye in shape.eye_kinds)
    if most >= 2:
        return _missing(hand.size - 2, hand.odds, 6) - 1
    others = _missing(hand.size - most, hand.odds - most, 6)
    return 2 - most + max(others - 1, 0)

"""How far a hand is from ready.

A part of a hand is described by a *lack*: twelve small numbers, the tiles missing for 0 to 5 sets
without and with a pair. Lacks of parts are joined by the least sums; a wild supplies any one tile.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from quexiang.hand.exact import Family
from quexiang.hand.tables import MOST_SETS, digits, distances

if TYPE_CHECKING:
    from quexiang.hand.concealed import Hand
    from quexiang.hand.kernel import Shape

Lack = bytes
_SIZE = MOST_SETS + 1
NEVER = 99
"""The distance of a hand that no exchange makes ready (hard eyes and nothing but eyes, LZ-98)."""


def distance(shape: "Shape", hand: "Hand") -> int:
    """Return −1 if complete, 0 if ready, else how many tiles must still be exchanged."""
    if hand.size % 3 == 0:
        raise ValueError(f"a hand has 3k+1 or 3k+2 tiles, not {hand.size}")
    best = _standard(shape, hand)
    if hand.size > 3 * shape.sets:
        best = min(best, _by_pairs(shape, hand))
    return best


def useful(shape: "Shape", hand: "Hand") -> int:
    """Return the mask of the kinds whose drawing brings a hand of 3k+1 tiles nearer."""
    if hand.size % 3 != 1:
        raise ValueError(f"a hand before its draw has 3k+1 tiles, not {hand.size}")
    now = distance(shape, hand)
    trial = hand.copy()
    mask = 0
    for tile in range(34):
        if hand.counts[tile] < 4:
            trial.add(tile)
            if distance(shape, trial) < now:
                mask |= 1 << tile
            trial.remove(tile)
    return mask


def _standard(shape: "Shape", hand: "Hand") -> int:
    sets = (hand.size - 1) // 3
    if shape.eyes_held:
        return _with_eyes_held(shape, hand, sets)
    best = NEVER
    m, p, s, z, wilds = shape.keys(hand)
    for keys, filled in _fillings(shape, (m, p, s)):
        honours = honour_lack(z, shape.families, filled, shape.eyes is None)
        lacks = [suit_lack(key, shape.eyes) for key in keys]
        best = min(best, least(join(lacks[0], lacks[1]), join(lacks[2], honours), sets))
    return best - wilds - 1


def _with_eyes_held(shape: "Shape", hand: "Hand", sets: int) -> int:
    """LZ-64: the last tile must not be the eyes', so eyes that lack tiles are filled up first."""
    if sets == 0:
        return NEVER
    best = _last_elsewhere(2, _sets_missing(shape, hand, sets))  # eyes not held at all
    for eye in shape.eye_kinds:
        held = min(2, hand.counts[eye])
        if held:
            rest = hand.copy()
            for _ in range(held):
                rest.remove(eye)
            best = min(best, _last_elsewhere(2 - held, _sets_missing(shape, rest, sets)))
    return best


def _last_elsewhere(eyes: int, others: int) -> int:
    """Return the distance if the eyes lack so many tiles, and the rest so many."""
    return max(others - 1, 0) + eyes if eyes else others - 1


def _sets_missing(shape: "Shape", hand: "Hand", sets: int) -> int:
    best = NEVER
    for keys, filled in _fillings(shape, (hand.m, hand.p, hand.s)):
        honours = honour_lack(hand.z, shape.families, filled, True)
        lacks = [suit_lack(key, None) for key in keys]
        total = join(join(lacks[0], lacks[1]), join(lacks[2], honours))
        best = min(best, total[sets])
    return best


def _fillings(shape: "Shape", keys: tuple[int, int, int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the suits' keys and the number of fillers taken out of them to join the families."""
    held = [keys[tile // 9] // 5 ** (tile % 9) % 5 for tile in shape.fillers]
    for used in product(*(range(count + 1) for count in held)):
        left = list(keys)
        for tile, number in zip(shape.fillers, used, strict=True):
            left[tile // 9] -= number * 5 ** (tile % 9)
        yield tuple(left), sum(used)


def _by_pairs(shape: "Shape", hand: "Hand") -> int:
    counts, wilds = shape.natural(hand.counts)
    if shape.seven_pairs and shape.eyes_held:
        return _pairs_with_eyes_held(shape, counts)
    if shape.seven_pairs and shape.sets == 4:
        return _pairs_missing(counts, 7) - wilds - 1
    if not shape.pairs_and_triplet or shape.sets != 5:
        return NEVER
    best = 3 + _pairs_missing(counts, 7)
    for tile in range(34):
        used = min(counts[tile], 3)
        for taken in range(1, used + 1):
            rest = [*counts[:tile], counts[tile] - taken, *counts[tile + 1 :]]
            best = min(best, 3 - taken + _pairs_missing(rest, 7))
    return best - wilds - 1


def _pairs_missing(counts: list[int], pairs: int) -> int:
    """Return the tiles missing for so many pairs; four of a kind are two."""
    made = sum(count // 2 for count in counts)
    return _pairs_lacking(pairs - made, sum(count & 1 for count in counts))


def _pairs_lacking(wanted: int, singles: int) -> int:
    return max(0, wanted) + max(0, wanted - singles)


def _pairs_with_eyes_held(shape: "Shape", counts: list[int]) -> int:
    """LZ-65: one pair of the right rank must be there before the last tile."""
    made = sum(count // 2 for count in counts)
    singles = sum(count & 1 for count in counts)
    best = NEVER
    for held in {min(2, counts[eye]) for eye in shape.eye_kinds}:
        others = _pairs_lacking(6 - made + (held == 2), singles - (held == 1))
        best = min(best, _last_elsewhere(2 - held, others))
    return best


def suit_lack(key: int, eyes: frozenset[int] | None) -> Lack:
    """Return the lack of one suit; `eyes` are the ranks allowed for the pair."""
    ids, classes = distances()
    return classes[ids[key]] if eyes is None else _eyed(key, eyes)


@lru_cache(maxsize=1 << 16)
def _eyed(key: int, eyes: frozenset[int]) -> Lack:
    sets = suit_lack(key, None)[:_SIZE]
    pair = [missing + 2 for missing in sets]
    for rank in eyes:
        step = 5 ** (rank - 1)
        for held in range(1, min(2, key // step % 5) + 1):
            rest = suit_lack(key - held * step, None)
            pair = [min(old, new + 2 - held) for old, new in zip(pair, rest, strict=False)]
    return sets + bytes(pair)


@lru_cache(maxsize=1 << 16)
def honour_lack(z: int, families: tuple[Family, ...], filled: int, eyes: bool) -> Lack:
    """Return the lack of the honours and of fillers that may join their families."""
    counts = digits(z, 7)
    members = [tile for family in families for tile in family]
    best = bytes([NEVER]) * 2 * _SIZE
    for split in product(range(filled + 1), repeat=len(families)):
        if sum(split) == filled:
            total = _lack_of(tuple(counts[t - 27] for t in range(27, 34) if t not in members), -1)
            for family, part in zip(families, split, strict=True):
                held = tuple(sorted(counts[tile - 27] for tile in family))
                total = join(total, _lack_of(held, part))
            best = bytes(map(min, best, total))
    return best if eyes else best[:_SIZE] + bytes([NEVER]) * _SIZE


def _lack_of(counts: tuple[int, ...], fillers: int) -> Lack:
    missing = [_missing(counts, fillers, sets, 0) for sets in range(_SIZE)]
    return bytes(missing + [_missing(counts, fillers, sets, 1) for sets in range(_SIZE)])


@lru_cache(maxsize=1 << 16)
def _missing(counts: tuple[int, ...], fillers: int, sets: int, pairs: int) -> int:
    """Return the tiles missing in honours for sets and pairs; with −1 fillers they are no family."""
    if pairs:
        ways = (
            2 - min(count, 2) + _missing(_less(counts, (index,), 2), fillers, sets, 0)
            for index, count in enumerate(counts)
        )
        return min(ways, default=2 + 3 * sets)
    if not sets:
        return 0
    best = 3 + _missing(counts, fillers, sets - 1, 0)
    for index, count in enumerate(counts):
        left = _less(counts, (index,), 3)
        best = min(best, 3 - min(count, 3) + _missing(left, fillers, sets - 1, 0))
    if fillers >= 0:
        best = min(best, _family_missing(counts, fillers, sets))
    return best


def _family_missing(counts: tuple[int, ...], fillers: int, sets: int) -> int:
    """Return the tiles missing if at least one of the sets is of different members."""
    held = [index for index, count in enumerate(counts) if count]
    return min(
        3 - real - used + _missing(_less(counts, chosen, 1), fillers - used, sets - 1, 0)
        for real in range(4)
        for chosen in combinations(held, real)
        for used in range(min(3 - real, fillers) + 1)
    )


def _less(counts: tuple[int, ...], indices: tuple[int, ...], copies: int) -> tuple[int, ...]:
    return tuple(max(0, count - copies * (index in indices)) for index, count in enumerate(counts))


@lru_cache(maxsize=1 << 18)
def join(one: Lack, other: Lack) -> Lack:
    """Return the lack of two parts together."""
    sets = [_least(one, other, number) for number in range(_SIZE)]
    return bytes(sets + [least(one, other, number) for number in range(_SIZE)])


def _least(one: Lack, other: Lack, sets: int) -> int:
    return min(one[part] + other[sets - part] for part in range(sets + 1))


@lru_cache(maxsize=1 << 18)
def least(one: Lack, other: Lack, sets: int) -> int:
    """Return the tiles missing in two parts for so many sets and one pair."""
    return min(
        min(one[part] + other[_SIZE + sets - part], one[_SIZE + part] + other[sets - part])
        for part in range(sets + 1)
    )

"""How far a hand is from ready.

A part of a hand is described by a *lack*: twelve small numbers, the tiles missing for 0 to 5 sets
without and with a pair. Lacks of parts are joined by the least sums; a wild supplies any one tile.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from quexiang.hand.exact import Family
from quexiang.hand.pairs import by_pairs
from quexiang.hand.tables import MOST_SETS, digits, distances
from quexiang.tiles import mask_of

if TYPE_CHECKING:
    from quexiang.hand.concealed import Hand
    from quexiang.hand.kernel import Kernel

Lack = bytes
Suits = tuple[int, int, int]

_SIZE = MOST_SETS + 1
NEVER = 99
"""The distance of a hand that no exchange makes ready (hard eyes and nothing but eyes, LZ-98)."""


def distance(shape: "Kernel", hand: "Hand") -> int:
    """Return −1 if complete, 0 if ready, else how many tiles must still be exchanged."""
    if hand.size % 3 == 0:
        raise ValueError(f"a hand has 3k+1 or 3k+2 tiles, not {hand.size}")
    return min(_standard(shape, hand), by_pairs(shape, hand))


def useful(shape: "Kernel", hand: "Hand") -> int:
    """Return the mask of the kinds whose drawing brings a hand of 3k+1 tiles nearer."""
    if hand.size % 3 != 1:
        raise ValueError(f"a hand before its draw has 3k+1 tiles, not {hand.size}")
    standard, pairs = _standard(shape, hand), by_pairs(shape, hand)
    now = min(standard, pairs)
    if shape.fillers or shape.eyes_held:
        return _tried(shape, hand, distance, now)
    mask = _nearer(shape, hand, now) if standard == now else 0
    return mask | _tried(shape, hand, by_pairs, now) if pairs == now else mask


def _tried(
    shape: "Kernel", hand: "Hand", measure: "Callable[[Kernel, Hand], int]", now: int
) -> int:
    """Return the kinds that bring a hand nearer by some measure, by adding each in turn."""
    trial = hand.copy()
    mask = 0
    for tile in range(34):
        if hand.counts[tile] < 4:
            trial.add(tile)
            if measure(shape, trial) < now:
                mask |= 1 << tile
            trial.remove(tile)
    return mask


def _nearer(shape: "Kernel", hand: "Hand", now: int) -> int:
    """Return the kinds that bring a standard hand nearer: one suit changes, the others stay."""
    m, p, s, z, wilds = shape.keys(hand)
    lacks = _lacks(shape, (m, p, s), z, 0)
    sets = (hand.size - 1) // 3
    mask = 0
    for suit, key in enumerate((m, p, s, z)):
        others = [lack for index, lack in enumerate(lacks) if index != suit]
        rest = join(join(others[0], others[1]), others[2])
        for rank in range(9 if suit < 3 else 7):
            tile = shape.printed(9 * suit + rank)
            if tile >= 0 and hand.counts[tile] < 4:
                more = key + 5**rank
                lack = suit_lack(more, shape.eyes) if suit < 3 else _honours(shape, more, 0)
                if least(rest, lack, sets) - wilds - 1 < now:
                    mask |= 1 << tile
    return mask | mask_of(tile for tile in shape.wild if hand.counts[tile] < 4)


def _standard(shape: "Kernel", hand: "Hand") -> int:
    sets = (hand.size - 1) // 3
    if shape.eyes_held:
        return _with_eyes_held(shape, hand, sets)
    m, p, s, z, wilds = shape.keys(hand)
    if not shape.fillers:
        one, two, three, four = _lacks(shape, (m, p, s), z, 0)
        return least(join(one, two), join(three, four), sets) - wilds - 1
    best = NEVER
    for suits, filled in _fillings(shape, (m, p, s)):
        one, two, three, four = _lacks(shape, suits, z, filled)
        best = min(best, least(join(one, two), join(three, four), sets))
    return best - wilds - 1


def _lacks(shape: "Kernel", suits: Suits, z: int, filled: int) -> tuple[Lack, Lack, Lack, Lack]:
    m, p, s = suits
    if shape.eyes is None:
        ids, classes = distances()
        return classes[ids[m]], classes[ids[p]], classes[ids[s]], _honours(shape, z, filled)
    eyes = shape.eyes
    return _eyed(m, eyes), _eyed(p, eyes), _eyed(s, eyes), _honours(shape, z, filled)


def _honours(shape: "Kernel", z: int, filled: int) -> Lack:
    return honour_lack(z, shape.families, filled, eyes=shape.eyes is None)


def _with_eyes_held(shape: "Kernel", hand: "Hand", sets: int) -> int:
    """LZ-64: the last tile must not be the eyes', so eyes that lack tiles are filled up first."""
    if sets == 0:
        return NEVER
    best = _last_elsewhere(2, _sets_missing(shape, hand, sets))
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


def _sets_missing(shape: "Kernel", hand: "Hand", sets: int) -> int:
    best = NEVER
    for (m, p, s), filled in _fillings(shape, (hand.m, hand.p, hand.s)):
        honours = honour_lack(hand.z, shape.families, filled, eyes=True)
        inner = join(suit_lack(p, None), suit_lack(s, None))
        best = min(best, join(inner, join(suit_lack(m, None), honours))[sets])
    return best


def _fillings(shape: "Kernel", suits: Suits) -> Iterator[tuple[Suits, int]]:
    """Yield the suits' keys and the number of fillers taken out of them to join the families."""
    held = [suits[tile // 9] // 5 ** (tile % 9) % 5 for tile in shape.fillers]
    for used in product(*(range(count + 1) for count in held)):
        left = list(suits)
        for tile, number in zip(shape.fillers, used, strict=True):
            left[tile // 9] -= number * 5 ** (tile % 9)
        yield (left[0], left[1], left[2]), sum(used)


def suit_lack(key: int, eyes: frozenset[int] | None) -> Lack:
    """Return the lack of one suit; `eyes` are the ranks allowed for the pair."""
    if eyes is not None:
        return _eyed(key, eyes)
    ids, classes = distances()
    return classes[ids[key]]


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
def honour_lack(z: int, families: tuple[Family, ...], filled: int, *, eyes: bool) -> Lack:
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
    """Return the tiles missing in honours; with −1 fillers these are no family."""
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

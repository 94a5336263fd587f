"""How far a hand is from ready.

A part of a hand is described by a *lack*: twelve small numbers, the tiles missing for 0 to 5 sets
without and with a pair. Lacks of parts are joined by the least sums; a wild supplies any one tile.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from quexiang.hand.exact import Family
from quexiang.hand.pairs import by_pairs, nearer_by_pairs
from quexiang.hand.tables import MOST_SETS, digits, distances
from quexiang.tiles import Tile, mask_of

if TYPE_CHECKING:
    from quexiang.hand.concealed import Hand
    from quexiang.hand.kernel import Kernel

Lack = bytes

_SIZE = MOST_SETS + 1
_POW = tuple(5**rank for rank in range(9))
NEVER = 99
"""The distance of a hand that no exchange makes ready (hard eyes and nothing but eyes, LZ-98)."""


class Plan(NamedTuple):
    """One way to use the tiles of a hand: the suits' keys, and what is taken out of them."""

    keys: tuple[int, int, int, int]
    filled: int = 0
    """Fillers that join the families."""
    eyes: tuple[Tile, ...] = ()
    """The kinds of which one more is wanted for eyes that must be there before the last tile."""
    lacking: int = -1
    """The tiles that such eyes lack; −1 where eyes are made like sets."""


def distance(shape: "Kernel", hand: "Hand") -> int:
    """Return −1 if complete, 0 if ready, else how many tiles must still be exchanged."""
    if hand.size % 3 == 0:
        raise ValueError(f"a hand has 3k+1 or 3k+2 tiles, not {hand.size}")
    return min(standard(shape, hand), by_pairs(shape, hand))


def useful(shape: "Kernel", hand: "Hand") -> int:
    """Return the mask of the kinds whose drawing brings a hand of 3k+1 tiles nearer."""
    if hand.size % 3 != 1:
        raise ValueError(f"a hand before its draw has 3k+1 tiles, not {hand.size}")
    sets, pairs = standard(shape, hand), by_pairs(shape, hand)
    now = min(sets, pairs)
    mask = 0
    if sets == now:
        for plan in _plans(shape, hand):
            mask |= _nearer(shape, hand, plan, now)
        mask |= mask_of(shape.wild)
    if pairs == now:
        mask |= nearer_by_pairs(shape, hand, now)
    if 4 in hand.counts:  # there is no fifth copy to draw
        mask &= mask_of(tile for tile in range(34) if hand.counts[tile] < 4)
    return mask


def standard(shape: "Kernel", hand: "Hand") -> int:
    """Return the distance from sets and eyes alone."""
    sets = (hand.size - 1) // 3
    if shape.fillers or shape.eyes_held:
        ways = (_cost(plan, _missing_in(shape, plan, sets)) for plan in _plans(shape, hand))
        return min(ways, default=NEVER) - shape.keys(hand)[4]
    m, p, s, z, wilds = shape.keys(hand)
    one, two, three, four = _lacks(shape, (m, p, s, z), 0)
    return least(join(one, two), join(three, four), sets) - wilds - 1


def _plans(shape: "Kernel", hand: "Hand") -> Iterator[Plan]:
    m, p, s, z, _ = shape.keys(hand)
    for keys, filled in _fillings(shape, (m, p, s, z)):
        if not shape.eyes_held:
            yield Plan(keys, filled)
        elif hand.size > 2:
            yield from _eye_plans(shape, Plan(keys, filled))


def _eye_plans(shape: "Kernel", plan: Plan) -> Iterator[Plan]:
    """LZ-64: take the eyes out; they must be there before the last tile."""
    yield plan._replace(eyes=shape.eye_kinds, lacking=2)
    for eye in shape.eye_kinds:
        suit, step = eye // 9, 5 ** (eye % 9)
        for held in range(1, min(2, plan.keys[suit] // step % 5) + 1):
            keys = _changed(plan.keys, suit, -held * step)
            yield plan._replace(keys=keys, eyes=(eye,), lacking=2 - held)


def _cost(plan: Plan, missing: int) -> int:
    """Return the distance before wilds, if the sets (and eyes made like them) lack so many tiles.

    The last tile must not be that of the eyes, so eyes that lack tiles are filled up first.
    """
    return missing - 1 if plan.lacking <= 0 else max(missing - 1, 0) + plan.lacking


def _missing_in(shape: "Kernel", plan: Plan, sets: int) -> int:
    one, two, three, four = _lacks(shape, plan.keys, plan.filled)
    count = least if plan.lacking < 0 else least_sets
    return count(join(one, two), join(three, four), sets)


def _nearer(shape: "Kernel", hand: "Hand", plan: Plan, now: int) -> int:
    """Return the kinds that bring a plan below a distance: one part changes, the others stay."""
    wilds = shape.keys(hand)[4]
    sets = (hand.size - 1) // 3
    count = least if plan.lacking < 0 else least_sets
    lacks = _lacks(shape, plan.keys, plan.filled)
    mask = 0
    for suit, key in enumerate(plan.keys):
        one, two, three = (*lacks[:suit], *lacks[suit + 1 :])
        rest = join(join(one, two), three)
        helps = {lacks[suit]: False}
        for tile, lack in _more(shape, suit, key, plan.filled):
            if lack not in helps:
                helps[lack] = _cost(plan, count(rest, lack, sets)) - wilds < now
            if helps[lack]:
                mask |= 1 << tile
    return mask | _nearer_otherwise(shape, plan, sets, now + wilds)


def _more(shape: "Kernel", suit: int, key: int, filled: int) -> Iterator[tuple[Tile, Lack]]:
    """Yield the tiles that can be added to a part, and what it lacks then."""
    eyes = shape.eyes
    for tile, step in zip(shape.prints[9 * suit : 9 * suit + 9], _POW, strict=False):
        if tile < 0 or key // step % 5 == 4:
            continue
        if suit == 3:
            yield tile, honour_lack(key + step, shape.families, filled, eyes=eyes is None)
        else:
            yield tile, suit_lack(key + step, eyes)


def _nearer_otherwise(shape: "Kernel", plan: Plan, sets: int, now: int) -> int:
    """Return the kinds that help as a filler, or as one of the eyes taken out."""
    mask = 0
    if shape.fillers:
        more = plan._replace(filled=plan.filled + 1)
        if _cost(more, _missing_in(shape, more, sets)) < now:
            mask = mask_of(shape.fillers)
    if plan.lacking > 0:
        more = plan._replace(lacking=plan.lacking - 1)
        if _cost(more, _missing_in(shape, more, sets)) < now:
            mask |= mask_of(plan.eyes)
    return mask


def _fillings(
    shape: "Kernel", keys: tuple[int, int, int, int]
) -> Iterator[tuple[tuple[int, int, int, int], int]]:
    """Yield the keys and the number of fillers taken out of them to join the families."""
    held = [keys[tile // 9] // 5 ** (tile % 9) % 5 for tile in shape.fillers]
    for used in product(*(range(count + 1) for count in held)):
        left = keys
        for tile, number in zip(shape.fillers, used, strict=True):
            left = _changed(left, tile // 9, -number * 5 ** (tile % 9))
        yield left, sum(used)


def _changed(keys: tuple[int, int, int, int], suit: int, step: int) -> tuple[int, int, int, int]:
    m, p, s, z = keys
    return (
        m + step * (suit == 0),
        p + step * (suit == 1),
        s + step * (suit == 2),
        z + step * (suit == 3),
    )


def _lacks(
    shape: "Kernel", keys: tuple[int, int, int, int], filled: int
) -> tuple[Lack, Lack, Lack, Lack]:
    m, p, s, z = keys
    eyes = shape.eyes
    honours = honour_lack(z, shape.families, filled, eyes=eyes is None)
    return suit_lack(m, eyes), suit_lack(p, eyes), suit_lack(s, eyes), honours


def suit_lack(key: int, eyes: frozenset[int] | None) -> Lack:
    """Return the lack of a suit."""
    ids, classes = distances()
    return classes[ids[key]] if eyes is None else eyed(key, eyes)


@lru_cache(maxsize=1 << 16)
def eyed(key: int, eyes: frozenset[int]) -> Lack:
    """Return the lack of a suit whose pair must be of certain ranks."""
    ids, classes = distances()
    sets = classes[ids[key]][:_SIZE]
    pair = [missing + 2 for missing in sets]
    for rank in eyes:
        step = 5 ** (rank - 1)
        for held in range(1, min(2, key // step % 5) + 1):
            rest = classes[ids[key - held * step]]
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
    sets = [least_sets(one, other, number) for number in range(_SIZE)]
    return bytes(sets + [least(one, other, number) for number in range(_SIZE)])


@lru_cache(maxsize=1 << 18)
def least_sets(one: Lack, other: Lack, sets: int) -> int:
    """Return the tiles missing in two parts for so many sets."""
    return min(one[part] + other[sets - part] for part in range(sets + 1))


@lru_cache(maxsize=1 << 18)
def least(one: Lack, other: Lack, sets: int) -> int:
    """Return the tiles missing in two parts for so many sets and one pair."""
    return min(
        min(one[part] + other[_SIZE + sets - part], one[_SIZE + part] + other[sets - part])
        for part in range(sets + 1)
    )

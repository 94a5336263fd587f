"""The arithmetic of sets and pairs by plain recursion, where the tables do not reach.

The tables know up to four copies of a kind and no families. A fifth copy (a wait on a kind whose
four copies are all in the hand) and the families of honours are worked out here.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Protocol

Needs = tuple[int, int]
"""Wilds missing until all tiles split into sets, and into sets and one pair."""

Family = tuple[int, ...]

NEVER = 15
_NO_NEEDS: Needs = (NEVER, NEVER)


@lru_cache(maxsize=1 << 16)
def suit_needs(counts: tuple[int, ...], eyes: frozenset[int] | None = None) -> Needs:
    """Return the needs of one suit; `eyes` are the ranks allowed for the pair."""
    states = {(0, 0, 0): 0}
    for index, count in enumerate(counts):
        eye = eyes is None or index + 1 in eyes
        after: dict[tuple[int, int, int], int] = {}
        for (older, newer, paired), cost in states.items():
            # Three equal runs are three triplets, so two of a kind are enough.
            for begun in range(3 if index < len(counts) - 2 else 1):
                for pair in range(1 + (eye and not paired)):
                    state = (newer, begun, paired | pair)
                    total = cost + triplets_missing(count - older - newer - begun - 2 * pair)
                    after[state] = min(total, after.get(state, total))
        states = after
    return min(states[0, 0, 0], NEVER), min(states.get((0, 0, 1), NEVER), NEVER)


def triplets_missing(left: int) -> int:
    """Return the wilds missing for copies that must be triplets, or that runs and pair lack."""
    return -left if left < 0 else -left % 3


def loose_needs(count: int) -> Needs:
    """Return the needs of an honour that belongs to no family."""
    return triplets_missing(count), triplets_missing(count - 2)


@lru_cache(maxsize=1 << 16)
def family_needs(counts: tuple[int, ...], fillers: int) -> Needs:
    """Return the needs of a family (its sorted counts) and of fillers that must all join it."""
    if not any(counts):
        return -fillers % 3, -fillers % 3 + 2
    *rest, top = counts
    best = _NO_NEEDS
    for used in range(1, min(top, 3) + 1):
        left = family_needs(tuple(sorted((*rest, top - used))), fillers)
        best = least(best, (left[0] + 3 - used, left[1] + 3 - used))
        if used < 3:
            best = least(best, (NEVER, left[0] + 2 - used))
    for others in _companions(rest):
        places = 2 - (sum(rest) - sum(others))
        counts_left = tuple(sorted((*others, top - 1)))
        for filled in range(min(places, fillers) + 1):
            left = family_needs(counts_left, fillers - filled)
            best = least(best, (left[0] + places - filled, left[1] + places - filled))
    return best


def _companions(rest: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield what is left of the other members after up to two different ones joined a set."""
    held = [index for index, count in enumerate(rest) if count]
    for number in range(3):
        for chosen in combinations(held, number):
            yield tuple(count - (index in chosen) for index, count in enumerate(rest))


def least(one: Needs, other: Needs) -> Needs:
    """Return the better of two ways, for sets only and with a pair."""
    return min(one[0], other[0]), min(one[1], other[1])


def together(one: Needs, other: Needs) -> Needs:
    """Return the needs of two parts of a hand together."""
    pair = min(one[0] + other[1], one[1] + other[0], NEVER)
    return min(one[0] + other[0], NEVER), pair


def honour_needs(
    counts: Sequence[int], families: tuple[Family, ...], filled: int, *, eyes: bool
) -> Needs:
    """Return the needs of seven honours and of `filled` fillers that join their families."""
    held = tuple([tuple(sorted([counts[tile - 27] for tile in family])) for family in families])
    total = _families_needs(held, filled)
    for tile in _without_family(families):
        total = together(total, loose_needs(counts[tile - 27]))
    return total if eyes else (total[0], NEVER)


@lru_cache(maxsize=1 << 16)
def _families_needs(held: tuple[tuple[int, ...], ...], filled: int) -> Needs:
    """Return the needs of families (their sorted counts) that so many fillers must join."""
    best = _NO_NEEDS
    for split in _splits(filled, len(held)):
        needs: Needs = (0, 2)
        for counts, part in zip(held, split, strict=True):
            needs = together(needs, family_needs(counts, part))
        best = least(best, needs)
    return best


@cache
def _without_family(families: tuple[Family, ...]) -> tuple[int, ...]:
    """Return the honours that belong to no family."""
    members = {tile for family in families for tile in family}
    return tuple(tile for tile in range(27, 34) if tile not in members)


def _splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to split a number into so many parts."""
    for split in product(range(total + 1), repeat=parts):
        if sum(split) == total:
            yield split


def hand_needs(
    natural: Sequence[int],
    eyes: frozenset[int] | None,
    families: tuple[Family, ...] = (),
    fillers: tuple[int, ...] = (),
) -> Needs:
    """Return the needs of all 34 kinds of natural tiles, any number of copies of each."""
    best = _NO_NEEDS
    for used in product(*(range(natural[tile] + 1) for tile in fillers)):
        left = list(natural)
        for tile, number in zip(fillers, used, strict=True):
            left[tile] -= number
        needs = honour_needs(left[27:34], families, sum(used), eyes=eyes is None)
        for start in (0, 9, 18):
            needs = together(needs, suit_needs(tuple(left[start : start + 9]), eyes))
        best = least(best, needs)
    return best


class NaturalShape(Protocol):
    """What the exact reckoning asks of a shape's kernel."""

    eyes: frozenset[int] | None
    eyes_held: bool
    eye_kinds: tuple[int, ...]
    families: tuple[Family, ...]
    fillers: tuple[int, ...]

    def natural(self, counts: bytearray) -> tuple[list[int], int]:
        """The counts as the tiles stand for themselves, and the wilds."""


def fifth_completes(shape: NaturalShape, counts: bytearray, face: int) -> bool:
    """Tell whether one more than four copies of a face makes sets and eyes."""
    before, wilds = shape.natural(counts)
    after = before[:]
    after[face] += 1
    if not shape.eyes_held:
        return hand_needs(after, shape.eyes, shape.families, shape.fillers)[1] <= wilds
    for eye in shape.eye_kinds:
        if before[eye] >= 2:
            rest = [count - 2 * (kind == eye) for kind, count in enumerate(after)]
            if hand_needs(rest, shape.eyes, shape.families, shape.fillers)[0] <= wilds:
                return True
    return False

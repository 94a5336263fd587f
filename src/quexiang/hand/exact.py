"""The arithmetic of sets and pairs by plain recursion; the tables are made of it."""

from functools import lru_cache
from itertools import combinations

Needs = tuple[int, int]
"""Wilds missing until all tiles split into sets, and into sets and one pair."""

NEVER = 15


@lru_cache(maxsize=1 << 16)
def suit_needs(counts: tuple[int, ...], eyes: frozenset[int] | None = None) -> Needs:
    """Return the needs of one suit; `eyes` are the ranks allowed for the pair."""
    states = {(0, 0, 0): 0}
    for index, count in enumerate(counts):
        pairs = (0, 1) if eyes is None or index + 1 in eyes else (0,)
        after: dict[tuple[int, int, int], int] = {}
        for (older, newer, paired), cost in states.items():
            # Three equal runs are three triplets, so two of a kind are enough.
            for begun in range(3 if index < len(counts) - 2 else 1):
                for pair in pairs if not paired else (0,):
                    state = (newer, begun, paired | pair)
                    total = cost + _missing(count - older - newer - begun - 2 * pair)
                    after[state] = min(total, after.get(state, total))
        states = after
    return min(states[0, 0, 0], NEVER), min(states.get((0, 0, 1), NEVER), NEVER)


def _missing(left: int) -> int:
    """Wilds missing for copies that must be triplets, or that runs and the pair lack."""
    return -left if left < 0 else -left % 3


def loose_needs(count: int) -> Needs:
    """Return the needs of an honour that belongs to no family."""
    return _missing(count), _missing(count - 2)


@lru_cache(maxsize=1 << 16)
def family_needs(counts: tuple[int, ...], fillers: int) -> Needs:
    """Return the needs of a family's members (sorted counts) and of fillers that must join them."""
    if not any(counts):
        return -fillers % 3, -fillers % 3 + 2
    *rest, top = sorted(counts)
    best = [NEVER, NEVER]
    for used in range(1, min(top, 3) + 1):
        left = (*rest, top - used)
        _keep(best, _sorted_needs(left, fillers), 3 - used, pair=False)
        if used < 3:
            _keep(best, _sorted_needs(left, fillers), 2 - used, pair=True)
    for others in _companions(rest):
        left = (*others, top - 1)
        places = 2 - (sum(rest) - sum(others))
        for filled in range(min(places, fillers) + 1):
            _keep(best, _sorted_needs(left, fillers - filled), places - filled, pair=False)
    return best[0], best[1]


def _sorted_needs(counts: tuple[int, ...], fillers: int) -> Needs:
    return family_needs(tuple(sorted(counts)), fillers)


def _keep(best: list[int], needs: Needs, cost: int, *, pair: bool) -> None:
    if pair:
        best[1] = min(best[1], needs[0] + cost)
    else:
        best[0] = min(best[0], needs[0] + cost)
        best[1] = min(best[1], needs[1] + cost)


def _companions(rest: list[int]) -> list[tuple[int, ...]]:
    """Return what is left of the other members after up to two different ones joined a set."""
    held = [index for index, count in enumerate(rest) if count]
    return [
        tuple(count - (index in chosen) for index, count in enumerate(rest))
        for number in range(3)
        for chosen in combinations(held, number)
    ]


def add_needs(one: Needs, other: Needs) -> Needs:
    """Return the needs of two parts of a hand together."""
    return (
        min(one[0] + other[0], NEVER),
        min(one[0] + other[1], one[1] + other[0], NEVER),
    )

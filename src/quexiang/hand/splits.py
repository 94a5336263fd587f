"""All ways to split tiles into sets and at most one pair, wilds filling what lacks.

Where wilds substitute, very many splits are alike: no rulebook asks where in a suit a substituted
set lies, only how many runs, triplets and family sets there are and what the eyes are. So of
splits with substitutes that agree in these and in the number of wilds one is kept; without
substitutes all are kept.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Literal, NamedTuple

from quexiang.tiles import Tile

Counts = tuple[int, ...]
Families = tuple[tuple[Tile, ...], ...]


class Set(NamedTuple):
    """Three tiles by the faces that they stand for, and what stands for them."""

    kind: Literal["run", "triplet", "family"]
    tiles: tuple[Tile, ...]
    wilds: tuple[Tile, ...] = ()
    """The faces that wilds stand for in this set."""
    fillers: tuple[Tile, ...] = ()
    """The suit tiles, as printed, that stand for honours in this set."""


class Split(NamedTuple):
    """Some tiles split: their sets, their eyes if any, and all the faces wilds stand for."""

    sets: tuple[Set, ...] = ()
    eyes: tuple[Tile, ...] = ()
    wilds: tuple[Tile, ...] = ()

    def join(self, other: "Split") -> "Split":
        """Return both splits as one."""
        sets = tuple(sorted(self.sets + other.sets))
        return Split(sets, self.eyes + other.eyes, self.wilds + other.wilds)

    def likeness(self) -> object:
        """Return what two splits must share to be worth the same."""
        if not self.wilds:
            return self
        kinds = sorted(
            (each.kind, each.tiles if each.kind == "family" else ()) for each in self.sets
        )
        return len(self.wilds), self.eyes, tuple(kinds)


def kept(splits: Iterator[Split]) -> tuple[Split, ...]:
    """Keep one of each likeness."""
    found: dict[object, Split] = {}
    for split in splits:
        found.setdefault(split.likeness(), split)
    return tuple(found.values())


@lru_cache(maxsize=1 << 14)
def suit_splits(
    first: Tile, counts: Counts, eyes: frozenset[int] | None, wilds: int, pairs: int
) -> tuple[Split, ...]:
    """Split the ranks of a suit that begins with tile `first`."""
    if not any(counts):
        return (Split(),)
    return kept(_suit_splits(first, counts, eyes, wilds, pairs))


def _suit_splits(
    first: Tile, counts: Counts, eyes: frozenset[int] | None, wilds: int, pairs: int
) -> Iterator[Split]:
    low = next(rank for rank, count in enumerate(counts) if count)
    eye = pairs > 0 and (eyes is None or low + 1 in eyes)
    ways = (*_equals(low, counts[low], eye=eye), *_runs(low, counts))
    for kind, faces, real in ways:
        missing = list(faces)
        for rank in real:
            missing.remove(rank)
        if len(missing) <= wilds:
            one = _split_of(kind, first, faces, missing)
            left = tuple(count - real.count(rank) for rank, count in enumerate(counts))
            rest = suit_splits(first, left, eyes, wilds - len(missing), pairs - len(one.eyes))
            yield from (one.join(other) for other in rest)


Way = tuple[Literal["run", "triplet", "pair"], tuple[int, ...], tuple[int, ...]]
"""A group of ranks, and those of them that are really there."""


def _equals(low: int, count: int, *, eye: bool) -> Iterator[Way]:
    for real in range(1, min(count, 3) + 1):
        yield "triplet", (low,) * 3, (low,) * real
        if eye and real < 3:
            yield "pair", (low,) * 2, (low,) * real


def _runs(low: int, counts: Counts) -> Iterator[Way]:
    for start in range(max(0, low - 2), min(low, len(counts) - 3) + 1):
        faces = (start, start + 1, start + 2)
        held = [rank for rank in faces if rank > low and counts[rank]]
        for number in range(len(held) + 1):
            for others in combinations(held, number):
                yield "run", faces, (low, *others)


def _split_of(kind: str, first: Tile, faces: tuple[int, ...], missing: list[int]) -> Split:
    wilds = tuple(first + rank for rank in missing)
    tiles = tuple(first + rank for rank in faces)
    if kind == "pair":
        return Split(eyes=tiles[:1], wilds=wilds)
    return Split(sets=(Set("run" if kind == "run" else "triplet", tiles, wilds),), wilds=wilds)


@lru_cache(maxsize=1 << 14)
def honour_splits(
    counts: Counts, families: Families, fillers: tuple[Tile, ...], wilds: int, pairs: int
) -> tuple[Split, ...]:
    """Split the seven honours and the fillers, all of which must join a family."""
    if not any(counts):
        return _filler_splits(families, fillers, wilds)
    return kept(_honour_splits(counts, families, fillers, wilds, pairs))


def _honour_splits(
    counts: Counts, families: Families, fillers: tuple[Tile, ...], wilds: int, pairs: int
) -> Iterator[Split]:
    low = next(index for index, count in enumerate(counts) if count)
    for kind, faces, real in _equals(low, counts[low], eye=pairs > 0):
        missing = list(faces[len(real) :])
        if len(missing) <= wilds:
            one = _split_of(kind, 27, faces, missing)
            left = _less(counts, real)
            rest = honour_splits(
                left, families, fillers, wilds - len(missing), pairs - len(one.eyes)
            )
            yield from (one.join(other) for other in rest)
    for one, real in _family_sets(low, counts, families, fillers, wilds):
        used = len(one.sets[0].fillers)
        rest = honour_splits(
            _less(counts, real), families, fillers[used:], wilds - len(one.wilds), pairs
        )
        yield from (one.join(other) for other in rest)


def _less(counts: Counts, taken: tuple[int, ...]) -> Counts:
    return tuple(count - taken.count(index) for index, count in enumerate(counts))


def _family_sets(
    low: int, counts: Counts, families: Families, fillers: tuple[Tile, ...], wilds: int
) -> Iterator[tuple[Split, tuple[int, ...]]]:
    """Yield the family sets of an honour, and which honours are really in it."""
    for family in families:
        if low + 27 not in family:
            continue
        held = [tile - 27 for tile in family if tile > low + 27 and counts[tile - 27]]
        for number in range(3):
            for others in combinations(held, number):
                real = (low, *others)
                for used in range(min(2 - number, len(fillers)) + 1):
                    if 2 - number - used <= wilds:
                        yield family_set(family, real, fillers[:used]), real


def family_set(family: tuple[Tile, ...], real: tuple[int, ...], fillers: tuple[Tile, ...]) -> Split:
    """Return a set of a family; fillers, then wilds, stand for the first members that lack."""
    tiles = [27 + index for index in real]
    lacking = [tile for tile in family if tile not in tiles][: 3 - len(tiles)]
    wilds = tuple(lacking[len(fillers) :])
    return Split(sets=(Set("family", tuple(sorted(tiles + lacking)), wilds, fillers),), wilds=wilds)


def _filler_splits(families: Families, fillers: tuple[Tile, ...], wilds: int) -> tuple[Split, ...]:
    """LZ-56: fillers without honours are sets of the family named last."""
    if not fillers:
        return (Split(),)
    found = []
    for sets in range((len(fillers) + 2) // 3, len(fillers) + 1):
        if 3 * sets - len(fillers) <= wilds:
            whole = Split()
            for first in range(sets):
                whole = whole.join(family_set(families[-1], (), fillers[first::sets]))
            found.append(whole)
    return tuple(found)


def hand_splits(
    counts: Counts,
    eyes: frozenset[int] | None,
    families: Families,
    fillers: tuple[Tile, ...],
    wilds: int,
) -> tuple[Split, ...]:
    """Split all 34 kinds; at most one suit holds the eyes, and not all wilds need be used."""
    return kept(_hand_splits(counts, eyes, families, fillers, wilds))


def _hand_splits(
    counts: Counts,
    eyes: frozenset[int] | None,
    families: Families,
    fillers: tuple[Tile, ...],
    wilds: int,
) -> Iterator[Split]:
    for used in product(*(range(counts[tile] + 1) for tile in fillers)):
        taken = tuple(
            tile for tile, number in zip(fillers, used, strict=True) for _ in range(number)
        )
        left = _less(counts, taken)
        whole = honour_splits(left[27:], families, taken, wilds, int(eyes is None))
        for first in (0, 9, 18):
            part = suit_splits(first, left[first : first + 9], eyes, wilds, 1)
            whole = kept(_joined(whole, part, wilds))
        yield from whole


def _joined(some: tuple[Split, ...], others: tuple[Split, ...], wilds: int) -> Iterator[Split]:
    for one, other in product(some, others):
        if len(one.wilds) + len(other.wilds) <= wilds and len(one.eyes) + len(other.eyes) < 2:
            yield one.join(other)

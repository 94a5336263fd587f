"""The ways to read a complete hand.

Where wilds substitute, only readings that can differ in value are told apart (see `splits`). The
readings in which every wild stands for itself (AH-41) are made apart, as if there were no wilds,
so none of them is lost. Seven wilds give some dozens of readings instead of millions.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

from quexiang.hand.splits import Set, Split, hand_splits
from quexiang.tiles import Tile

if TYPE_CHECKING:
    from quexiang.hand.concealed import Hand
    from quexiang.hand.kernel import Kernel

Name = Literal["standard", "pairs", "pairs_and_triplet", "pairs_and_run"]

_TRIPLETS = tuple(Set("triplet", (tile,) * 3) for tile in range(34))
_RUNS = tuple(Set("run", (tile, tile + 1, tile + 2)) for tile in range(25) if tile % 9 < 7)


class Reading(NamedTuple):
    """One way to read a complete hand."""

    shape: Name
    sets: tuple[Set, ...]
    eyes: Tile | None
    """The face of the pair of a standard hand."""
    eyes_wilds: int
    """How many wilds the eyes are made with."""
    pairs: tuple[Tile, ...]
    """The faces of the seven pairs."""
    wilds: tuple[Tile, ...]
    """What each wild of the hand, in canonical order, stands for."""
    own: int
    """How many of the wilds stand for themselves."""


def readings(shape: "Kernel", hand: "Hand", winning: Tile | None = None) -> list[Reading]:
    """Return the ways to read a complete hand that can differ in value."""
    if not shape.complete(hand):
        return []
    printed = [tile for tile in hand.tiles() if tile in shape.wild]
    natural, wilds = shape.natural(hand.counts)
    own = [count + printed.count(face) for face, count in enumerate(natural)]
    before = [count - (tile == winning) for tile, count in enumerate(hand.counts[:34])]
    found: dict[object, Reading] = {}
    for counts, free in ((own, 0), (natural, wilds)):
        for name, split, pairs in _whole(shape, hand.size, tuple(counts), free):
            if _eyes_held(shape, split.eyes or pairs, before):
                reading = _reading(name, split, pairs, printed, free=free)
                found.setdefault(_faces(reading), reading)
    return list(found.values())


def _whole(
    shape: "Kernel", size: int, counts: tuple[int, ...], wilds: int
) -> Iterator[tuple[Name, Split, tuple[Tile, ...]]]:
    """Yield the splits that use all tiles."""
    for split in hand_splits(counts, shape.eyes, shape.families, shape.fillers, wilds):
        spare = wilds - len(split.wilds) - 2 * (not split.eyes)
        if spare >= 0 and spare % 3 == 0:
            yield "standard", _spare(shape, split, spare // 3), ()
    if size == 3 * shape.sets + 2:
        if shape.seven_pairs and size % 2 == 0:
            yield from _pairs(shape, counts, wilds)
        elif shape.pairs_and_triplet and size % 2:
            yield from _pairs_and_set(shape, counts, wilds)


def _spare(shape: "Kernel", split: Split, triplets: int) -> Split:
    """Let the wilds that are left be triplets of their own face, and the eyes if there are none."""
    face = min(shape.wild, default=0)
    split = split.join(
        Split((Set("triplet", (face,) * 3, (face,) * 3),) * triplets, (), (face,) * 3 * triplets)
    )
    if split.eyes:
        return split
    if face not in shape.eye_kinds:
        face = next((eye for eye in shape.eye_kinds if eye // 9 == face // 9), shape.eye_kinds[0])
    return split.join(Split(eyes=(face,), wilds=(face, face)))


def _pairs(
    shape: "Kernel", counts: tuple[int, ...], wilds: int
) -> Iterator[tuple[Name, Split, tuple[Tile, ...]]]:
    odd = tuple(tile for tile, count in enumerate(counts) if count & 1)
    if len(odd) <= wilds:
        face = min(shape.wild, default=0)
        spare = (face,) * (wilds - len(odd))
        pairs = [tile for tile, count in enumerate(counts) for _ in range((count + 1) // 2)]
        yield "pairs", Split(wilds=odd + spare), tuple(pairs) + spare[::2]


def _pairs_and_set(
    shape: "Kernel", counts: tuple[int, ...], wilds: int
) -> Iterator[tuple[Name, Split, tuple[Tile, ...]]]:
    """Yield one split: which tiles are the set never matters (ZZ-64)."""
    possible = _TRIPLETS + _RUNS if shape.pairs_and_run else _TRIPLETS
    for lacking in range(min(2, wilds) + 1):
        for each in possible:
            for missing in dict.fromkeys(combinations(each.tiles, lacking)):
                left = Counter(dict(enumerate(counts)))
                left.subtract(Counter(each.tiles) - Counter(missing))
                if min(left.values()) < 0:
                    continue
                for _, split, pairs in _pairs(shape, tuple(left.values()), wilds - lacking):
                    name: Name = "pairs_and_run" if each.kind == "run" else "pairs_and_triplet"
                    made = each._replace(wilds=missing)
                    yield name, Split((made,), (), split.wilds + missing), pairs
                    return


def _eyes_held(shape: "Kernel", eyes: tuple[Tile, ...], before: list[int]) -> bool:
    """LZ-64, LZ-65: the eyes, or one of the pairs, had two copies before the winning tile."""
    if not shape.eyes_held:
        return True
    return any(tile in shape.eye_kinds and before[tile] >= 2 for tile in eyes)


def _reading(
    name: Name, split: Split, pairs: tuple[Tile, ...], printed: list[Tile], *, free: int
) -> Reading:
    faces = Counter(split.wilds if free else printed)
    own = Counter(printed) & faces
    others = iter(sorted((faces - own).elements()))
    stands = []
    for tile in printed:
        stands.append(tile if own[tile] > 0 else next(others))
        own[tile] -= 1
    eyes = split.eyes[0] if split.eyes else None
    in_eyes = len(split.wilds) - sum(len(each.wilds) for each in split.sets) if split.eyes else 0
    itself = sum(map(int.__eq__, stands, printed))
    return Reading(name, split.sets, eyes, in_eyes, tuple(sorted(pairs)), tuple(stands), itself)


def _faces(reading: Reading) -> object:
    """Return what two readings must share to be the same: all faces, whoever shows them."""
    sets = tuple((each.kind, each.tiles, each.fillers) for each in reading.sets)
    return reading.shape, sets, reading.eyes, reading.pairs, reading.wilds

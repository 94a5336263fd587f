"""What the kernel must say, by plain recursion over the definitions: no tables, no keys."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

Counts = tuple[int, ...]
Group = tuple[str, tuple[int, ...], int]
"""What a group is, the printed natural tiles in it, and how many wilds fill it up."""


@dataclass(frozen=True, eq=False)
class Rules:
    """The arguments of a shape; compared by identity, which is quick."""

    sets: int = 4
    wild: frozenset[int] = frozenset()
    eyes: frozenset[int] | None = None
    eyes_held: bool = False
    seven_pairs: bool = False
    pairs_and_triplet: bool = False
    pairs_and_run: bool = False
    stand: tuple[int, int] | None = None
    families: tuple[tuple[int, ...], ...] = ()
    fillers: frozenset[int] = frozenset()


def naturals(rules: Rules, tiles: list[int]) -> tuple[list[int], int]:
    """Return the natural tiles by face, and the number of wilds."""
    wilds = sum(tile in rules.wild for tile in tiles)
    faces = [tile for tile in tiles if tile not in rules.wild]
    if rules.stand:
        faces = [rules.stand[1] if tile == rules.stand[0] else tile for tile in faces]
    return sorted(faces), wilds


def groups(rules: Rules, tiles: list[int], *, pair: bool) -> Iterator[Group]:
    """Yield every group that the first tile can be in."""
    first = tiles[0]
    for copies in range(1, min(tiles.count(first), 3) + 1):
        yield "triplet", (first,) * copies, 3 - copies
        if pair and copies < 3 and may_be_eyes(rules, first):
            yield "pair", (first,) * copies, 2 - copies
    if first < 27:
        for start in range(first - 2, first + 1):
            if start // 9 == first // 9 == (start + 2) // 9:
                others = [t for t in range(start, start + 3) if t != first and t in tiles]
                for number in range(len(others) + 1):
                    for chosen in combinations(others, number):
                        yield f"run{start}", (first, *chosen), 2 - number
    for index, family in enumerate(rules.families):
        for chosen in companions(rules, tiles, family):
            yield f"family{index}", (first, *chosen), 2 - len(chosen)


def companions(rules: Rules, tiles: list[int], family: tuple[int, ...]) -> Iterator[Counts]:
    """Yield the tiles that can join the first one in a set of the family."""
    first = tiles[0]
    if first not in family and first not in rules.fillers:
        return
    members = [tile for tile in family if tile in tiles and tile != first]
    fillers = [tile for tile in tiles[1:] if tile in rules.fillers]
    for real in range(3):
        for honours in combinations(members, real):
            for filled in range(3 - real):
                for chosen in set(combinations(fillers, filled)):
                    yield (*honours, *chosen)


def may_be_eyes(rules: Rules, face: int) -> bool:
    return rules.eyes is None or (face < 27 and face % 9 + 1 in rules.eyes)


def splits(
    rules: Rules, tiles: list[int], wilds: int, *, pair: bool, held: Counts | None = None
) -> Iterator[list[Group]]:
    """Yield every way to use all tiles in sets and, if asked, one pair of eyes."""
    if not tiles:
        if wilds % 3 == 2 * pair:
            left: list[Group] = [("triplet", (), 3)] * (wilds // 3)
            yield left + [("pair", (), 2)] * pair
        return
    for group in groups(rules, tiles, pair=pair):
        kind, used, missing = group
        if missing > wilds:
            continue
        if kind == "pair" and held is not None and used[0] not in held:
            continue
        rest = tiles[:]
        for tile in used:
            rest.remove(tile)
        still = pair and kind != "pair"
        for others in splits(rules, rest, wilds - missing, pair=still, held=held):
            yield [group, *others]


@lru_cache(maxsize=1 << 17)
def splittable(
    rules: Rules, tiles: Counts, wilds: int, *, pair: bool, held: Counts | None = None
) -> bool:
    """Tell whether `splits` would yield anything; equal questions are asked once."""
    if not tiles:
        return wilds % 3 == 2 * pair
    for kind, used, missing in groups(rules, list(tiles), pair=pair):
        if missing > wilds or (kind == "pair" and held is not None and used[0] not in held):
            continue
        rest = list(tiles)
        for tile in used:
            rest.remove(tile)
        still = pair and kind != "pair"
        if splittable(rules, tuple(rest), wilds - missing, pair=still, held=held):
            return True
    return False


def standard(rules: Rules, tiles: list[int], before: list[int] | None = None) -> bool:
    """Tell whether all tiles are sets and eyes; `before` is the hand without the winning tile."""
    if len(tiles) % 3 != 2 or len(tiles) > 3 * rules.sets + 2:
        return False
    faces, wilds = naturals(rules, tiles)
    return splittable(rules, tuple(faces), wilds, pair=True, held=held_twice(rules, tiles, before))


def held_twice(rules: Rules, tiles: list[int], before: list[int] | None) -> Counts | None:
    """Return the kinds that may be eyes because two were there before the winning tile."""
    if not rules.eyes_held:
        return None
    there = before or (tiles if len(tiles) > 2 else [])
    return tuple(tile for tile in range(34) if there.count(tile) >= 2)


def pairs(rules: Rules, tiles: list[int], before: list[int] | None = None) -> bool:
    """Tell whether all tiles are seven pairs, or seven pairs and a set."""
    if len(tiles) != 3 * rules.sets + 2:
        return False
    faces, wilds = naturals(rules, tiles)
    if rules.seven_pairs and len(tiles) == 14:
        held = before or tiles
        right = [tile for tile in range(34) if may_be_eyes(rules, tile)]
        known = not rules.eyes_held or any(held.count(tile) >= 2 for tile in right)
        return known and paired(faces, wilds)
    if rules.pairs_and_triplet and len(tiles) == 17:
        runs = range(25) if rules.pairs_and_run else ()
        triplet = any(with_triplet(faces, wilds, tile) for tile in [*set(faces), -1])
        return triplet or any(with_run(faces, wilds, start) for start in runs)
    return False


def with_triplet(faces: list[int], wilds: int, tile: int) -> bool:
    """Tell whether the rest is pairs after some copies of a tile, and wilds, are a triplet."""
    for copies in range(min(3, faces.count(tile)) + 1):
        rest = faces[:]
        for _ in range(copies):
            rest.remove(tile)
        if wilds >= 3 - copies and paired(rest, wilds - 3 + copies):
            return True
    return False


def with_run(faces: list[int], wilds: int, start: int) -> bool:
    """Tell whether the rest is pairs after some tiles, and wilds, are the run from this one on."""
    if start // 9 != (start + 2) // 9:
        return False
    held = [tile for tile in range(start, start + 3) if tile in faces]
    for number in range(len(held) + 1):
        for used in combinations(held, number):
            rest = faces[:]
            for tile in used:
                rest.remove(tile)
            if wilds >= 3 - number and paired(rest, wilds - 3 + number):
                return True
    return False


def paired(faces: list[int], wilds: int) -> bool:
    """Tell whether all tiles are pairs."""
    if not faces:
        return wilds % 2 == 0
    first, *rest = faces
    if first in rest:
        rest.remove(first)
        return paired(rest, wilds)
    return wilds > 0 and paired(rest, wilds - 1)


def complete(rules: Rules, tiles: list[int], before: list[int] | None = None) -> bool:
    return standard(rules, tiles, before) or pairs(rules, tiles, before)


def waits(rules: Rules, tiles: list[int]) -> list[int]:
    """Return the kinds that complete the hand."""
    if len(tiles) % 3 != 1:
        return []
    return [tile for tile in range(34) if complete(rules, sorted([*tiles, tile]), tiles)]


def sets_only(rules: Rules, tiles: list[int], aside: int) -> bool:
    faces, wilds = naturals(rules, tiles)
    if wilds < aside or (len(tiles) - aside) % 3:
        return False
    return splittable(rules, tuple(faces), wilds - aside, pair=False)


def pairs_only(rules: Rules, tiles: list[int], aside: int) -> bool:
    faces, wilds = naturals(rules, tiles)
    whole = rules.seven_pairs and len(tiles) > 3 * rules.sets
    return whole and wilds >= aside and paired(faces, wilds - aside)


Value = tuple[int, int, tuple[str, ...], int]
"""Runs, triplets, families and eyes; eyes of two wilds are −1."""


def values(rules: Rules, tiles: list[int], before: list[int], *, own: bool) -> set[Value]:
    """Return what the standard readings can be worth, wilds free or standing for themselves."""
    faces, wilds = naturals(rules, tiles)
    if own:
        faces, wilds = sorted(faces + [tile for tile in tiles if tile in rules.wild]), 0
    held = held_twice(rules, tiles, before)
    found: set[Value] = set()
    for split in splits(rules, faces, wilds, pair=True, held=held):
        if any(is_named_otherwise(rules, group) for group in split):
            continue
        kinds = [kind for kind, _, _ in split]
        eyes = next((used[0] if used else -1) for kind, used, _ in split if kind == "pair")
        runs = sum(kind.startswith("run") for kind in kinds)
        families = tuple(sorted(kind for kind in kinds if kind.startswith("family")))
        found.add((runs, kinds.count("triplet"), families, eyes))
    return found


def is_named_otherwise(rules: Rules, group: Group) -> bool:
    """LZ-56: a set of fillers without honours is one of the family named last."""
    kind, used, _ = group
    last = f"family{len(rules.families) - 1}"
    return kind.startswith("family") and kind != last and all(tile < 27 for tile in used)


def targets(rules: Rules, sets: int) -> Iterator[list[tuple[int, ...]]]:
    """Yield all winning hands of so many sets as the alternatives for each place."""
    fillers = tuple(rules.fillers)
    every: list[tuple[tuple[int, ...], ...]] = [((t,),) * 3 for t in range(34)]
    every += [((t,), (t + 1,), (t + 2,)) for t in range(27) if t % 9 < 7]
    for family in rules.families:
        every += [tuple((t, *fillers) for t in three) for three in combinations(family, 3)]
    for chosen in combinations_with_replacement(every, sets):
        for eye in range(34):
            if may_be_eyes(rules, eye):
                yield [*(place for group in chosen for place in group), (eye,), (eye,)]


def missing(places: list[tuple[int, ...]], faces: list[int]) -> int:
    """Return how many places cannot be filled from the faces, however fillers are spread."""
    if any(len(place) > 1 for place in places):
        return _unmatched(places, faces)
    left = faces[:]
    short = 0
    for (tile,) in places:
        if tile in left:
            left.remove(tile)
        else:
            short += 1
    return short


def _unmatched(places: list[tuple[int, ...]], faces: list[int]) -> int:
    """Return the places that the best matching of tiles and places leaves empty."""
    taken: dict[int, int] = {}

    def take(place: int, seen: set[int]) -> bool:
        for at, face in enumerate(faces):
            if face in places[place] and at not in seen:
                seen.add(at)
                if at not in taken or take(taken[at], seen):
                    taken[at] = place
                    return True
        return False

    return sum(not take(place, set()) for place in range(len(places)))

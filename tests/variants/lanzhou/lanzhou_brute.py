"""LZ-58 to LZ-70 by brute force, word for word as the rulebook's procedure has them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from quexiang.rulebook import Options
from quexiang.tiles import parse_tiles

Counts = tuple[int, ...]
WINDS, DRAGONS = parse_tiles("1234z"), parse_tiles("567z")
ZUIZI = {"none": "", "xiaoji": "1s", "jidan": "1s1p", "sanyao": "1s1m1p", "sanjiu": "9m9s9p"}


class Value(NamedTuple):
    """A reading's doublings, ordered as LZ-70 prefers them."""

    doublings: int
    qidui: int
    jiang: int
    zhongfabai: int
    heisanfeng: int


class Room(NamedTuple):
    """What of the options decides the readings."""

    winds: bool
    dragons: bool
    pairs: bool
    ranks: frozenset[int]
    hard: bool
    zuizi: tuple[int, ...]


def room_of(options: Options) -> Room:
    """Read the options."""
    eyes = options.choice("eyes")
    return Room(
        winds=options.flag("heisanfeng"),
        dragons=options.flag("zhongfabai"),
        pairs=options.flag("seven_pairs"),
        ranks=frozenset(int(sign) for sign in eyes if sign.isdigit()),
        hard=eyes.startswith("hard"),
        zuizi=tuple(parse_tiles(ZUIZI[options.choice("zuizi")])),
    )


@cache
def all_sets(room: Room) -> list[list[tuple[tuple[int, ...], str]]]:
    """Every set of three kinds with its sort, by the lowest kind in it."""
    found: set[tuple[tuple[int, ...], str]] = {((tile,) * 3, "") for tile in range(34)}
    for first in range(27):
        if first % 9 < 7:
            found.add(((first, first + 1, first + 2), ""))
    for enabled, family, sort in ((room.winds, WINDS, "wind"), (room.dragons, DRAGONS, "dragon")):
        for real in range(4 if enabled else 0):
            for members in combinations(family, real):
                for rest in combinations_with_replacement(room.zuizi, 3 - real):
                    found.add((tuple(sorted((*members, *rest))), sort))
    return [[one for one in sorted(found) if one[0][0] == low] for low in range(34)]


@lru_cache(maxsize=1 << 18)
def splits(counts: Counts, sets: int, room: Room) -> frozenset[tuple[int, int]]:
    """How many 中发白 and 黑三风 sets a complete split into so many sets may have."""
    if not sets:
        return frozenset() if any(counts) else frozenset({(0, 0)})
    low = next((tile for tile, count in enumerate(counts) if count), None)
    if low is None:
        return frozenset()
    found: set[tuple[int, int]] = set()
    for kinds, sort in all_sets(room)[low]:
        left = list(counts)
        for kind in kinds:
            left[kind] -= 1
        if min(left[kind] for kind in kinds) >= 0:
            for dragons, winds in splits(tuple(left), sets - 1, room):
                found.add((dragons + (sort == "dragon"), winds + (sort == "wind")))
    return frozenset(found)


def readings(held: Counts, tile: int, room: Room) -> Iterator[Value]:
    """All legal readings of the concealed tiles with this winning tile."""
    whole = tuple(count + (kind == tile) for kind, count in enumerate(held))
    good = [kind < 27 and kind % 9 + 1 in room.ranks for kind in range(34)]
    for eyes in range(34):
        if whole[eyes] < 2 or (room.hard and not (good[eyes] and held[eyes] >= 2)):
            continue
        rest = tuple(count - 2 * (kind == eyes) for kind, count in enumerate(whole))
        for dragons, winds in splits(rest, sum(rest) // 3, room):
            yield Value(dragons + winds + good[eyes], 0, int(good[eyes]), dragons, winds)
    if room.pairs and sum(whole) == 14 and not any(count % 2 for count in whole):
        kinds = [kind for kind in range(34) if good[kind] and whole[kind]]
        if not room.hard or any(held[kind] >= 2 for kind in kinds):
            yield Value(1 + bool(kinds), 1, int(bool(kinds)), 0, 0)


def best(held: Counts, tile: int, room: Room) -> Value | None:
    """LZ-70: the reading that is taken."""
    return max(readings(held, tile, room), default=None)


@lru_cache(maxsize=1 << 16)
def waits(held: Counts, room: Room) -> frozenset[int]:
    """LZ-20."""
    return frozenset(
        tile for tile in range(34) if held[tile] < 4 and best(held, tile, room) is not None
    )

"""LZ-20 and LZ-58 to LZ-70: the kernel's readings against brute force, for every room."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from lanzhou_brute import best, room_of, waits
from lanzhou_table import shaping_choices

from quexiang.hand import Hand
from quexiang.rulebook import Options
from quexiang.tiles import tile_text, tiles_of
from quexiang.variants.lanzhou import patterns
from quexiang.variants.lanzhou.options import zuizi

ROOMS = shaping_choices()
COUNTED = (patterns.QIDUI, patterns.JIANG, patterns.ZHONGFABAI, patterns.HEISANFENG)


def test_there_are_two_hundred_and_eighty_rooms_that_judge_differently() -> None:
    assert len({room_of(options) for options in ROOMS}) == len(ROOMS) == 280


def some_set(source: random.Random, fillers: tuple[int, ...]) -> list[int]:
    match source.randrange(6):
        case 0:
            return [source.randrange(34)] * 3
        case 1 | 2:
            first = 9 * source.randrange(3) + source.randrange(7)
            return [first, first + 1, first + 2]
        case sort:
            family = [27, 28, 29, 30] if sort < 5 else [31, 32, 33]
            real = source.randrange(4) if fillers else 3
            return source.sample(family, real) + source.choices(fillers or (0,), k=3 - real)


def some_hand(source: random.Random, options: Options) -> list[int]:
    """A hand of 3k+2 tiles that often is complete, seven pairs, or nearly so."""
    fillers = zuizi(options)
    if source.random() < 0.15:
        tiles = [tile for tile in source.choices(range(34), k=7) for _ in range(2)]
    else:
        sets = source.choice((0, 1, 2, 3, 4, 4, 4, 4))
        tiles = [tile for _ in range(sets) for tile in some_set(source, fillers)]
        tiles += [source.choice((*range(34), *fillers * 4))] * 2
    for _ in range(source.choice((0, 0, 0, 1, 1, 2))):
        tiles[source.randrange(len(tiles))] = source.randrange(34)
    return tiles if max(Counter(tiles).values()) <= 4 else some_hand(source, options)


class Judge:
    """A room's shape and privileged eyes beside its brute-force reading."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.room = room_of(options)
        self.shape = patterns.shape_of(options)
        self.eyes = patterns.privileged(options)

    def value(self, standing: Hand, tile: int) -> tuple[int, ...] | None:
        """The doublings that the variant finds, if it is a win."""
        if not self.shape.complete_with(standing, tile):
            return None
        found = patterns.best(self.shape, standing, tile, self.eyes)
        return (len(found), *(found.count(pattern) for pattern in COUNTED))

    def compare(self, standing: Hand, tile: int) -> bool:
        """Check one winning tile and tell whether it wins."""
        wanted = best(tuple(standing.counts[:34]), tile, self.room)
        where = f"{dict(self.options)} {standing} + {tile_text(tile)}"
        assert self.value(standing, tile) == wanted, where
        return wanted is not None

    def compare_waits(self, standing: Hand) -> None:
        """Check all kinds at once."""
        got = frozenset(tiles_of(self.shape.waits(standing, exclude_held=True)))
        wanted = waits(tuple(standing.counts[:34]), self.room)
        assert got == wanted, f"{dict(self.options)} {standing}"


JUDGES = [Judge(options) for options in ROOMS]


def check(hands: int, seed: str) -> None:
    source = random.Random(seed)
    wins = 0
    for number in range(hands):
        judge = JUDGES[number % len(JUDGES)]
        tiles = some_hand(source, judge.options)
        source.shuffle(tiles)
        standing = Hand(tiles[1:])

        wins += judge.compare(standing, tiles[0])
        if number % 17 == 0:
            judge.compare_waits(standing)

    assert wins > hands / 6


def test_readings_agree_with_brute_force_in_every_room() -> None:
    check(5 * len(ROOMS), "quick")


@pytest.mark.slow
def test_readings_agree_with_brute_force_on_many_hands() -> None:
    check(12 * len(ROOMS), "many")


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_readings_agree_with_brute_force_on_two_hundred_thousand_hands(part: int) -> None:
    check(10_080, f"soak {part}")

"""HZ-44 爆头 and HZ-57 to HZ-66: the multiple of every kind of win."""

from __future__ import annotations

import random

import pytest
from hangzhou_table import room

from quexiang.hand import Hand
from quexiang.scoring import listed, pattern_names
from quexiang.tiles import parse_tile, parse_tiles, tiles_text
from quexiang.variants.hangzhou import patterns

RULES = room()
TABLE = RULES.new_table()
FACES = sorted(set(RULES.tiles))
W = parse_tile("5z")
LINKS = {"P": patterns.PIAO, "K": patterns.KONG}

STANDARD = ("123m 456m 789p 23s 66z", "1s")
BAOTOU = ("123m 456m 789p 222s 5z", "4z")
WILD_PAIRS = ("11m 33m 55p 77p 99s 23z 5z", "3z")
SEVEN = ("11m 33m 55p 77p 99s 22z 5z", "8s")
ONE_HAO = ("11m 33m 55p 9999s 22z 5z", "8s")
TWO_HAO = ("1111m 7777p 33s 99s 5z", "2z")
THREE_HAO = ("1111m 7777p 3333s 5z", "8m")


def kongs(count: int, *, baotou: bool) -> tuple[str, str]:
    """A hand that is left beside so many kongs."""
    runs = ["123p", "456p", "789p"][: 3 - count] if count < 4 else []
    rest = ["5z"] if baotou else ["4z"]
    sets = [*runs, "888s"] if count < 4 else []
    return " ".join([*sets, *rest]), "2z" if baotou else "4z"


TABLE_OF_65 = [
    (STANDARD, "", ["平胡"], 1),
    *[
        (kongs(k, baotou=False), "K" * k, ["杠开" if k == 1 else f"杠开×{k}"], 2**k)
        for k in range(1, 5)
    ],
    (BAOTOU, "", ["爆头"], 2),
    *[
        (kongs(k, baotou=True), "K" * k, ["爆头", "杠开" if k == 1 else f"杠开×{k}"], 2 ** (k + 1))
        for k in range(1, 5)
    ],
    (BAOTOU, "P", ["爆头", "财飘"], 4),
    (BAOTOU, "PP", ["爆头", "财飘×2"], 8),
    (BAOTOU, "PPP", ["爆头", "财飘×3"], 16),
    (kongs(1, baotou=True), "KP", ["爆头", "杠开", "财飘"], 8),
    (kongs(1, baotou=True), "PK", ["爆头", "财飘", "杠开"], 8),
    (kongs(4, baotou=True), "KKKKPPP", ["爆头", "杠开×4", "财飘×3"], 256),
    (kongs(2, baotou=False), "KPK", ["杠开"], 2),
    (kongs(3, baotou=False), "KPKK", ["杠开×2"], 4),
    (STANDARD, "PPP", ["平胡"], 1),
    (WILD_PAIRS, "", ["七对"], 2),
    (("11m 33m 55p 9999s 23z 5z", "2z"), "", ["豪华七对"], 4),
    (("1111m 7777p 33s 23z 5z", "2z"), "", ["两豪华七对"], 8),
    (("1111m 7777p 333s 2z 5z", "3s"), "", ["三豪华七对"], 16),
    (("11m 33m 55p 77p 99s 22z 4z", "4z"), "", ["七对"], 2),
    (("11m 33m 55p 9999s 22z 4z", "4z"), "", ["豪华七对", "爆头"], 8),
    (("1111m 7777p 33s 99s 4z", "4z"), "", ["两豪华七对", "爆头"], 16),
    (("1111m 7777p 333s 44z", "3s"), "", ["三豪华七对", "爆头"], 32),
    *[
        (hand, "P" * piao, [name, "爆头", *_piao], 2 ** (h + 2 + piao))
        for h, (hand, name) in enumerate(
            [
                (SEVEN, "七对"),
                (ONE_HAO, "豪华七对"),
                (TWO_HAO, "两豪华七对"),
                (THREE_HAO, "三豪华七对"),
            ]
        )
        for piao, _piao in enumerate([[], ["财飘"], ["财飘×2"], ["财飘×3"]])
    ],
]


@pytest.mark.parametrize(("hand", "chain", "names", "multiple"), TABLE_OF_65)
def test_self_drawn_multiple(
    hand: tuple[str, str], chain: str, names: list[str], multiple: int
) -> None:
    standing, tile = Hand(parse_tiles(hand[0])), parse_tile(hand[1])
    links = tuple(LINKS[letter] for letter in chain)

    readings = list(patterns.readings(TABLE, standing, tile, links))
    best = max(readings, key=lambda reading: reading.value)

    keys = listed(best.patterns or (patterns.PINGHU,))
    found = [name.zh for name in pattern_names(keys, patterns.PATTERNS)]
    assert sorted(found) == sorted(names)
    assert best.value == multiple


@pytest.mark.parametrize(
    ("standing", "tile", "multiple"),
    [
        ("123m 456m 789p 23s 66z", "1s", 1),
        ("123m 456m 789p 222s 5z", "4z", 1),
        ("11m 33m 55p 77p 99s 22z 4z", "4z", 2),
        ("11m 33m 55p 77p 99s 222z", "2z", 2),
        ("11m 33m 55p 9999s 22z 4z", "4z", 4),
        ("1111m 7777p 33s 99s 5z", "2z", 8),
        ("1111m 7777p 333s 44z", "3s", 8),
        ("1111m 7777p 3333s 5z", "8m", 16),
    ],
)
def test_a_discard_is_worth_its_pattern_only(standing: str, tile: str, multiple: int) -> None:
    hand = Hand(parse_tiles(standing))

    readings = patterns.discard_readings(TABLE, hand, parse_tile(tile))

    assert max(reading.value for reading in readings) == multiple


def near_baotou(chance: random.Random) -> list[int]:
    """A hand of sets or pairs and a lone wildcard, with none, one or two tiles exchanged."""
    melds = chance.randrange(4)
    tiles = [W]
    if melds == 0 and chance.random() < 0.4:
        tiles += [tile for tile in chance.choices(FACES, k=6) for _ in range(2)]
    else:
        for _ in range(4 - melds):
            low = chance.choice([tile for tile in range(27) if tile % 9 < 7])
            same = chance.choice(FACES)
            tiles += [low, low + 1, low + 2] if chance.random() < 0.6 else [same] * 3
    for _ in range(chance.randrange(4)):
        tiles[chance.randrange(1, len(tiles))] = chance.choice([W, W, *FACES])
    return tiles if max(map(tiles.count, tiles)) <= 4 else near_baotou(chance)


def test_baotou_is_the_same_as_winning_on_every_kind() -> None:
    chance = random.Random(44)
    met = {True: 0, False: 0}
    for _ in range(4000):
        hand = Hand(near_baotou(chance))

        wins_on_any = all(TABLE.shape.complete_with(hand, face) for face in FACES)
        is_baotou = patterns._baotou_sets(TABLE, hand) or patterns._baotou_pairs(TABLE, hand)

        assert is_baotou == wins_on_any, f"HZ-44 {tiles_text(hand.tiles())}"
        met[is_baotou] += 1
    assert min(met.values()) > 500

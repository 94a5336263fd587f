"""Tiles as small numbers, and the ways to write them.

>>> parse_tiles("123m 55z")
[0, 1, 2, 31, 31]
>>> tiles_text(parse_tiles("白板 三万 W1 幺鸡"))
'13m1s5z'
"""

import re
from collections import Counter
from collections.abc import Iterable

from quexiang.errors import BadNotation
from quexiang.text import Text

Tile = int
Mask = int
"""A set of kinds, one bit for each."""

SUITED = 27
HONOURS = range(27, 34)
FLOWERS = range(34, 42)
KINDS = 42
COPIES = 4
"""Of every kind but the flowers."""

SUITS = "mpszf"
_FIRST = {"m": 0, "p": 9, "s": 18, "z": 27, "f": 34}
_SIZE = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}
_TEXT = tuple(f"{rank}{suit}" for suit in SUITS for rank in range(1, _SIZE[suit] + 1))

SET_108: tuple[Tile, ...] = tuple(tile for tile in range(27) for _ in range(4))
SET_136: tuple[Tile, ...] = tuple(tile for tile in range(34) for _ in range(4))
SET_144: tuple[Tile, ...] = (*SET_136, *FLOWERS)

_NUMERALS = "一二三四五六七八九"
_ZH: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in "万筒条" for rank in _NUMERALS),
    *("东", "南", "西", "北", "白板", "发财", "红中"),
    *"春夏秋冬梅兰竹菊",
)
_EN: tuple[str, ...] = (
    *(f"{rank} {suit}" for suit in ("characters", "dots", "bamboo") for rank in range(1, 10)),
    *("East", "South", "West", "North", "White", "Green", "Red"),
    *("Spring", "Summer", "Autumn", "Winter"),
    *("Plum", "Orchid", "Bamboo flower", "Chrysanthemum"),
)
_RANK = {sign: rank for rank, sign in enumerate(_NUMERALS, 1)} | {"幺": 1, "两": 2}
_RANK |= {str(rank): rank for rank in range(10)}
_SUIT = dict(zip("mpszf", "mpszf", strict=True)) | dict.fromkeys("万萬", "m")
_SUIT |= dict.fromkeys("筒饼餅", "p") | dict.fromkeys("条條索束", "s")
_NAMES = {name: tile for tile, name in enumerate(_ZH) if tile >= SUITED}
_NAMES |= {"幺鸡": 18, "幺雞": 18, "白": 31, "发": 32, "發": 32, "發財": 32, "中": 33, "紅中": 33}
_NAMES |= {"东风": 27, "南风": 28, "西风": 29, "北风": 30, "東": 27, "東風": 27, "蘭": 39}
_NAMES |= {"南風": 28, "西風": 29, "北風": 30}
_BOTZONE = {
    **{
        f"{suit}{rank}": 9 * at + rank - 1 for at, suit in enumerate("WBT") for rank in range(1, 10)
    },
    **{f"F{rank}": 26 + rank for rank in range(1, 5)},
    "J1": 33,
    "J2": 32,
    "J3": 31,
    **{f"H{rank}": 33 + rank for rank in range(1, 9)},
}

_NAME = re.compile("|".join(sorted(_NAMES, key=len, reverse=True)))
_RANKS = re.compile("[0-9" + _NUMERALS + "幺两]+")
_CODE = re.compile("[WBTFJH][0-9]?")
_SPACE = re.compile(r"[\s,，、·]*")


def parse_tiles(text: str) -> list[Tile]:
    """Read tiles in the order written: `123m 55z`, 三万幺鸡红中, or Botzone's W1 F2 J3.

    >>> tiles_text(parse_tiles("三万四万 五六筒 东"))
    '34m56p1z'
    >>> parse_tiles("12m 8z")
    Traceback (most recent call last):
    quexiang.errors.BadNotation: 8z is no tile: z goes from 1 to 7 (at position 5)
      12m 8z
          ^
    """
    tiles: list[Tile] = []
    at = _skip(text, 0)
    while at < len(text):
        at = _skip(text, _read(text, at, tiles))
    return tiles


def parse_tile(text: str) -> Tile:
    """Read exactly one tile.

    >>> parse_tile("红中")
    33
    """
    tiles: list[Tile] = []
    at = _skip(text, 0)
    at = _skip(text, _read(text, at, tiles))
    if at < len(text) or len(tiles) != 1:
        raise BadNotation(text, min(at, len(text)), Text("这里要一张牌", "one tile is wanted here"))
    return tiles[0]


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _read(text: str, at: int, tiles: list[Tile]) -> int:
    """Append the tiles of the group that begins at `at` and return where it ends."""
    if name := _NAME.match(text, at):
        tiles.append(_NAMES[name.group()])
        return name.end()
    if code := _CODE.match(text, at):
        if code.group() not in _BOTZONE:
            zh = f"没有 {code.group()} 这个牌码"
            raise BadNotation(text, at, Text(zh, f"{code.group()} is no tile code"))
        tiles.append(_BOTZONE[code.group()])
        return code.end()
    if ranks := _RANKS.match(text, at):
        return _read_ranks(text, at, ranks.end(), tiles)
    if at == len(text):
        raise BadNotation(text, at, Text("少了一张牌", "a tile is missing"))
    raise BadNotation(text, at, Text(f"“{text[at]}”不是牌", f"{text[at]!r} begins no tile"))


def _read_ranks(text: str, start: int, end: int, tiles: list[Tile]) -> int:
    suit = _SUIT.get(text[end : end + 1])
    if suit is None:
        zh, en = (f"“{text[end]}”", repr(text[end])) if end < len(text) else ("结尾", "the end")
        zh = f"这里要写花色（m p s z f 万 筒 条），不是{zh}"
        en = f"a suit (m p s z f 万 筒 条) is wanted here, not {en}"
        raise BadNotation(text, end, Text(zh, en))
    for at in range(start, end):
        rank = _RANK[text[at]]
        if not 1 <= rank <= _SIZE[suit]:
            zh = f"没有 {rank}{suit} 这张牌：{suit} 从 1 到 {_SIZE[suit]}"
            en = f"{rank}{suit} is no tile: {suit} goes from 1 to {_SIZE[suit]}"
            raise BadNotation(text, at, Text(zh, en))
        tiles.append(_FIRST[suit] + rank - 1)
    return end + 1


def tile_text(tile: Tile) -> str:
    """Write one tile.

    >>> tile_text(2)
    '3m'
    """
    return _TEXT[tile]


def tiles_text(tiles: Iterable[Tile], *, keep_order: bool = False) -> str:
    """Write tiles in groups of a suit, sorted m p s z f unless their order is to be kept.

    >>> tiles_text([31, 0, 31, 1])
    '12m55z'
    >>> tiles_text([31, 0, 31, 1], keep_order=True)
    '5z1m5z2m'
    """
    written: list[str] = []
    suit = ""
    for text in map(tile_text, tiles if keep_order else sorted(tiles)):
        if suit and suit != text[1]:
            written.append(suit)
        suit = text[1]
        written.append(text[0])
    return "".join(written) + suit


def tile_zh(tile: Tile) -> str:
    """Name a tile in Chinese.

    >>> tile_zh(2), tile_zh(31)
    ('三万', '白板')
    """
    return _ZH[tile]


def tile_en(tile: Tile) -> str:
    """Name a tile in English.

    >>> tile_en(2), tile_en(27)
    ('3 characters', 'East')
    """
    return _EN[tile]


def tile_names(tiles: Iterable[Tile], *, between: str = "、") -> Text:
    """Several tiles by name; `between` stands between Chinese names."""
    tiles = list(tiles)
    return Text(between.join(map(tile_zh, tiles)), ", ".join(map(tile_en, tiles)))


def suit_of(tile: Tile) -> str:
    """Return the suit's letter: one of m p s z f."""
    return _TEXT[tile][1]


def rank_of(tile: Tile) -> int:
    """Return the number of a tile within its suit, from 1."""
    return tile % 9 + 1 if tile < FLOWERS[0] else tile - FLOWERS[0] + 1


def is_suited(tile: Tile) -> bool:
    """Tell whether the tile is of one of the three suits."""
    return tile < SUITED


def is_honour(tile: Tile) -> bool:
    """Tell whether the tile is a wind or a dragon."""
    return tile in HONOURS


def is_flower(tile: Tile) -> bool:
    """Tell whether the tile is a flower or a season."""
    return tile >= 34  # noqa: PLR2004 - the first of them


def mask_of(tiles: Iterable[Tile]) -> Mask:
    """Return the set of kinds as a bit mask.

    >>> mask_of([0, 2, 2])
    5
    """
    mask: Mask = 0
    for tile in tiles:
        mask |= 1 << tile
    return mask


def tiles_of(mask: Mask) -> list[Tile]:
    """Return the kinds of a bit mask in ascending order.

    >>> tiles_of(5)
    [0, 2]
    """
    tiles: list[Tile] = []
    while mask:
        low = mask & -mask
        tiles.append(low.bit_length() - 1)
        mask ^= low
    return tiles


def surplus(tiles: Iterable[Tile], tile_set: Iterable[Tile]) -> Tile | None:
    """Return the first kind of which there are more copies than the set has, if any.

    >>> surplus(parse_tiles("11111m"), SET_136), surplus(parse_tiles("1111m"), SET_136)
    (0, None)
    """
    too_many = Counter(tiles) - Counter(tile_set)
    return min(too_many) if too_many else None

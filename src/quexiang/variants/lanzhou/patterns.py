"""LZ-58 to LZ-72: winning shapes, and the doublings of a win."""

from typing import Final

from quexiang.engine.actions import Seat
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.hand.readings import Reading
from quexiang.hand.shape import Shape
from quexiang.rulebook import Options
from quexiang.scoring import Pattern
from quexiang.tiles import Mask, Tile, parse_tiles

from .options import eye_ranks, has_hard_eyes, zuizi

WINDS: Final = tuple(parse_tiles("1234z"))
DRAGONS: Final = tuple(parse_tiles("567z"))

PINGHU: Final = Pattern("pinghu", "平胡", "plain win", 1, "LZ-58")
QIDUI: Final = Pattern("qidui", "七对", "seven pairs", 2, "LZ-62", of_pairs=True)
JIANG: Final = Pattern("jiang", "将", "privileged eyes", 2, "LZ-68")
ZHONGFABAI: Final = Pattern("zhongfabai", "中发白", "three dragons", 2, "LZ-59")
HEISANFENG: Final = Pattern("heisanfeng", "黑三风", "three winds", 2, "LZ-60")
PATTERNS: Final = (PINGHU, QIDUI, JIANG, ZHONGFABAI, HEISANFENG)


def shape_of(options: Options) -> Shape:
    """LZ-58 to LZ-66; LZ-56: a set of three 嘴子 is the last family's, 中发白 where it exists."""
    families = {"heisanfeng": WINDS, "zhongfabai": DRAGONS}
    hard = has_hard_eyes(options)
    return Shape(
        eyes=eye_ranks(options) if hard else None,
        eyes_held=hard,
        seven_pairs=options.flag("seven_pairs"),
        families=[family for key, family in families.items() if options.flag(key)],
        fillers=zuizi(options),
    )


def privileged(options: Options) -> frozenset[Tile]:
    """LZ-68: the kinds whose pair doubles as eyes."""
    return frozenset(tile for tile in range(WINDS[0]) if tile % 9 + 1 in eye_ranks(options))


def waits(table: Table, seat: Seat) -> Mask:
    """LZ-20: the kinds (a mask) that win with the resting hand."""
    return table.kept_waits(seat, _waits)


def _waits(table: Table, seat: Seat) -> Mask:
    return waits_with(table, table.standing(seat))


def waits_with(table: Table, hand: Hand) -> Mask:
    """LZ-20: the waits of 3k+1 concealed tiles; four held copies rule a kind out."""
    return table.shape.waits(hand, exclude_held=True)


def doublings(reading: Reading, eyes: frozenset[Tile]) -> tuple[Pattern, ...]:
    """LZ-68: all that doubles in one reading."""
    pairs = (*reading.pairs, reading.eyes)
    families = [group.tiles[0] in DRAGONS for group in reading.sets if group.kind == "family"]
    return (
        *((QIDUI,) if reading.shape == "pairs" else ()),
        *((JIANG,) if any(pair in eyes for pair in pairs) else ()),
        *(ZHONGFABAI,) * families.count(True),
        *(HEISANFENG,) * families.count(False),
    )


def best(shape: Shape, standing: Hand, tile: Tile, eyes: frozenset[Tile]) -> tuple[Pattern, ...]:
    """LZ-70: most doublings; of equals 七对, then 将, then more 中发白."""
    whole = standing.copy()
    whole.add(tile)
    found = [doublings(reading, eyes) for reading in shape.readings(whole, tile)]
    order = (QIDUI, JIANG, ZHONGFABAI)
    return max(found, key=lambda some: (len(some), *(some.count(pattern) for pattern in order)))

"""HZ-52 to HZ-67: shapes, patterns and the multiple M = P × B × C."""

from collections.abc import Iterator
from math import prod
from typing import Final

from msgspec import Struct

from quexiang.engine.actions import Seat
from quexiang.engine.events import Won
from quexiang.engine.marks import Life, Mark
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.scoring import Pattern, steps, win
from quexiang.tiles import COPIES, Tile, parse_tile

W: Final = parse_tile("5z")
FULL: Final = 14
PIAO: Final = 1
KONG: Final = 2
CHAIN: Final = Mark(
    "chain", "飘杠连串", "chain of piao and kongs", Life.ROUND, public=False, rule="HZ-46"
)

PINGHU: Final = Pattern("pinghu", "平胡", "plain win", 1, "HZ-58")
SEVEN_PAIRS: Final = (
    Pattern("qidui", "七对", "seven pairs", 2, "HZ-58", of_pairs=True),
    Pattern("haohua", "豪华七对", "grand seven pairs", 4, "HZ-58", of_pairs=True),
    Pattern("lianghao", "两豪华七对", "double grand seven pairs", 8, "HZ-58", of_pairs=True),
    Pattern("sanhao", "三豪华七对", "triple grand seven pairs", 16, "HZ-58", of_pairs=True),
)
BAOTOU: Final = Pattern("baotou", "爆头", "baotou", 2, "HZ-59")
CAIPIAO: Final = Pattern("caipiao", "财飘", "caipiao", 2, "HZ-61")
GANGKAI: Final = Pattern("gangkai", "杠开", "kong bloom", 2, "HZ-61")
PATTERNS: Final = (PINGHU, *SEVEN_PAIRS, BAOTOU, CAIPIAO, GANGKAI)


class Reading(Struct, frozen=True):
    """One way to read a win: its patterns, whose worth multiplies to M."""

    patterns: tuple[Pattern, ...]

    @property
    def value(self) -> int:
        """HZ-57: all factors multiply."""
        return prod(pattern.worth for pattern in self.patterns)


def is_baotou(table: Table, seat: Seat) -> bool:
    """HZ-44 爆头: one wildcard set aside, the rest are sets, or six pairs."""
    hand = table.resting(seat)
    return _baotou_sets(table, hand) or _baotou_pairs(table, hand)


def _baotou_sets(table: Table, hand: Hand) -> bool:
    return hand.counts[W] > 0 and table.shape.sets_only(hand, aside=1)


def _baotou_pairs(table: Table, hand: Hand) -> bool:
    return hand.counts[W] > 0 and hand.size == FULL - 1 and table.shape.pairs_only(hand, aside=1)


def readings(table: Table, standing: Hand, tile: Tile, chain: tuple[int, ...]) -> Iterator[Reading]:
    """HZ-57: all readings of a self-drawn hand, the standard one first."""
    hand = standing.copy()
    hand.add(tile)
    if table.shape.standard(hand):
        baotou = _baotou_sets(table, standing)
        yield Reading((*((BAOTOU,) if baotou else ()), *_chained(chain, baotou=baotou)))
    if table.shape.pairs(hand):
        quads = grand(hand)
        baotou = _baotou_pairs(table, standing)
        clean = quads > 0 and hand.counts[W] == 0  # HZ-60 清豪七
        doubled = (BAOTOU,) if baotou or clean else ()
        yield Reading((SEVEN_PAIRS[quads], *doubled, *_chained(chain, baotou=baotou)))


def discard_readings(table: Table, standing: Hand, tile: Tile) -> Iterator[Reading]:
    """HZ-63: on a discard only the pattern counts; HZ-55: a 豪 must have been held before."""
    hand = standing.copy()
    hand.add(tile)
    if table.shape.standard(hand):
        yield Reading(())
    if table.shape.pairs(hand):
        yield Reading((SEVEN_PAIRS[grand(standing)],))


def grand(hand: Hand) -> int:
    """HZ-54 豪: four equal real tiles, not the wildcard."""
    return sum(count == COPIES for tile, count in enumerate(hand.counts) if tile != W)


def _chained(chain: tuple[int, ...], *, baotou: bool) -> tuple[Pattern, ...]:
    """HZ-61: the whole chain in a 爆头 win; HZ-62: else only the kongs after the last 飘."""
    if not baotou and PIAO in chain:
        chain = chain[len(chain) - chain[::-1].index(PIAO) :]
    return tuple(CAIPIAO if link == PIAO else GANGKAI for link in chain)


def judge(table: Table, seat: Seat) -> Won:
    """HZ-66: the reading with the greatest multiple, the standard one of equals."""
    discarded = table.stage == "discard"
    tile = table.offered[0] if discarded else table.turn.drawn
    assert tile is not None
    standing, chain = table.resting(seat), table.listed(seat, CHAIN)
    taken, drawn = discard_readings(table, standing, tile), readings(table, standing, tile, chain)
    best = max(taken if discarded else drawn, key=lambda reading: reading.value)
    shown = best.patterns or (PINGHU,)
    return win(table, seat, tile, shown, best.value, steps(shown))

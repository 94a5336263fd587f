"""AS-33 to AS-47: shapes, patterns and the value V = P + 10·T."""

from collections.abc import Iterable, Iterator
from typing import Final

from quexiang.engine.actions import Seat
from quexiang.engine.events import Meld
from quexiang.engine.marks import Mark
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.hand.shape import Shape
from quexiang.rules.ready import waits
from quexiang.scoring import Pattern
from quexiang.tiles import COPIES, Tile, tiles_of

RANKS: Final = 9
DECLARED: Final = Mark("tianting", "天听", "tianting (declared ready)", rule="AS-27")
"""AS-30: T(x) of AS-64."""

PINGHU: Final = Pattern("pinghu", "平胡", "plain win", 1, "AS-37")
DADUIZI: Final = Pattern("daduizi", "大对子", "all triplets", 5, "AS-37")
XIAOQIDUI: Final = Pattern("xiaoqidui", "小七对", "seven pairs", 10, "AS-37", of_pairs=True)
QINGYISE: Final = Pattern("qingyise", "清一色", "one suit", 10, "AS-37")
QINGDADUI: Final = Pattern("qingdadui", "清大对", "one-suit triplets", 15, "AS-37")
QINGQIDUI: Final = Pattern("qingqidui", "清七对", "one-suit pairs", 20, "AS-37", of_pairs=True)
LONGQIDUI: Final = Pattern("longqidui", "龙七对", "dragon pairs", 20, "AS-37", of_pairs=True)
QINGLONG: Final = Pattern(
    "qinglongqidui", "清龙七对", "one-suit dragon pairs", 30, "AS-37", of_pairs=True
)
TIANTING: Final = Pattern("tianting", "天听", "tianting", 10, "AS-45")
PATTERNS: Final = (
    *(PINGHU, DADUIZI, XIAOQIDUI, QINGYISE),
    *(QINGDADUI, QINGQIDUI, LONGQIDUI, QINGLONG, TIANTING),
)
QING: Final = {PINGHU: QINGYISE, DADUIZI: QINGDADUI, XIAOQIDUI: QINGQIDUI, LONGQIDUI: QINGLONG}
"""AS-38 清: what each is in one suit."""


def readings(shape: Shape, hand: Hand) -> Iterator[Pattern]:
    """AS-33, AS-34, AS-40: the patterns of a complete hand, whatever its suits."""
    if shape.pairs(hand):
        yield LONGQIDUI if COPIES in hand.counts else XIAOQIDUI
    if shape.standard(hand):
        yield DADUIZI if all_triplets(hand) else PINGHU


def all_triplets(hand: Hand) -> bool:
    """AS-37 大对子: one pair and otherwise triplets; melds are triplets anyway (AS-38)."""
    return all(count in (0, 2, 3) for count in hand.counts) and hand.counts.count(2) == 1


def one_suit(hand: Hand, melds: Iterable[Meld]) -> bool:
    """AS-38: concealed tiles, melds and the winning tile."""
    tiles = [*hand.tiles(), *(meld.tiles[0] for meld in melds)]
    return len({tile // RANKS for tile in tiles}) == 1


def best(shape: Shape, hand: Hand, melds: Iterable[Meld]) -> Pattern | None:
    """AS-39: the pattern with the highest P of a hand with its last tile, None if not complete."""
    found = max(readings(shape, hand), key=lambda pattern: pattern.worth, default=None)
    return QING[found] if found and one_suit(hand, melds) else found


def best_with(table: Table, seat: Seat, tile: Tile) -> Pattern | None:
    """The pattern of a seat's resting hand with one more tile."""
    hand = table.resting(seat)
    hand.add(tile)
    return best(table.shape, hand, table.seats[seat].melds)


def ready_value(table: Table, seat: Seat) -> Pattern | None:
    """AS-82: the pattern with the highest P over the waits, None if the seat is not ready."""
    found = (best_with(table, seat, tile) for tile in tiles_of(waits(table, seat)))
    return max(filter(None, found), key=lambda pattern: pattern.worth, default=None)

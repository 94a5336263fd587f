"""AS-33 to AS-47: shapes, patterns and the value V = P + 10·T."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.engine.events import By, Step, Won
from quexiang.engine.marks import Mark
from quexiang.hand import Hand
from quexiang.scoring import Pattern, listed
from quexiang.tiles import COPIES, tiles_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quexiang.engine.actions import Seat
    from quexiang.engine.events import Meld
    from quexiang.engine.table import Table
    from quexiang.hand import Shape
    from quexiang.tiles import Tile

RANKS: Final = 9
DECLARED: Final = Mark("tianting", "天听", "天听 (declared ready)")

PINGHU: Final = Pattern("pinghu", "平胡", "plain win", 1, "AS-37")
DADUIZI: Final = Pattern("daduizi", "大对子", "all triplets", 5, "AS-37")
XIAOQIDUI: Final = Pattern("xiaoqidui", "小七对", "seven pairs", 10, "AS-37")
QINGYISE: Final = Pattern("qingyise", "清一色", "one suit", 10, "AS-37")
QINGDADUI: Final = Pattern("qingdadui", "清大对", "one-suit triplets", 15, "AS-37")
QINGQIDUI: Final = Pattern("qingqidui", "清七对", "one-suit pairs", 20, "AS-37")
LONGQIDUI: Final = Pattern("longqidui", "龙七对", "dragon pairs", 20, "AS-37")
QINGLONG: Final = Pattern("qinglongqidui", "清龙七对", "one-suit dragon pairs", 30, "AS-37")
TIANTING: Final = Pattern("tianting", "天听", "天听", 10, "AS-45")
ROWS: Final = (
    PINGHU,
    DADUIZI,
    XIAOQIDUI,
    QINGYISE,
    QINGDADUI,
    QINGQIDUI,
    LONGQIDUI,
    QINGLONG,
)
PATTERNS: Final = (*ROWS, TIANTING)
IN_ONE_SUIT: Final = {
    PINGHU: QINGYISE,
    DADUIZI: QINGDADUI,
    XIAOQIDUI: QINGQIDUI,
    LONGQIDUI: QINGLONG,
}
WAYS: Final[dict[str, By]] = {"turn": "self_draw", "discard": "discard", "kong": "rob_kong"}


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
    if found is None:
        return None
    return IN_ONE_SUIT[found] if one_suit(hand, melds) else found


def best_with(table: Table, seat: Seat, tile: Tile) -> Pattern | None:
    """The pattern of a seat's resting hand with one more tile."""
    hand = table.resting(seat)
    if hand.counts[tile] == COPIES:
        return None
    hand.add(tile)
    return best(table.shape, hand, table.seats[seat].melds)


def waits(table: Table, seat: Seat, hand: Hand) -> int:
    """AS-36: what completes the hand and is not held four times in it and the seat's melds."""
    mask = table.shape.waits(hand, exclude_held=True)
    for meld in table.seats[seat].melds if mask else ():
        if meld.tiles.count(meld.tiles[0]) + hand.counts[meld.tiles[0]] == COPIES:
            mask &= ~(1 << meld.tiles[0])
    return mask


def is_declared(table: Table, seat: Seat) -> bool:
    """AS-30: T(x) of AS-64."""
    return DECLARED.key in table.seats[seat].marks


def judge(table: Table, seat: Seat) -> Won:
    """AS-37 to AS-45: the win of a seat with the tile drawn or on offer."""
    by = WAYS[table.due.stage]
    tile = table.turn.drawn if by == "self_draw" else table.offered[0]
    assert tile is not None
    pattern = best_with(table, seat, tile)
    assert pattern is not None
    shown = (pattern, TIANTING) if is_declared(table, seat) else (pattern,)
    return Won(
        seat,
        by,
        None if by == "self_draw" else table.offerer,
        tile,
        listed(shown),
        sum(p.worth for p in shown),
        tuple(Step(p.zh, p.en, f"+{p.worth}", p.rule) for p in shown),
    )


def ready_value(table: Table, seat: Seat) -> Pattern | None:
    """AS-82: the pattern with the highest P over the waits, None if the seat is not ready."""
    kinds = tiles_of(waits(table, seat, table.resting(seat)))
    found = [best_with(table, seat, tile) for tile in kinds]
    return max((p for p in found if p is not None), key=lambda p: p.worth, default=None)

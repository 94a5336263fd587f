"""ZZ-11 to ZZ-16, ZZ-51, ZZ-62 to ZZ-69: shapes, the nine kinds of win and their worth."""

from typing import Final

from quexiang.engine.actions import Seat
from quexiang.engine.events import By, Step, Won
from quexiang.engine.marks import Mark
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.rules.ready import without
from quexiang.scoring import Pattern, steps
from quexiang.tiles import Tile, parse_tile, tile_en, tile_zh

BAIBAN: Final = parse_tile("5z")
GOLDS: Final = 3

PINGHU: Final = Pattern("pinghu", "平胡", "plain win", 1, "ZZ-67")
ZIMO: Final = Pattern("zimo", "自摸", "self-draw", 2, "ZZ-67")
QIANGGANG: Final = Pattern("qianggang", "抢杠胡", "robbed kong", 2, "ZZ-37")
QIANGJIN: Final = Pattern("qiangjin", "抢金", "robbed gold", 2, "ZZ-16")
SANJINDAO: Final = Pattern("sanjindao", "三金倒", "three golds", 2, "ZZ-66")
TIANHU: Final = Pattern("tianhu", "天胡", "heavenly win", 4, "ZZ-11")
YOUJIN: Final = Pattern("youjin", "游金", "youjin", 4, "ZZ-56")
SHUANGYOU: Final = Pattern("shuangyou", "双游", "shuangyou", 8, "ZZ-56")
SANYOU: Final = Pattern("sanyou", "三游", "sanyou", 16, "ZZ-56")
PATTERNS: Final = (SANYOU, SHUANGYOU, YOUJIN, TIANHU, SANJINDAO, QIANGJIN, QIANGGANG, ZIMO, PINGHU)
"""ZZ-68: highest value first, of equal values the one that is taken first."""
KIND: Final = {pattern.key: pattern for pattern in PATTERNS}
LADDER: Final = (ZIMO, YOUJIN, SHUANGYOU, SANYOU)
"""The kind of an own draw at each level."""

OWN_LEVEL: Final = Mark("youjin", "游金", "youjin", public=False, rule="ZZ-51", counted=True)
OPEN_LEVEL: Final = Mark("you", "双游、三游", "shuangyou or sanyou", rule="ZZ-54", counted=True)


def gold(table: Table) -> Tile:
    """ZZ-7: the gold face of the round."""
    return table.wild[0]


def golds(table: Table, seat: Seat) -> int:
    """How many golds the seat holds."""
    return table.hand(seat).counts[table.wild[0]]


def level(table: Table, seat: Seat) -> int:
    """ZZ-52: 0 none, 1 游金, 2 双游, 3 三游."""
    if not table.seats[seat].marks:
        return 0
    return table.number(seat, OPEN_LEVEL) or table.number(seat, OWN_LEVEL)


def is_ready(table: Table, hand: Hand) -> bool:
    """ZZ-15: one more wildcard completes the resting hand."""
    return table.shape.complete_with(hand, gold(table))


def put_away(table: Table, hand: Hand) -> Tile | None:
    """ZZ-13, ZZ-16: the first tile that is no gold and leaves the dealer ready."""
    kinds = () if table.shape.is_far(hand) else sorted(set(hand.tiles()))
    for tile in kinds:
        if tile == gold(table):
            continue
        if is_ready(table, without(hand, tile)):
            return tile
    return None


def opening_kind(table: Table, seat: Seat) -> Pattern | None:
    """ZZ-11 to ZZ-14: what the seat may win with before play, the highest first (ZZ-17)."""
    hand = table.hand(seat)
    if seat != table.dealer:
        return QIANGJIN if is_ready(table, hand) else None
    if table.shape.complete(hand):
        return TIANHU
    if golds(table, seat) == GOLDS:
        return SANJINDAO
    return QIANGJIN if put_away(table, hand) is not None else None


def judge(table: Table, seat: Seat) -> Won:
    """ZZ-67: the one kind of a win."""
    match table.stage:
        case "discard":
            return _won(seat, "discard", PINGHU, table.offered[0], table.offerer)
        case "kong":
            return _won(seat, "rob_kong", QIANGGANG, table.offered[0], table.offerer)
        case "opening":
            return _opening(table, seat)
        case _:
            rung = level(table, seat)  # ZZ-56, ZZ-66, ZZ-68
            fallen = rung == 0 and golds(table, seat) == GOLDS
            return _won(seat, "self_draw", SANJINDAO if fallen else LADDER[rung], table.turn.drawn)


def _opening(table: Table, seat: Seat) -> Won:
    kind = opening_kind(table, seat)
    assert kind is not None
    if kind is not QIANGJIN:
        return _won(seat, "self_draw", kind, None)
    away = put_away(table, table.hand(seat)) if seat == table.dealer else None
    if away is None:
        return _won(seat, "self_draw", kind, gold(table))
    step = Step(f"换下{tile_zh(away)}", f"puts away {tile_en(away)}", "", "ZZ-16")
    return _won(seat, "self_draw", kind, gold(table), None, step)


def _won(
    seat: Seat, by: By, kind: Pattern, tile: Tile | None, payer: Seat | None = None, *more: Step
) -> Won:
    return Won(seat, by, payer, tile, (kind.key,), kind.worth, (*steps((kind,)), *more))

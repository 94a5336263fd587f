"""ZZ-11 to ZZ-16, ZZ-51, ZZ-62 to ZZ-69: shapes, the nine kinds of win and their worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.engine.events import By, Step, Won
from quexiang.engine.marks import Mark
from quexiang.hand import Shape
from quexiang.scoring import Pattern
from quexiang.tiles import parse_tile, tile_en, tile_zh

if TYPE_CHECKING:
    from quexiang.engine.actions import Seat
    from quexiang.engine.table import Table
    from quexiang.hand import Hand
    from quexiang.tiles import Tile

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
PATTERNS: Final = (
    SANYOU,
    SHUANGYOU,
    YOUJIN,
    TIANHU,
    SANJINDAO,
    QIANGJIN,
    QIANGGANG,
    ZIMO,
    PINGHU,
)
"""ZZ-68: highest value first, of equal values the one that is taken first."""
KIND: Final = {pattern.key: pattern for pattern in PATTERNS}
LADDER: Final = (ZIMO, YOUJIN, SHUANGYOU, SANYOU)
"""The kind of an own draw at each level."""

OWN_LEVEL: Final = Mark("youjin", "游金", "youjin", public=False, rule="ZZ-51", counted=True)
OPEN_LEVEL: Final = Mark("you", "双游、三游", "shuangyou or sanyou", rule="ZZ-54", counted=True)


def shape_for(wild: tuple[Tile, ...]) -> Shape:
    """ZZ-62, ZZ-63: five sets and a pair, or seven pairs and a triplet; ZZ-44, ZZ-46: 白板."""
    stand = (BAIBAN, wild[0]) if wild and wild[0] != BAIBAN else None
    return Shape(sets=5, wild=wild, pairs_and_triplet=True, stand=stand)


def gold(table: Table) -> Tile:
    """ZZ-7: the gold face of the round."""
    return table.wild[0]


def golds(table: Table, seat: Seat) -> int:
    """How many golds the seat holds."""
    return table.seats[seat].hand.counts[gold(table)]


def level(table: Table, seat: Seat) -> int:
    """ZZ-52: 0 none, 1 游金, 2 双游, 3 三游."""
    return table.number(seat, OPEN_LEVEL) or table.number(seat, OWN_LEVEL)


def highest_level(table: Table) -> int:
    """The highest level that binds others."""
    return max(table.number(seat, OPEN_LEVEL) for seat in range(table.players))


def has_youjin_shape(table: Table, seat: Seat) -> bool:
    """ZZ-51: one gold set aside, all other concealed tiles split into sets."""
    return table.shape.sets_only(table.seats[seat].hand, aside=1)


def is_ready(table: Table, hand: Hand) -> bool:
    """ZZ-15: one more wildcard completes the resting hand."""
    return table.shape.complete_with(hand, gold(table))


def put_away(table: Table, hand: Hand) -> Tile | None:
    """ZZ-13, ZZ-16: the first tile that is no gold and leaves the dealer ready."""
    for tile, count in enumerate(hand.counts):
        if not count or tile == gold(table):
            continue
        rest = hand.copy()
        rest.remove(tile)
        if is_ready(table, rest):
            return tile
    return None


def opening_kind(table: Table, seat: Seat) -> Pattern | None:
    """ZZ-11 to ZZ-14: what the seat may win with before play, the highest first (ZZ-17)."""
    hand = table.seats[seat].hand
    if seat != table.dealer:
        return QIANGJIN if is_ready(table, hand) else None
    if table.shape.complete(hand):
        return TIANHU
    if golds(table, seat) == GOLDS:
        return SANJINDAO
    return QIANGJIN if put_away(table, hand) is not None else None


def own_draw_kind(table: Table, seat: Seat) -> Pattern:
    """ZZ-56, ZZ-66, ZZ-68: the level's kind, else 三金倒, else 自摸."""
    rung = level(table, seat)
    return SANJINDAO if rung == 0 and golds(table, seat) == GOLDS else LADDER[rung]


def judge(table: Table, seat: Seat) -> Won:
    """ZZ-67: the one kind of a win."""
    match table.due.stage:
        case "discard":
            return _won(seat, PINGHU, table.offered[0], table.offerer)
        case "kong":
            return _won(seat, QIANGGANG, table.offered[0], table.offerer)
        case "opening":
            return _opening(table, seat)
        case _:
            return _won(seat, own_draw_kind(table, seat), table.turn.drawn, None)


def _opening(table: Table, seat: Seat) -> Won:
    kind = opening_kind(table, seat)
    assert kind is not None
    if kind is not QIANGJIN:
        return _won(seat, kind, None, None)
    away = put_away(table, table.seats[seat].hand) if seat == table.dealer else None
    return _won(seat, kind, gold(table), None, away)


def _won(
    seat: Seat, kind: Pattern, tile: Tile | None, payer: Seat | None, away: Tile | None = None
) -> Won:
    by: By = "self_draw" if payer is None else "discard" if kind is PINGHU else "rob_kong"
    steps = [Step(kind.zh, kind.en, f"×{kind.worth}", kind.rule)]
    if away is not None:
        steps.append(Step(f"换下{tile_zh(away)}", f"puts away {tile_en(away)}", "", "ZZ-16"))
    return Won(seat, by, payer, tile, (kind.key,), kind.worth, tuple(steps))

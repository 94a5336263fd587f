"""AH-36 to AH-58: wild classes, shapes, doublings and the law V = 2 × 2ⁿ."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from quexiang.engine.actions import Seat
from quexiang.engine.events import Meld, Step, Won
from quexiang.engine.marks import Life, Mark
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.hand.shape import Shape
from quexiang.rulebook import Options
from quexiang.scoring import Pattern, suits, win
from quexiang.tiles import SET_108, Mask, Tile, mask_of, tiles_of

RANKS: Final = 9
ALL: Final = mask_of(SET_108)
LAST: Final = 4
BARRED: Final = Mark(
    "guoshou", "过手胡", "win passed", Life.OWN_FRONT_DRAW, public=False, rule="AH-43"
)

PINGHU: Final = Pattern("pinghu", "平胡", "plain win", 0, "AH-60")
HARD: Final = Pattern("yingzhuang", "硬庄", "no wilds", 1, "AH-53")
SINGLE: Final = Pattern("danwang", "单王", "single wild", 0, "AH-38")
CLASSES: Final = {
    (3, 0): Pattern("sanwang", "三王", "three wilds", 1, "AH-38"),
    (4, 0): Pattern("siwang", "四王", "four wilds", 2, "AH-38"),
    (3, 3): Pattern("liuwang", "六王", "six wilds", 2, "AH-38"),
    (4, 3): Pattern("qiwang", "七王", "seven wilds", 3, "AH-38"),
}
ONE_SUIT: Final = Pattern("qingyise", "清一色", "one suit", 1, "AH-48")
SEVEN_PAIRS: Final = Pattern("xiaoqidui", "小七对", "seven pairs", 1, "AH-49", of_pairs=True)
KONG_BLOOM: Final = Pattern("kong_bloom", "杠上开花", "kong bloom", 1, "AH-29")
ROBBED: Final = Pattern("rob_kong", "抢杠胡", "robbed kong", 1, "AH-27")
KONG_DISCARD: Final = Pattern("kong_discard", "杠上炮", "kong discard", 1, "AH-58")
OPENING_FOUR: Final = Pattern("opening_four", "起手四王", "opening four", 0, "AH-12")
LAST_FOUR: Final = Pattern("last_four", "海底", "last four", 0, "AH-59")
BY_STAGE: Final = {"bloom": KONG_BLOOM, "kong": ROBBED, "kong_discard": KONG_DISCARD}
SHAPED: Final = (PINGHU, HARD, SINGLE, *CLASSES.values(), ONE_SUIT, SEVEN_PAIRS)
PATTERNS: Final = (*SHAPED, *BY_STAGE.values(), OPENING_FOUR, LAST_FOUR)
SMALL: Final = 2
Features = tuple[Pattern, ...]


def value(patterns: Iterable[Pattern]) -> int:
    """AH-52: V = 2 × 2ⁿ."""
    return int(SMALL * 2 ** sum(pattern.worth for pattern in patterns))


@cache
def shape_for(wild: tuple[Tile, ...]) -> Shape:
    """AH-46, AH-49: four sets and eyes of 2, 5 or 8, or seven pairs."""
    return Shape(sets=4, wild=frozenset(wild), eyes=frozenset({2, 5, 8}), seven_pairs=True)


def wilds_held(hand: Hand, wild: Iterable[Tile]) -> int:
    """AH-39: how many wilds the hand holds, however they are used."""
    held = 0
    for face in wild:
        held += hand.counts[face]
    return held


def wild_class(hand: Hand, wild: Iterable[Tile]) -> Pattern | None:
    """AH-38: each face counts for itself, from three copies on; None for no wild and 单王."""
    held = sorted((hand.counts[face] for face in wild), reverse=True)
    high, low = (count if count > 2 else 0 for count in (*held, 0, 0)[:2])  # noqa: PLR2004 - from three on
    return CLASSES.get((high, low))


def held_class(hand: Hand, wild: Iterable[Tile]) -> Pattern:
    """AH-38: the class of the hand, 硬庄 and 单王 included."""
    return wild_class(hand, wild) or (SINGLE if wilds_held(hand, wild) else HARD)


def is_complete(table: Table, seat: Seat) -> bool:
    """AH-46 to AH-49: a complete hand, with free eyes (AH-47) for 清一色."""
    hand = table.hand(seat)
    if not table.shape.any_eyes.complete(hand):
        return False
    one_suit = len(suits(hand, table.seats[seat].melds, table.wild)) == 1
    return one_suit or table.shape.complete(hand)


def completes(table: Table, hand: Hand, melds: Iterable[Meld], tile: Tile) -> bool:
    """AH-46 to AH-49: the resting hand and this tile are a complete hand."""
    if not table.shape.any_eyes.complete_with(hand, tile):
        return False
    found = suits(hand, melds, table.wild)
    one_suit = len(found if tile in table.wild else found | {tile // RANKS}) == 1
    return one_suit or table.shape.complete_with(hand, tile)


def waits(table: Table, seat: Seat) -> Mask:
    """AH-26: the kinds that complete the resting hand, be they to be had or not."""
    return table.kept_waits(seat, _waits)


def _waits(table: Table, seat: Seat) -> Mask:
    hand, melds = table.standing(seat), table.seats[seat].melds
    kinds = ALL & table.shape.any_eyes.waits(hand)
    if not kinds:
        return 0
    if len(suits(hand, melds, table.wild)) > 1:
        return ALL & table.shape.waits(hand)
    return mask_of([tile for tile in tiles_of(kinds) if completes(table, hand, melds, tile)])


def readings(hand: Hand, melds: Iterable[Meld], wild: tuple[Tile, ...]) -> Iterator[Features]:
    """AH-57: the standard reading and seven pairs, with the class of the wilds."""
    one_suit = len(suits(hand, melds, wild)) == 1
    shape = shape_for(wild).any_eyes if one_suit else shape_for(wild)
    kind = held_class(hand, wild)
    features = (*(() if kind is SINGLE else (kind,)), *((ONE_SUIT,) if one_suit else ()))
    if shape.standard(hand):
        yield features
    if shape.pairs(hand):
        yield (*features, SEVEN_PAIRS)


def is_last_four(table: Table) -> bool:
    """AH-80 海底: the turn began by drawing one of the last four tiles."""
    return table.turn.began == "draw" and table.left < LAST


def winning_tiles(table: Table, seat: Seat) -> list[Tile]:
    """The tiles turned or on offer that complete the seat's hand."""
    hand, melds = table.hand(seat), table.seats[seat].melds
    return [tile for tile in table.offered if completes(table, hand, melds, tile)]


def open_tiles(table: Table, seat: Seat) -> list[Tile]:
    """AH-43: those of them that are not barred; 杠上开花 never is."""
    barred = () if table.stage == "bloom" else table.listed(seat, BARRED)
    return [tile for tile in winning_tiles(table, seat) if tile not in barred]


def judge(table: Table, seat: Seat, options: Options) -> Won:
    """AH-29, AH-31: the win on the tile of highest value, the first of equals."""
    stage, drawn = table.stage, table.turn.drawn
    if stage == "opening":
        step = Step(OPENING_FOUR.zh, OPENING_FOUR.en, f"{SMALL}", OPENING_FOUR.rule)
        return Won(seat, "self_draw", None, None, (OPENING_FOUR.key,), SMALL, (step,))
    tiles = [drawn] if stage == "turn" and drawn is not None else open_tiles(table, seat)
    scored = [(best(table, seat, tile, options), tile) for tile in tiles]
    found, tile = max(scored, key=lambda pair: value(pair[0]))
    reckoning = _steps((*_remarks(table, found), *found))
    return win(table, seat, tile, found or (PINGHU,), value(found), reckoning)


def best(table: Table, seat: Seat, tile: Tile, options: Options) -> Features:
    """AH-57: the features of the best reading with this tile."""
    hand, melds, wild = table.resting(seat), table.seats[seat].melds, table.wild
    hand.add(tile)
    found = [*readings(hand, melds, wild)]
    if options.flag("self_wild_hard") and not wild_class(hand, wild):
        found += readings(hand, melds, ())  # AH-41: every wild as itself
    event = BY_STAGE.get(table.stage)
    if event is None or (event is KONG_DISCARD and not options.flag("kong_discard_big")):
        return max(found, key=value)
    return (*max(found, key=value), event)


def _remarks(table: Table, found: Sequence[Pattern]) -> Iterator[Pattern]:
    """AH-38, AH-51, AH-58: what a win is called without being worth anything."""
    if not {HARD, *CLASSES.values()} & set(found):
        yield SINGLE
    if table.stage == "turn" and is_last_four(table):
        yield LAST_FOUR
    if table.stage == "kong_discard" and KONG_DISCARD not in found:
        yield replace(KONG_DISCARD, worth=0)


def _steps(patterns: Iterable[Pattern]) -> tuple[Step, ...]:
    """AH-52: from 2, each feature with what it multiplies by."""
    start = Step("底", "start", f"{SMALL}", "AH-52")
    return (start, *(Step(p.zh, p.en, f"×{2**p.worth}", p.rule) for p in patterns))

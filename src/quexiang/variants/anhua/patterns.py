"""AH-36 to AH-58: wild classes, shapes, doublings and the law V = 2 × 2ⁿ."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from quexiang.engine.events import Step, Won
from quexiang.engine.marks import Life, Mark
from quexiang.hand import Hand, Shape
from quexiang.scoring import Pattern, listed
from quexiang.tiles import mask_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quexiang.engine.actions import Seat
    from quexiang.engine.events import By, Meld
    from quexiang.engine.table import Table
    from quexiang.tiles import Tile

FACES: Final = 27
RANKS: Final = 9
ALL: Final = mask_of(range(FACES))
LAST: Final = 4
EYES: Final = frozenset({2, 5, 8})
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
SEVEN_PAIRS: Final = Pattern("xiaoqidui", "小七对", "seven pairs", 1, "AH-49")
KONG_BLOOM: Final = Pattern("kong_bloom", "杠上开花", "kong bloom", 1, "AH-29")
ROBBED: Final = Pattern("rob_kong", "抢杠胡", "robbed kong", 1, "AH-27")
KONG_DISCARD: Final = Pattern("kong_discard", "杠上炮", "kong discard", 1, "AH-58")
OPENING_FOUR: Final = Pattern("opening_four", "起手四王", "opening four", 0, "AH-12")
LAST_FOUR: Final = Pattern("last_four", "海底", "last four", 0, "AH-59")
BY_STAGE: Final = {"bloom": KONG_BLOOM, "kong": ROBBED, "kong_discard": KONG_DISCARD}
SHAPED: Final = (PINGHU, HARD, SINGLE, *CLASSES.values(), ONE_SUIT, SEVEN_PAIRS)
PATTERNS: Final = (*SHAPED, *BY_STAGE.values(), OPENING_FOUR, LAST_FOUR)
SMALL: Final = 2


def value(patterns: Iterable[Pattern]) -> int:
    """AH-52: V = 2 × 2ⁿ."""
    return int(SMALL * 2 ** sum(pattern.worth for pattern in patterns))


@cache
def shape_for(wild: tuple[Tile, ...], *, any_eyes: bool = False) -> Shape:
    """AH-46, AH-47, AH-49: four sets and eyes of 2, 5 or 8, or seven pairs."""
    eyes = None if any_eyes else EYES
    return Shape(sets=4, wild=frozenset(wild), eyes=eyes, seven_pairs=True)


def wilds_held(hand: Hand, wild: Iterable[Tile]) -> int:
    """AH-39: how many wilds the hand holds, however they are used."""
    return sum(hand.counts[face] for face in wild)


def wild_class(hand: Hand, wild: Iterable[Tile]) -> Pattern | None:
    """AH-38: each face counts for itself, from three copies on; None for no wild and 单王."""
    held = sorted((hand.counts[face] for face in wild), reverse=True)
    high, low = (count if count > 2 else 0 for count in (*held, 0)[:2])  # noqa: PLR2004
    return CLASSES.get((high, low))


def suits(hand: Hand, melds: Iterable[Meld], wild: Sequence[Tile]) -> set[int]:
    """AH-48: the suits of all tiles of hand and melds that are not wild."""
    counts = hand.counts
    held = {tile // RANKS for tile in range(FACES) if counts[tile] and tile not in wild}
    return held | {meld.tiles[0] // RANKS for meld in melds}


def is_complete(hand: Hand, melds: Iterable[Meld], wild: tuple[Tile, ...]) -> bool:
    """AH-46 to AH-49: a complete hand, with free eyes (AH-47) for 清一色."""
    if shape_for(wild).complete(hand):
        return True
    return shape_for(wild, any_eyes=True).complete(hand) and len(suits(hand, melds, wild)) == 1


def completes(hand: Hand, melds: Iterable[Meld], wild: tuple[Tile, ...], tile: Tile) -> bool:
    """AH-46 to AH-49: the resting hand and this tile are a complete hand."""
    if shape_for(wild).complete_with(hand, tile):
        return True
    if not shape_for(wild, any_eyes=True).complete_with(hand, tile):
        return False
    found = suits(hand, melds, wild)
    return len(found if tile in wild else found | {tile // RANKS}) == 1


def waits(hand: Hand, melds: Iterable[Meld], wild: tuple[Tile, ...]) -> int:
    """AH-26: the kinds that complete a resting hand, be they to be had or not."""
    mask = shape_for(wild).waits(hand) & ALL
    found = suits(hand, melds, wild)
    if len(found) != 1:
        return mask
    start = RANKS * found.pop()
    own = mask_of({*wild, *range(start, start + RANKS)})
    return mask | own & shape_for(wild, any_eyes=True).waits(hand)


def readings(
    hand: Hand, melds: Sequence[Meld], wild: tuple[Tile, ...], *, self_wild_hard: bool
) -> Iterator[tuple[Pattern, ...]]:
    """AH-57: standard and seven pairs, wilds free or (AH-41, 单王 only) all as themselves."""
    kind = wild_class(hand, wild)
    for features in _read(hand, melds, wild):
        yield features if kind is None else (kind, *features)
    if self_wild_hard and kind is None and wilds_held(hand, wild):
        yield from _read(hand, melds, ())


def _read(
    hand: Hand, melds: Sequence[Meld], wild: tuple[Tile, ...]
) -> Iterator[tuple[Pattern, ...]]:
    one_suit = len(suits(hand, melds, wild)) == 1
    shape = shape_for(wild, any_eyes=one_suit)
    hard = () if wilds_held(hand, wild) else (HARD,)
    features = (*hard, ONE_SUIT) if one_suit else hard
    if shape.standard(hand):
        yield features
    if shape.pairs(hand):
        yield (*features, SEVEN_PAIRS)


def is_last_four(table: Table) -> bool:
    """AH-80 海底: the turn began by drawing one of the last four tiles."""
    return table.turn.began == "draw" and table.left < LAST


def winning_tiles(table: Table, seat: Seat) -> list[Tile]:
    """The tiles turned or on offer that complete the seat's hand."""
    hand, melds, wild = table.seats[seat].hand, table.seats[seat].melds, table.wild
    return [tile for tile in table.offered if completes(hand, melds, wild, tile)]


def open_tiles(table: Table, seat: Seat) -> list[Tile]:
    """AH-43: those of them that are not barred; 杠上开花 never is."""
    barred = () if table.due.stage == "bloom" else table.listed(seat, BARRED)
    return [tile for tile in winning_tiles(table, seat) if tile not in barred]


class Judge:
    """AH-52 to AH-58: what a win is worth in a room with these options."""

    def __init__(self, *, self_wild_hard: bool, kong_discard_big: bool) -> None:
        self.self_wild_hard = self_wild_hard
        self.kong_discard_big = kong_discard_big

    def won(self, table: Table, seat: Seat) -> Won:
        """AH-29, AH-31: the win on the tile of highest value, the first of equals."""
        stage = table.due.stage
        if stage == "opening":
            step = Step(OPENING_FOUR.zh, OPENING_FOUR.en, f"{SMALL}", OPENING_FOUR.rule)
            return Won(seat, "self_draw", None, None, (OPENING_FOUR.key,), SMALL, (step,))
        drawn = () if table.turn.drawn is None else (table.turn.drawn,)
        tiles = drawn if stage == "turn" else open_tiles(table, seat)
        scored = [(self.best(table, seat, tile), tile) for tile in tiles]
        found, tile = max(scored, key=lambda pair: value(pair[0]))
        by, payer = _payer(table)
        remarks = _remarks(table, found)
        shown = listed(found or (PINGHU,))
        return Won(seat, by, payer, tile, shown, value(found), _steps((*remarks, *found)))

    def best(self, table: Table, seat: Seat, tile: Tile) -> tuple[Pattern, ...]:
        """AH-57: the features of the best reading with this tile."""
        hand = table.resting(seat)
        hand.add(tile)
        melds, wild = table.seats[seat].melds, table.wild
        found = readings(hand, melds, wild, self_wild_hard=self.self_wild_hard)
        event = BY_STAGE.get(table.due.stage)
        counts = event is not None and (self.kong_discard_big or event is not KONG_DISCARD)
        extra = (event,) if event is not None and counts else ()
        return max(((*features, *extra) for features in found), key=value)


def _remarks(table: Table, found: Sequence[Pattern]) -> Iterator[Pattern]:
    """AH-38, AH-51, AH-58: what a win is called without being worth anything."""
    if not {HARD, *CLASSES.values()} & set(found):
        yield SINGLE
    if table.due.stage == "turn" and is_last_four(table):
        yield LAST_FOUR
    if table.due.stage == "kong_discard" and KONG_DISCARD not in found:
        yield Pattern(KONG_DISCARD.key, KONG_DISCARD.zh, KONG_DISCARD.en, 0, KONG_DISCARD.rule)


def _payer(table: Table) -> tuple[By, Seat | None]:
    """AH-51, AH-71 to AH-74: how it was won, and who alone pays."""
    match table.due.stage:
        case "turn" | "bloom":
            return "self_draw", None
        case "kong":
            return "rob_kong", table.offerer
        case _:
            return "discard", table.offerer


def _steps(patterns: Iterable[Pattern]) -> tuple[Step, ...]:
    """AH-52: from 2, each feature with what it multiplies by."""
    start = Step("底", "start", f"{SMALL}", "AH-52")
    return (start, *(Step(p.zh, p.en, f"×{2**p.worth}", p.rule) for p in patterns))

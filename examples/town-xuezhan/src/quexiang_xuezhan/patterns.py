"""XZ-20 to XZ-38: the given-up suit, waits, patterns and their fan."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from quexiang.engine.actions import Seat
from quexiang.engine.events import Meld, Step, Won
from quexiang.engine.marks import Mark
from quexiang.engine.table import Table
from quexiang.hand import Hand, Reading
from quexiang.rulebook import Options
from quexiang.rules.ready import open_waits
from quexiang.scoring import Pattern, steps, win
from quexiang.text import Text
from quexiang.tiles import COPIES, SUITED, Tile, mask_of, tiles_of

from .options import cap_of

RANKS: Final = 9
SUITS: Final = (Text("万", "characters"), Text("筒", "dots"), Text("条", "bamboo"))
SUIT_KINDS: Final = tuple(mask_of(range(first, first + RANKS)) for first in range(0, SUITED, RANKS))
QUE: Final = tuple(
    Mark(f"que_{letter}", f"缺{suit.zh}", f"no {suit.en}", rule="XZ-6")
    for letter, suit in zip("mps", SUITS, strict=True)
)
"""定缺: for each suit the mark of a seat that has given it up."""

PINGHU: Final = Pattern("pinghu", "平胡", "plain win", 0, "XZ-28")
DUIDUIHU: Final = Pattern("duiduihu", "对对胡", "all triplets", 1, "XZ-29")
QINGYISE: Final = Pattern("qingyise", "清一色", "one suit", 2, "XZ-30")
QIDUI: Final = Pattern("qidui", "七对", "seven pairs", 2, "XZ-31", of_pairs=True)
LONGQIDUI: Final = Pattern("longqidui", "龙七对", "dragon seven pairs", 3, "XZ-31", of_pairs=True)
JINGOUDIAO: Final = Pattern("jingoudiao", "金钩钓", "golden hook", 1, "XZ-32")
GEN: Final = Pattern("gen", "根", "root", 1, "XZ-33")
DAIYAOJIU: Final = Pattern("daiyaojiu", "带幺九", "terminals everywhere", 2, "XZ-34")
JIANGDUI: Final = Pattern("jiangdui", "将对", "triplets of 2, 5 and 8", 2, "XZ-34")
GANGSHANGHUA: Final = Pattern("gangshanghua", "杠上花", "kong bloom", 1, "XZ-35")
GANGSHANGPAO: Final = Pattern("gangshangpao", "杠上炮", "kong cannon", 1, "XZ-35")
QIANGGANG: Final = Pattern("qianggang", "抢杠", "robbed kong", 1, "XZ-35")
HAIDI: Final = Pattern("haidi", "海底", "last tile", 1, "XZ-36")
TIANHU: Final = Pattern("tianhu", "天胡", "heavenly win", 5, "XZ-37")
DIHU: Final = Pattern("dihu", "地胡", "earthly win", 5, "XZ-37")
ZIMO: Final = Pattern("zimo", "自摸", "self-draw", 1, "XZ-40")
PATTERNS: Final = (
    *(PINGHU, DUIDUIHU, QINGYISE, QIDUI, LONGQIDUI, JINGOUDIAO, GEN, DAIYAOJIU, JIANGDUI),
    *(GANGSHANGHUA, GANGSHANGPAO, QIANGGANG, HAIDI, TIANHU, DIHU, ZIMO),
)
PAIRS: Final = 7
SETS: Final = 4
TERMINALS: Final = (0, 8)
JIANG: Final = (1, 4, 7)


def has(mark: Mark, table: Table, seat: Seat) -> bool:
    """Tell whether a mark lies on a seat."""
    return mark.key in table.seats[seat].marks


def given_up(table: Table, seat: Seat) -> int | None:
    """XZ-6: the suit that a seat has given up, None before it has."""
    marks = table.seats[seat].marks
    for suit, mark in enumerate(QUE):  # asked of every discard; a generator costs more
        if mark.key in marks:
            return suit
    return None


def holds_suit(hand: Hand, suit: int) -> bool:
    """Tell whether a hand has tiles of a suit."""
    return any(hand.counts[RANKS * suit : RANKS * (suit + 1)])


def suits_of(hand: Hand, melds: Iterable[Meld] = ()) -> set[int]:
    """The suits of concealed tiles and melds."""
    held = {suit for suit in range(len(SUITS)) if holds_suit(hand, suit)}
    return held.union(meld.tiles[0] // RANKS for meld in melds)


def holds_given_up(table: Table, seat: Seat, hand: Hand) -> bool:
    """XZ-8, XZ-42: tell whether tiles of the given-up suit are still in a hand."""
    suit = given_up(table, seat)
    return suit is not None and holds_suit(hand, suit)


def open_kinds(table: Table, seat: Seat, hand: Hand) -> int:
    """XZ-22: the kinds that a win with these tiles may hold; none with a given-up or third suit."""
    held, closed = suits_of(hand, table.seats[seat].melds), given_up(table, seat)
    if closed in held or len(held) == len(SUITS):
        return 0
    suits = held if len(held) == len(SUITS) - 1 else set(range(3)) - {closed}
    return sum(SUIT_KINDS[suit] for suit in suits)


def waits(table: Table, seat: Seat, hand: Hand) -> int:
    """XZ-23: the kinds (a mask) that complete a resting hand."""
    mask = open_waits(table, seat, hand)
    return mask & open_kinds(table, seat, hand) if mask else 0


def fan(patterns: Iterable[Pattern]) -> int:
    """XZ-27: fan add up."""
    return sum(pattern.worth for pattern in patterns)


def capped(found: Iterable[Pattern], options: Options) -> int:
    """XZ-38: the fan that count."""
    cap = cap_of(options)
    return fan(found) if cap is None else min(fan(found), cap)


def shape_patterns(reading: Reading, melds: tuple[Meld, ...]) -> Iterator[Pattern]:
    """XZ-29, XZ-31, XZ-32, XZ-34: the patterns of one way to read the tiles."""
    if reading.shape == "pairs":
        yield QIDUI if len(set(reading.pairs)) == PAIRS else LONGQIDUI
        return
    assert reading.eyes is not None
    sets = [*(group.tiles for group in reading.sets), *(meld.tiles for meld in melds)]
    groups = [{tile % RANKS for tile in tiles} for tiles in (*sets, (reading.eyes,))]
    if all(len(group) == 1 for group in groups):
        yield DUIDUIHU
        if len(melds) == SETS:
            yield JINGOUDIAO
        if all(group <= {*JIANG} for group in groups):
            yield JIANGDUI
    if all(group & {*TERMINALS} for group in groups):
        yield DAIYAOJIU


def best(table: Table, seat: Seat, tile: Tile, options: Options) -> tuple[Pattern, ...]:
    """XZ-27 to XZ-34: the patterns of the resting hand with this tile that bring most fan."""
    hand, melds = table.resting(seat), table.seats[seat].melds
    hand.add(tile)
    barred = () if options.flag("yaojiu_jiangdui") else (DAIYAOJIU, JIANGDUI)
    readings = (shape_patterns(reading, melds) for reading in table.shape.readings(hand))
    shapes = max((tuple(p for p in found if p not in barred) for found in readings), key=fan)
    copies = Counter([*hand.tiles(), *(tile for meld in melds for tile in meld.tiles)])
    roots = sum(count == COPIES for count in copies.values()) - (LONGQIDUI in shapes)
    suited = (QINGYISE,) if len(suits_of(hand, melds)) == 1 else ()
    named = (*shapes, *suited) or (PINGHU,)
    return (*named, *(GEN,) * roots)


def circumstances(table: Table, seat: Seat, options: Options) -> Iterator[Pattern]:
    """XZ-35 to XZ-37, XZ-40: what the way in which a tile is won adds."""
    stage = table.due.stage
    if stage == "kong":
        yield QIANGGANG
    elif table.turn.kongs:
        yield GANGSHANGHUA if stage == "turn" else GANGSHANGPAO
    if not table.left:
        yield HAIDI
    if stage != "turn":
        return
    untouched = not table.wins and not any(player.melds for player in table.seats)
    if untouched and not table.seats[seat].river:
        yield TIANHU if seat == table.dealer else DIHU
    if options.choice("self_draw") == "fan":
        yield ZIMO


def judge(table: Table, seat: Seat, options: Options) -> Won:
    """XZ-27, XZ-38: the win of a seat with the tile drawn or on offer; its value is its fan."""
    tile = table.winning_tile()
    shown = (*best(table, seat, tile, options), *circumstances(table, seat, options))
    value, reckoning = capped(shown, options), steps(shown, "+")
    if value < fan(shown):
        reckoning = (*reckoning, Step("封顶", "cap", f"≤{value}", "XZ-38"))
    return win(table, seat, tile, shown, value, reckoning)


def ready_fan(table: Table, seat: Seat, options: Options) -> int | None:
    """XZ-43: the most fan that the resting hand can win, None if it is not ready."""
    kinds = tiles_of(waits(table, seat, table.resting(seat)))
    fans = (capped(best(table, seat, tile, options), options) for tile in kinds)
    return max(fans, default=None)

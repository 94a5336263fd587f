"""AS-53 to AS-63 捉鸡: which tiles are chickens, where they lie and what they are worth."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from quexiang.engine.actions import Seat
from quexiang.engine.table import Table
from quexiang.scoring import Amount, total
from quexiang.tiles import Tile, parse_tile, tile_text, tile_zh

from .patterns import RANKS
from .play import CHONGFENGJI, YAOJI

GOLD_TILE: Final = parse_tile("9s")
GUDINGJI: Final = Amount(1, "固定鸡", "fixed")
YAOBAIJI: Final = Amount(1, "摇摆鸡", "swing")
JINJI: Final = Amount(2, "金鸡", "gold")
FIRST: Final = Amount(2, "冲锋鸡", "first out")
GOLDEN_FIRST: Final = Amount(3, "冲锋金鸡", "golden first out")


def neighbours(turned: Tile | None) -> tuple[Tile, ...]:
    """AS-54 摇摆鸡: one lower and one higher, on a ring of nine."""
    if turned is None:
        return ()
    suit = turned - turned % RANKS
    return suit + (turned - 1) % RANKS, suit + (turned + 1) % RANKS


def held_worth(tile: Tile, turned: Tile | None) -> Amount | None:
    """AS-55 to AS-60: one tile in hand or meld, None if it is no chicken."""
    swings = tile in neighbours(turned)
    if tile != YAOJI:
        return YAOBAIJI if swings else None
    if turned == GOLD_TILE:
        return JINJI
    return GUDINGJI + YAOBAIJI if swings else GUDINGJI


def discarded_worth(turned: Tile | None, *, first: bool) -> Amount:
    """AS-56 to AS-60: an unclaimed discarded 1s, the 冲锋鸡 being the first of the round."""
    if turned == GOLD_TILE:
        return GOLDEN_FIRST if first else JINJI
    return FIRST if first else GUDINGJI


def turned_tile(table: Table) -> Tile | None:
    """AS-53, AS-63: the tile turned after the win, if one was left."""
    return table.turned[-1] if table.turned else None


def chickens(table: Table, seat: Seat) -> Amount | None:
    """AS-64 C(x): the seat's chickens, each group with its place and its reason."""
    return total((*_held(table, seat), *_discarded(table, seat)))


def _held(table: Table, seat: Seat) -> Iterator[Amount]:
    turned = turned_tile(table)
    melded = Counter(tile for meld in table.seats[seat].melds for tile in meld.tiles)
    places = (("手里", "in hand", _concealed(table, seat)), ("碰杠里", "in melds", melded))
    for zh, en, tiles in places:
        for tile, count in sorted(tiles.items()):
            if count and (worth := held_worth(tile, turned)):
                yield _count(count, f"{zh}{tile_zh(tile)}", f"{tile_text(tile)} {en}") * worth


def _concealed(table: Table, seat: Seat) -> Counter[Tile]:
    """AS-61: the winning tile is every winner's, and no longer the robbed seat's."""
    tiles = Counter(table.hand(seat).tiles())
    for place, won in enumerate(table.wins):
        assert won.tile is not None
        if won.seat == seat and won.by != "self_draw":
            tiles[won.tile] += 1
        if place == 0 and won.by == "rob_kong" and won.payer == seat:
            tiles[won.tile] -= 1
    return tiles


def _discarded(table: Table, seat: Seat) -> Iterator[Amount]:
    """AS-56, AS-57, AS-59: the unclaimed 1s among the seat's own discards."""
    count = table.seats[seat].open_river.count(YAOJI)
    count -= any((won.by, won.payer, won.tile) == ("discard", seat, YAOJI) for won in table.wins)
    first = table.has(seat, CHONGFENGJI)
    for number, is_first in ((int(first), True), (count - first, False)):
        if number:
            worth = discarded_worth(turned_tile(table), first=is_first)
            yield _count(number, f"打出{tile_zh(YAOJI)}", f"{tile_text(YAOJI)} discarded") * worth


def _count(number: int, zh: str, en: str) -> Amount:
    return Amount(number, f"{zh}×", f"{en} ×")

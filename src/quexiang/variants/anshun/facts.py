"""AS-87: what a player must see besides tiles, payments and marks; read off a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.engine.ruleset import Fact
from quexiang.scoring import total
from quexiang.tiles import tile_text, tile_zh, tiles_of, tiles_text
from quexiang.variants.anshun import play
from quexiang.variants.anshun.chickens import GOLD_TILE, chickens, neighbours, turned_tile
from quexiang.variants.anshun.patterns import best_with, waits
from quexiang.variants.anshun.settlement import HOT, ready_amount, void_seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quexiang.engine.actions import Seat
    from quexiang.engine.table import Table

UNREADY = 2


def facts(table: Table, seat: Seat | None) -> Iterator[Fact]:
    """What everybody sees now, and what only this seat knows."""
    if table.end is not None:
        yield from _after_win(table) if table.wins else _after_draw(table)
        return
    yield from _chongfengji(table)
    yield from _hot(table)
    if seat is not None and table.seats and table.seats[seat].size:
        yield from _own(table, seat)


def _chongfengji(table: Table) -> Iterator[Fact]:
    out = play.FIRST_OUT.key in table.marks
    if out and not any(play.CHONGFENGJI.key in player.marks for player in table.seats):
        yield Fact("chongfengji", "本局没有冲锋鸡了", "no 冲锋鸡 in this round", rule="AS-59")


def _hot(table: Table) -> Iterator[Fact]:
    """AS-50: the last discard is hot, once its seat has discarded."""
    seat = table.turn.seat
    bean = play.hot_bean(table, seat)
    if bean and seat == table.offerer and table.seats[seat].size % 3 != UNREADY:
        yield Fact("hot", HOT[bean].zh(), HOT[bean].en(), seat, "AS-50")


def _own(table: Table, seat: Seat) -> Iterator[Fact]:
    """AS-36, AS-41, AS-42: the own waits; AS-27: what would declare 天听."""
    on_turn = table.turn.seat == seat and table.seats[seat].size % 3 == UNREADY
    if on_turn and not table.seats[seat].river and not table.seats[seat].melds:
        for tile, mask in play.declarations(table, seat):
            kinds = tiles_of(mask)
            zh = f"打{tile_zh(tile)}可报天听，听{'、'.join(map(tile_zh, kinds))}"
            en = f"天听 with {tile_text(tile)}, waiting for {tiles_text(kinds)}"
            yield Fact("declare", zh, en, seat, "AS-27")
    opened = table.offerer != seat and play.open_to_plain(table)
    for tile in tiles_of(waits(table, seat, table.resting(seat))):
        pattern = best_with(table, seat, tile)
        if pattern is not None:
            may = opened or play.may_take(table, seat, tile)
            zh = f"听{tile_zh(tile)}：{pattern.zh}，{'可以' if may else '不能'}接炮"
            en = f"waits {tile_text(tile)}: {pattern.en}, {'' if may else 'not '}on a discard"
            yield Fact("wait", zh, en, seat, "AS-36" if may else "AS-41")


def _after_win(table: Table) -> Iterator[Fact]:
    """AS-52 to AS-63: the turned tile, every seat's chickens, who is void."""
    turned = turned_tile(table)
    if turned is not None:
        kinds = neighbours(turned)
        gold = turned == GOLD_TILE
        zh = f"翻{tile_zh(turned)}，{'、'.join(map(tile_zh, kinds))}是鸡" + "，金鸡" * gold
        en = f"turned {tile_text(turned)}, chickens {tiles_text(kinds)}" + ", gold" * gold
        yield Fact("turned", zh, en, rule="AS-58" if gold else "AS-54")
    void = void_seat(table)
    for seat in range(table.players):
        found = total(chickens(table, seat))
        if found is not None:
            yield Fact("chickens", found.zh(), found.en(), seat, "AS-62")
        if seat == void:
            yield Fact("void", "空收：豆和鸡都不收", "void: no beans, no chickens", seat, "AS-52")


def _after_draw(table: Table) -> Iterator[Fact]:
    """AS-81, AS-82: who is ready on what, and for how much."""
    for seat in range(table.players):
        amount = ready_amount(table, seat)
        if amount is None:
            yield Fact("ready", "没听", "not ready", seat, "AS-81")
            continue
        kinds = tiles_of(waits(table, seat, table.resting(seat)))
        zh = f"听{'、'.join(map(tile_zh, kinds))}：{amount.zh()}"
        yield Fact("ready", zh, f"waits {tiles_text(kinds)}: {amount.en()}", seat, "AS-82")

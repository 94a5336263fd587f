"""AS-87: what a player must see besides tiles, payments and marks; read off a view."""

from collections.abc import Iterator

from quexiang.engine.actions import Seat
from quexiang.engine.ruleset import Fact
from quexiang.engine.table import Table
from quexiang.rules.ready import waits
from quexiang.tiles import tile_names, tile_text, tile_zh, tiles_of, tiles_text

from . import play
from .chickens import GOLD_TILE, chickens, neighbours, turned_tile
from .patterns import best_with
from .settlement import REPAO, Settlement, void_seat

TO_DISCARD = 2
"""The size of a hand that must discard, modulo three."""


def facts(
    table: Table, seat: Seat | None, plain: play.PlainNeedsBean, settlement: Settlement
) -> Iterator[Fact]:
    """What everybody sees now, and what only this seat knows."""
    if table.end is not None:
        yield from _after_win(table) if table.wins else _after_draw(table, settlement)
        return
    charging = any(table.has(owner, play.CHONGFENGJI) for owner in range(len(table.seats)))
    if play.FIRST_OUT.key in table.marks and not charging:
        yield Fact("chongfengji", "本局没有冲锋鸡了", "no 冲锋鸡 in this round", rule="AS-59")
    yield from _hot(table)
    if seat is not None and table.seats and table.seats[seat].size:
        yield from _own(table, seat, plain)


def _hot(table: Table) -> Iterator[Fact]:
    """AS-50: the last discard is hot, once its seat has discarded."""
    seat = table.turn.seat
    bean = play.repao(table, seat)
    if bean and seat == table.offerer and table.seats[seat].size % 3 != TO_DISCARD:
        yield Fact("hot", REPAO[bean].zh(), REPAO[bean].en(), seat, "AS-50")


def _own(table: Table, seat: Seat, plain: play.PlainNeedsBean) -> Iterator[Fact]:
    """AS-36, AS-41, AS-42: the own waits; AS-27: what would declare 天听."""
    on_turn = table.turn.seat == seat and table.seats[seat].size % 3 == TO_DISCARD
    if on_turn and not play.has_played(table, seat):
        for tile, mask in play.declarations(table, seat):
            kinds = tiles_of(mask)
            zh = f"打{tile_zh(tile)}可报天听，听{tile_names(kinds).zh}"
            en = f"tianting with {tile_text(tile)}, waiting for {tiles_text(kinds)}"
            yield Fact("declare", zh, en, seat, "AS-27")
    opened = table.offerer != seat and plain.opened(table)
    for tile in tiles_of(waits(table, seat)):
        if pattern := best_with(table, seat, tile):
            may = opened or play.may_take(table, seat, tile)
            zh = f"听{tile_zh(tile)}：{pattern.zh}，{'可以' if may else '不能'}接炮"
            en = f"waits {tile_text(tile)}: {pattern.en}, {'' if may else 'not '}on a discard"
            yield Fact("wait", zh, en, seat, "AS-36" if may else "AS-41")


def _after_win(table: Table) -> Iterator[Fact]:
    """AS-52 to AS-63: the turned tile, every seat's chickens, who is void."""
    turned = turned_tile(table)
    if turned is not None:
        kinds, gold = neighbours(turned), turned == GOLD_TILE
        zh = f"翻{tile_zh(turned)}，{tile_names(kinds).zh}是鸡" + "，金鸡" * gold
        en = f"turned {tile_text(turned)}, chickens {tiles_text(kinds)}" + ", gold" * gold
        yield Fact("turned", zh, en, rule="AS-58" if gold else "AS-54")
    for seat in range(table.players):
        if found := chickens(table, seat):
            yield Fact("chickens", found.zh(), found.en(), seat, "AS-62")
        if seat == void_seat(table):
            yield Fact("void", "空收：豆和鸡都不收", "void: no beans, no chickens", seat, "AS-52")


def _after_draw(table: Table, settlement: Settlement) -> Iterator[Fact]:
    """AS-81, AS-82: who is ready on what, and for how much."""
    for seat in range(table.players):
        amount, kinds = settlement.ready_amount(table, seat), tiles_of(waits(table, seat))
        if amount is None:
            yield Fact("ready", "没听", "not ready", seat, "AS-81")
        else:
            zh, en = f"听{tile_names(kinds).zh}：", f"waits {tiles_text(kinds)}: "
            yield Fact("ready", zh + amount.zh(), en + amount.en(), seat, "AS-82")

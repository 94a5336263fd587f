"""LZ-74 to LZ-94: payments, how play goes on after a win, the next dealer; LZ-99, LZ-100."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.engine import events as ev
from quexiang.engine.actions import seat_letter
from quexiang.engine.due import DRAW_DUE
from quexiang.engine.ruleset import Fact, finish
from quexiang.scoring import Amount, pay
from quexiang.tiles import tile_en, tile_zh, tiles_of
from quexiang.variants.lanzhou.options import has_hard_eyes, zuizi
from quexiang.variants.lanzhou.patterns import waits, waits_without
from quexiang.variants.lanzhou.play import (
    LOCKED,
    SAME,
    THROWABLE,
    TING,
    WON,
    XIZAO,
    ThrowStage,
    has,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quexiang.engine.actions import Seat
    from quexiang.engine.table import Table
    from quexiang.rulebook import Options
    from quexiang.tiles import Tile

LIMITS: Final = {"once": 1, "twice": 2}
"""LZ-81, LZ-82: so many self-draws end the round; LZ-83: in 胡到底 none do."""


def payments(won: ev.Won, losers: Iterable[Seat], base: int) -> Iterator[ev.Event]:
    """LZ-74: U = base × 2^f; LZ-75: 2U from each of three; LZ-76: 3U from the discarder."""
    unit = Amount(base, "底分", "base") * Amount(won.value, "倍数", "multiple")
    if won.payer is not None:
        yield pay(won.payer, won.seat, unit * Amount(3, "放炮", "discard"), "LZ-76")
        return
    for loser in losers:
        yield pay(loser, won.seat, unit * Amount(2, "自摸", "self-draw"), "LZ-75")


def settle(table: Table, options: Options) -> Iterator[ev.Event]:
    """Pay the win, put its tile aside, and end the round or go on (LZ-81 to LZ-87)."""
    won = table.wins[-1]
    assert won.tile is not None
    yield from payments(won, table.seats_after(won.seat), options.number("base_score"))
    yield ev.Laid(won.seat, (won.tile,), WON.key, won.payer)
    if not has(table, won.seat, LOCKED):
        yield LOCKED.set(won.seat)  # LZ-85
    if won.by == "self_draw" and self_draws(table) == LIMITS.get(options.choice("wins")):
        yield from end(table, options, "win")
        return
    before = won.seat if won.payer is None else won.payer
    yield DRAW_DUE[table.after(before)]


def self_draws(table: Table) -> int:
    """How many wins of the round were self-drawn."""
    return sum(won.by == "self_draw" for won in table.wins)


def end(table: Table, options: Options, how: ev.End) -> Iterator[ev.Event]:
    """LZ-90 to LZ-93: in 胡一次 the last win decides, if any; else the deal passes."""
    last = table.wins[-1].seat if table.wins else table.dealer
    if options.choice("wins") == "once" and last == table.dealer:
        return finish(table, how, table.dealer, table.streak + 1)
    return finish(table, how, table.after(table.dealer), 0)


def facts(table: Table, seat: Seat | None, options: Options) -> Iterator[Fact]:
    """What must be seen besides tiles and marks."""
    yield from _public(table, options)
    if seat is not None and table.seats and table.seats[seat].hand.size:
        yield from _private(table, seat, options)


def _public(table: Table, options: Options) -> Iterator[Fact]:
    """LZ-99."""
    kinds = zuizi(options)
    if kinds:
        idle = not (options.flag("zhongfabai") or options.flag("heisanfeng"))
        zh, en = ("，不起作用", ", without effect") if idle else ("", "")
        yield _tiles_fact("zuizi", "嘴子", "zuizi", kinds, "LZ-98" if idle else "LZ-49", (zh, en))
    made, limit = self_draws(table), LIMITS.get(options.choice("wins"))
    of_zh, of_en = (f"/{limit}", f" of {limit}") if limit else ("，胡到底", ", to the last tile")
    yield Fact("self_draws", f"自摸{made}{of_zh}", f"self-draws {made}{of_en}", rule="LZ-81")
    if table.wins and options.choice("wins") == "once":
        last = table.wins[-1].seat
        letter = seat_letter(last)
        yield Fact("last_win", f"最后一胡{letter}", f"last win {letter}", last, "LZ-91")
    for owner, player in enumerate(table.seats):
        place = table.mark(owner, TING)
        if isinstance(place, int):
            tile = player.river[place]
            zh, en = f"打{tile_zh(tile)}报听", f"declared with {tile_en(tile)}"
            yield Fact("declared", zh, en, owner, "LZ-22")


def _private(table: Table, seat: Seat, options: Options) -> Iterator[Fact]:
    """LZ-100."""
    if table.due.need == "phase" or table.due.stage == ThrowStage.key:
        yield from _throwing(table, seat, options)
        return
    if has(table, seat, TING):
        yield Fact("safe", "打出的牌别人不能胡", "your discards cannot be won", seat, "LZ-26")
    if (same := table.mark(seat, SAME)) is not None:
        assert isinstance(same, int)
        yield _tiles_fact(
            "same", "再摸之前不能胡", "before your next draw you cannot win", (same,), "LZ-28"
        )
    if has(table, seat, LOCKED) or table.seats[seat].size % 3 == 1:
        if waiting := tiles_of(waits(table, seat)):
            yield _tiles_fact("waits", "听", "waiting for", waiting, "LZ-20")
    elif options.choice("ready_mode") == "declare":
        yield from _declaring(table, seat)


def _throwing(table: Table, seat: Seat, options: Options) -> Iterator[Fact]:
    hand = table.seats[seat].hand
    kinds = sorted(THROWABLE.intersection(hand.tiles()))
    if kinds:
        yield _tiles_fact("throwable", "能甩", "may be thrown", kinds, "LZ-8")
    if has_hard_eyes(options):
        yield Fact(
            "warning", "硬将甩十二张就胡不了", "hard eyes: a throw of 12 cannot win", seat, "LZ-98"
        )


def _declaring(table: Table, seat: Seat) -> Iterator[Fact]:
    barred = table.turn.drawn if has(table, seat, XIZAO) else None
    if barred is not None:
        yield _tiles_fact(
            "barred", "洗澡，不能报", "bathing, no declaring with", (barred,), "LZ-32"
        )
    for tile in sorted(set(table.seats[seat].hand.tiles()) - {barred}):
        if mask := waits_without(table, seat, tile):
            zh, en = f"打{tile_zh(tile)}报听", f"declare with {tile_en(tile)} for"
            yield _tiles_fact("ready_discard", zh, en, tiles_of(mask), "LZ-21")


def _tiles_fact(
    key: str, zh: str, en: str, tiles: Iterable[Tile], rule: str, more: tuple[str, str] = ("", "")
) -> Fact:
    kinds = tuple(tiles)
    zh = f"{zh}：{'、'.join(map(tile_zh, kinds))}{more[0]}"
    return Fact(key, zh, f"{en} {', '.join(map(tile_en, kinds))}{more[1]}", rule=rule)

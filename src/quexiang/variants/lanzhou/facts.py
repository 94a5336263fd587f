"""LZ-99, LZ-100: what must be seen besides tiles and marks; read off a view."""

from collections.abc import Collection, Iterator

from quexiang.engine.actions import SEATS, Seat
from quexiang.engine.ruleset import Fact
from quexiang.engine.table import Table
from quexiang.rulebook import Options
from quexiang.tiles import Tile, tile_en, tile_names, tile_zh, tiles_of

from .options import discards_win, has_hard_eyes, zuizi
from .patterns import waits
from .play import LOCKED, SAME, THROW, THROWABLE, TING, XIZAO
from .settlement import LIMITS, self_draws


def public(table: Table, options: Options) -> Iterator[Fact]:
    """LZ-99: for everybody."""
    if kinds := zuizi(options):
        idle = not (options.flag("zhongfabai") or options.flag("heisanfeng"))
        names = tile_names(kinds)
        zh = f"嘴子：{names.zh}" + "，不起作用" * idle
        en = f"zuizi {names.en}" + ", without effect" * idle
        yield Fact("zuizi", zh, en, rule="LZ-98" if idle else "LZ-49")
    made, limit = self_draws(table), LIMITS.get(options.choice("wins"))
    of_zh, of_en = (f"/{limit}", f" of {limit}") if limit else ("，胡到底", ", to the last tile")
    yield Fact("self_draws", f"自摸{made}{of_zh}", f"self-draws {made}{of_en}", rule="LZ-81")
    if table.wins and options.choice("wins") == "once" and options.choice("deal_by") == "last_win":
        last = table.wins[-1].seat
        letter = SEATS[last]
        yield Fact("last_win", f"最后一胡{letter}", f"last win {letter}", last, "LZ-91")
    for owner, player in enumerate(table.seats):
        if table.has(owner, TING):
            tile = player.river[table.number(owner, TING)]
            zh, en = f"打{tile_zh(tile)}报听", f"declared with {tile_en(tile)}"
            yield Fact("declared", zh, en, owner, "LZ-22")


def private(table: Table, seat: Seat, options: Options) -> Iterator[Fact]:
    """LZ-100: for the seat alone."""
    if table.due.need == "phase" or table.stage == THROW.key:
        yield from _throwing(table, seat, options)
        return
    if table.has(seat, TING) and discards_win(options):
        yield Fact("safe", "打出的牌别人不能胡", "your discards cannot be won", seat, "LZ-26")
    if table.has(seat, SAME):
        same = (table.number(seat, SAME),)
        yield _tiles(
            "same", "再摸之前不能胡", "before your next draw you cannot win", same, "LZ-28"
        )
    if table.has(seat, LOCKED) or table.seats[seat].size % 3 == 1:
        if waiting := tiles_of(waits(table, seat)):
            drawn_only = ("只等自摸", "waiting to draw")
            words = ("听", "waiting for") if discards_win(options) else drawn_only
            yield _tiles("waits", *words, waiting, "LZ-20")
    elif options.choice("ready_mode") == "declare":
        yield from _declaring(table, seat)


def _throwing(table: Table, seat: Seat, options: Options) -> Iterator[Fact]:
    if kinds := sorted(THROWABLE.intersection(table.hand(seat).tiles())):
        yield _tiles("throwable", "能甩", "may be thrown", kinds, "LZ-8")
    if has_hard_eyes(options):
        zh, en = "硬将甩十二张就胡不了", "hard eyes: a throw of 12 cannot win"
        yield Fact("warning", zh, en, seat, "LZ-98")


def _declaring(table: Table, seat: Seat) -> Iterator[Fact]:
    barred = table.turn.drawn if table.has(seat, XIZAO) else None
    if barred is not None:
        yield _tiles("barred", "洗澡，不能报", "bathing, no declaring with", (barred,), "LZ-32")
    for tile, mask in table.shape.ready_discards(table.hand(seat)):
        if tile != barred:
            zh, en = f"打{tile_zh(tile)}报听", f"declare with {tile_en(tile)} for"
            yield _tiles("ready_discard", zh, en, tiles_of(mask), "LZ-21")


def _tiles(key: str, zh: str, en: str, kinds: Collection[Tile], rule: str) -> Fact:
    names = tile_names(kinds)
    return Fact(key, f"{zh}：{names.zh}", f"{en} {names.en}", rule=rule)

"""What a player must see besides tiles and marks, in words."""

from collections.abc import Iterator

from quexiang.engine.actions import Seat
from quexiang.engine.ruleset import Fact
from quexiang.engine.table import Table
from quexiang.rulebook import Options
from quexiang.tiles import tile_en, tile_zh

from . import play
from .patterns import BAIBAN, gold, golds, level
from .settlement import flower_points


def stakes(table: Table, options: Options) -> Fact:
    """ZZ-77: what a win is multiplied with."""
    mode, base = options.choice("settle_mode"), options.number("base_score")
    zh = f"连庄{table.streak}，结算{mode}，底分{base}"
    en = f"streak {table.streak}, multiple {mode}, base {base}"
    return Fact("stakes", zh, en, table.dealer, "ZZ-77")


def of_wall(table: Table) -> Iterator[Fact]:
    """ZZ-44, ZZ-46, ZZ-87: the gold, and what stays in the wall."""
    face = gold(table)
    if face == BAIBAN:
        yield Fact("gold", "白板是金", "White is gold", rule="ZZ-46")
    else:
        zh = f"{tile_zh(face)}是金，白板当{tile_zh(face)}"
        yield Fact("gold", zh, f"{tile_en(face)} is gold; White stands for it", rule="ZZ-44")
    kongs = table.kongs
    kept = play.reserve(kongs)
    zh, en = f"{kongs}杠，留{kept}张", f"{kongs} kongs, {kept} tiles stay"
    yield Fact("reserve", zh, en, rule="ZZ-87")


def of_flowers(table: Table) -> Iterator[Fact]:
    """ZZ-71: everybody's flower points."""
    for seat in range(table.players):
        if points := flower_points(table, seat):
            zh, en = f"花分{points}", f"flower points {points}"
            yield Fact("flowers", zh, en, seat, "ZZ-71")


def of_fenbing(table: Table) -> Iterator[Fact]:
    """ZZ-74: how far 分饼 has come, and what is owed."""
    if table.players <= play.FOLLOWERS:
        return
    closed = table.marks.get(play.CHAIN.key) == play.CLOSED
    chain = () if closed else table.listed(None, play.CHAIN)
    owed = sum(table.listed(None, play.OWED))
    if chain:
        followed = len(chain) - 1
        zh = f"分饼：{tile_zh(chain[0])}跟了{followed}家，每家已欠{owed}"
        en = f"fenbing: {tile_en(chain[0])} followed by {followed}, {owed} owed to each"
    else:
        state = ("已断", "closed") if closed else ("开着", "open")
        zh, en = f"分饼{state[0]}，每家已欠{owed}", f"fenbing {state[1]}, {owed} owed to each"
    yield Fact("fenbing", zh, en, rule="ZZ-74")


def of_seat(table: Table, seat: Seat, options: Options) -> Iterator[Fact]:
    """ZZ-24, ZZ-48: what its golds forbid a seat; ZZ-53: what its discard would cost it."""
    held = golds(table, seat)
    if held > 1:
        zh, en = f"手里{held}张金，不能点炮胡", f"{held} golds: no win on a discard"
        yield Fact("two_golds", zh, en, seat, "ZZ-48")
    player = table.seats[seat]
    acts = table.turn.seat == seat and player.size % 3 == 2  # noqa: PLR2004 - one tile too many
    if options.choice("gold_after_meld") == "never":
        if play.has_melded(table, seat) and held < player.size:
            zh, en = "这一局不能再打金", "no gold may be discarded in this round"
            yield Fact("no_gold", zh, en, seat, "ZZ-24")
    elif acts and 0 < held < player.size and play.has_claimed(table, seat):
        zh, en = "这一手不能打金", "no gold may be discarded this turn"
        yield Fact("no_gold", zh, en, seat, "ZZ-24")
    if acts and options.choice("you_kept") == "falls" and level(table, seat) >= play.SHUANGYOU:
        zh, en = "不胡而打别的牌，就退回游金", "another discard leaves only youjin"
        yield Fact("falls", zh, en, seat, "ZZ-53")

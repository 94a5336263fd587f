"""ZZ-70 to ZZ-86: kong and flower points, the three money flows and the next dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.engine.ruleset import Fact, finish
from quexiang.scoring import Amount, pay, total
from quexiang.tiles import tile_en, tile_zh
from quexiang.variants.zhangzhou import play
from quexiang.variants.zhangzhou.patterns import BAIBAN, KIND, gold, golds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quexiang.engine.actions import Seat
    from quexiang.engine.events import Event, Won
    from quexiang.engine.table import Table
    from quexiang.rulebook import Options

FREE_FLOWERS: Final = 3
BLOCKS: Final = (
    ("win", "胡牌", "Win"),
    ("losers", "输家互算", "Losers among themselves"),
    ("fenbing", "分饼", "分饼"),
)


def kong_points(table: Table, seat: Seat) -> int:
    """ZZ-70: exposed and added 1, concealed 2."""
    return sum(2 if kong.kind == "concealed" else 1 for kong in table.seats[seat].kongs)


def flower_points(table: Table, seat: Seat) -> int:
    """ZZ-71: from the fourth flower on, one for each."""
    return max(0, len(table.seats[seat].piles.get(play.FLOWERS, ())) - FREE_FLOWERS)


class Settlement:
    """The money of a round in a room with this base and this 结算方式."""

    def __init__(self, options: Options) -> None:
        self.base = Amount(options.number("base_score"), "底分", "base")
        dealer, others = map(int, options.choice("settle_mode").split("/"))
        self.with_dealer = Amount(dealer, "与庄", "with the dealer")
        self.between_others = Amount(others, "闲家", "between others")

    def settle(self, table: Table) -> Iterator[Event]:
        """ZZ-82: the winner's payments, the losers' and 分饼; then the next dealer (ZZ-85)."""
        won = table.wins[-1]
        yield from self.winner(table, won)
        yield from self.losers(table, won)
        yield from self.fenbing(table)
        stays = won.seat == table.dealer
        dealer = table.dealer if stays else table.after(table.dealer)
        yield from finish(table, "win", dealer, table.streak + 1 if stays else 0)

    def drawn_round(self, table: Table) -> Iterator[Event]:
        """ZZ-83, ZZ-85: only 分饼, and the dealer stays."""
        yield from self.fenbing(table)
        yield from finish(table, "draw", table.dealer, table.streak + 1)

    def winner(self, table: Table, won: Won) -> Iterator[Event]:
        """ZZ-77, ZZ-80: every other player pays base × (m × R + n × m + K + F)."""
        kind = KIND[won.patterns[0]]
        m = Amount(won.value, kind.zh, kind.en)
        streak = Amount(table.streak, "连庄", "streak")
        kongs = Amount(kong_points(table, won.seat), "杠", "kongs")
        flowers = Amount(flower_points(table, won.seat), "花", "flowers")
        for payer in table.seats_after(won.seat):
            with_dealer = table.dealer in (payer, won.seat)
            multiple = self.with_dealer if with_dealer else self.between_others
            amount = self.base * (m * multiple + streak * m + kongs + flowers)
            yield pay(payer, won.seat, amount, "ZZ-77")

    def losers(self, table: Table, won: Won) -> Iterator[Event]:
        """ZZ-81: each loser pays every other one base × (K + F)."""
        losers = table.seats_after(won.seat)
        for payee in losers:
            kongs, flowers = kong_points(table, payee), flower_points(table, payee)
            if not kongs + flowers:
                continue
            amount = self.base * (Amount(kongs, "杠", "kongs") + Amount(flowers, "花", "flowers"))
            for payer in losers:
                if payer != payee:
                    yield pay(payer, payee, amount, "ZZ-81", block="losers")

    def fenbing(self, table: Table) -> Iterator[Event]:
        """ZZ-75, ZZ-76: what the dealer owes every other player."""
        points = total(Amount(worth, "分饼", "分饼") for worth in table.listed(None, play.OWED))
        if points is None:
            return
        for payee in table.seats_after(table.dealer):
            yield pay(table.dealer, payee, self.base * points, "ZZ-75", block="fenbing")

    def facts(self, table: Table, seat: Seat | None) -> Iterator[Fact]:
        """What a player must see besides tiles and marks."""
        if table.indicator is None:
            return
        mode = f"{self.with_dealer.value}/{self.between_others.value}"
        yield Fact(
            "settle_mode",
            f"连庄{table.streak}，结算{mode}，底分{self.base.value}",
            f"streak {table.streak}, multiple {mode}, base {self.base.value}",
            table.dealer,
            "ZZ-77",
        )
        yield from _wall_facts(table)
        yield from _flower_facts(table)
        yield from _fenbing_facts(table)
        if seat is not None:
            yield from _own_facts(table, seat)


def _wall_facts(table: Table) -> Iterator[Fact]:
    face = gold(table)
    if face == BAIBAN:
        yield Fact("gold", "白板是金", "White is gold", rule="ZZ-46")
    else:
        zh = f"{tile_zh(face)}是金，白板当{tile_zh(face)}"
        yield Fact("gold", zh, f"{tile_en(face)} is gold; White stands for it", rule="ZZ-44")
    kongs = play.kongs_made(table)
    kept = play.reserve(kongs)
    zh, en = f"{kongs}杠，留{kept}张", f"{kongs} kongs, {kept} tiles stay"
    yield Fact("reserve", zh, en, rule="ZZ-87")


def _flower_facts(table: Table) -> Iterator[Fact]:
    for seat in range(table.players):
        if points := flower_points(table, seat):
            zh, en = f"花分{points}", f"flower points {points}"
            yield Fact("flowers", zh, en, seat, "ZZ-71")


def _fenbing_facts(table: Table) -> Iterator[Fact]:
    if table.players <= play.FOLLOWERS:
        return
    chain = table.marks.get(play.CHAIN.key, ())
    owed = sum(table.listed(None, play.OWED))
    if isinstance(chain, tuple) and chain:
        followed = len(chain) - 1
        zh = f"分饼：{tile_zh(chain[0])}跟了{followed}家，每家已欠{owed}"
        en = f"分饼: {tile_en(chain[0])} followed by {followed}, {owed} owed to each"
    else:
        state = ("开着", "open") if isinstance(chain, tuple) else ("已断", "closed")
        zh, en = f"分饼{state[0]}，每家已欠{owed}", f"分饼 {state[1]}, {owed} owed to each"
    yield Fact("fenbing", zh, en, rule="ZZ-74")


def _own_facts(table: Table, seat: Seat) -> Iterator[Fact]:
    held = golds(table, seat)
    if held > 1:
        zh, en = f"手里{held}张金，不能点炮胡", f"{held} golds: no win on a discard"
        yield Fact("two_golds", zh, en, seat, "ZZ-48")
    player = table.seats[seat]
    acts = table.turn.seat == seat and player.size % 3 == 2  # noqa: PLR2004 - one tile too many
    if acts and 0 < held < player.size and play.has_claimed(table):
        zh, en = "这一手不能打金", "no gold may be discarded this turn"
        yield Fact("no_gold", zh, en, seat, "ZZ-24")

"""ZZ-70 to ZZ-86: kong and flower points, the three money flows and the next dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.engine.ruleset import finish
from quexiang.scoring import Amount, pay, total
from quexiang.text import Named
from quexiang.variants.zhangzhou.opening import FLOWERS
from quexiang.variants.zhangzhou.patterns import KIND
from quexiang.variants.zhangzhou.play import OWED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quexiang.engine.actions import Seat
    from quexiang.engine.events import Event, Won
    from quexiang.engine.table import Table
    from quexiang.rulebook import Options

FREE_FLOWERS: Final = 3
BLOCKS: Final = (
    Named("win", "胡牌", "Win"),
    Named("losers", "输家互算", "Losers among themselves"),
    Named("fenbing", "分饼", "fenbing"),
)


def kong_points(table: Table, seat: Seat) -> int:
    """ZZ-70: exposed and added 1, concealed 2."""
    return sum(2 if kong.kind == "concealed" else 1 for kong in table.seats[seat].kongs)


def flower_points(table: Table, seat: Seat) -> int:
    """ZZ-71: from the fourth flower on, one for each."""
    return max(0, len(table.seats[seat].piles.get(FLOWERS.key, ())) - FREE_FLOWERS)


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
        points = total(Amount(worth, "分饼", "fenbing") for worth in table.listed(None, OWED))
        if points is None:
            return
        for payee in table.seats_after(table.dealer):
            yield pay(table.dealer, payee, self.base * points, "ZZ-75", block="fenbing")

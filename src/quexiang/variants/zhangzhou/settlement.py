"""ZZ-70 to ZZ-86: kong and flower points, the three money flows and the next dealer."""

from collections.abc import Iterator
from typing import Final

from quexiang.engine.actions import Seat
from quexiang.engine.events import Event, Won
from quexiang.engine.ruleset import finish
from quexiang.engine.table import Table
from quexiang.rulebook import Options
from quexiang.scoring import Amount, pay, total
from quexiang.text import Named

from .opening import FLOWERS
from .patterns import KIND
from .play import OWED

FREE_FLOWERS: Final = 3
BLOCKS: Final = (
    Named("win", "胡牌", "Win"),
    Named("losers", "输家互算", "Losers among themselves"),
    Named("fenbing", "分饼", "fenbing"),
)


def flower_points(table: Table, seat: Seat) -> int:
    """ZZ-71: from the fourth flower on, one for each."""
    return max(0, len(table.seats[seat].piles.get(FLOWERS.key, ())) - FREE_FLOWERS)


def points(table: Table, seat: Seat) -> Amount:
    """K + F: ZZ-70, exposed and added kongs 1, concealed 2; ZZ-71, flowers."""
    kongs = sum(2 if kong.kind == "concealed" else 1 for kong in table.seats[seat].kongs)
    return Amount(kongs, "杠", "kongs") + Amount(flower_points(table, seat), "花", "flowers")


class Settlement:
    """What the end of a round brings in a room with these options."""

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
        m, n = Amount(won.value, kind.zh, kind.en), Amount(table.streak, "连庄", "streak")
        for payer in table.seats_after(won.seat):
            dealt = table.dealer in (payer, won.seat)
            multiple = self.with_dealer if dealt else self.between_others  # ZZ-78
            amount = self.base * (m * multiple + n * m + points(table, won.seat))
            yield pay(payer, won.seat, amount, "ZZ-77")

    def losers(self, table: Table, won: Won) -> Iterator[Event]:
        """ZZ-81: each loser pays every other one base × (K + F)."""
        losers = table.seats_after(won.seat)
        for payee in losers:
            earned = points(table, payee)
            for payer in losers if earned.value else ():
                if payer != payee:
                    yield pay(payer, payee, self.base * earned, "ZZ-81", block="losers")

    def fenbing(self, table: Table) -> Iterator[Event]:
        """ZZ-75, ZZ-76: what the dealer owes every other player."""
        owed = total(Amount(worth, "分饼", "fenbing") for worth in table.listed(None, OWED))
        if owed is None:
            return
        for payee in table.seats_after(table.dealer):
            yield pay(table.dealer, payee, self.base * owed, "ZZ-75", block="fenbing")

"""HZ-69 to HZ-91: stakes, 承包 in all its forms, 逃跑, and the next dealer."""

from collections.abc import Iterable, Iterator
from typing import Final

from quexiang.engine import events as ev
from quexiang.engine.actions import Seat
from quexiang.engine.ruleset import finish
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.scoring import Amount, largest, pay

from .patterns import BAOTOU
from .play import ESCAPE, FEEDERS, TOP_LEVEL, level

STAKES: Final = {1: 2, 2: 4, 3: 8}
LEVELS: Final = {
    1: ("平庄", "first deal"),
    2: ("二老庄", "second deal"),
    3: ("三老庄", "third deal"),
}
BOUND: Final = 3
ESCAPE_TIMES: Final = 32


def stake(table: Table) -> int:
    """HZ-69: D is 2, 4, 8 by level."""
    return STAKES[level(table)]


def tan(table: Table, taker: Seat, feeder: Seat) -> int:
    """HZ-74 摊: melds that the taker has made of the feeder's discards."""
    return sum(meld.source == feeder for meld in table.seats[taker].melds)


def rate(table: Table, payer: Seat, winner: Seat) -> Amount:
    """HZ-70: D with the dealer, else 1."""
    if table.dealer in (payer, winner):
        return Amount(stake(table), LEVELS[level(table)][0], f"{LEVELS[level(table)][1]} stake")
    return Amount(1, "闲家", "idle")


class Settlement:
    """HZ-84: the complete formula for one win."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.won = table.wins[-1]
        self.winner = self.won.seat
        self.losers = table.seats_after(self.winner)
        self.multiple = Amount(self.won.value, "倍数", "multiple")
        unit = sum(rate(table, loser, self.winner).value for loser in self.losers)
        self.unit = Amount(unit, "三家合计", "all three rates")
        self.front = [p for p in self.losers if tan(table, self.winner, p) >= BOUND]
        self.reverse = [p for p in self.losers if tan(table, p, self.winner) >= BOUND]
        self.feeders = self._feeders()

    def _feeders(self) -> dict[Seat, Amount]:
        """HZ-79: m(y) = 2^(1+c), the multiple the winner would have had without y's tile."""
        if self.won.by == "discard" or BAOTOU.key not in self.won.patterns:
            return {}
        pairs = self.table.pairs(self.winner, FEEDERS)
        return {seat: Amount(2 ** (1 + c), "喂牌时", "when fed") for seat, c in pairs}

    def payments(self) -> Iterator[ev.Event]:
        """One payment or more from each loser who owes."""
        if self.won.by == "discard":
            return self._discard()
        if self.front or self.reverse:
            return self._contracts()
        return self._halves() if self.feeders else self._ordinary()

    def _ordinary(self) -> Iterator[ev.Event]:
        """HZ-71, HZ-72: r(p)·M."""
        rule = "HZ-71" if self.winner == self.table.dealer else "HZ-72"
        for loser in self.losers:
            amount = rate(self.table, loser, self.winner) * self.multiple
            yield pay(loser, self.winner, amount, rule)

    def _halves(self) -> Iterator[ev.Event]:
        """HZ-80, HZ-81: the front part from all, the later part from each feeder."""
        first = min(self.feeders.values(), key=int)
        for loser in self.losers:
            yield pay(loser, self.winner, rate(self.table, loser, self.winner) * first, "HZ-80")
        rule = "HZ-80" if len(self.feeders) == 1 else "HZ-81"
        for feeder in self.feeders:
            yield pay(feeder, self.winner, self._later(feeder), rule)

    def _later(self, feeder: Seat) -> Amount:
        """HZ-80: U·(M − m(y))."""
        return self.unit * (self.multiple - self.feeders[feeder])

    def _contracts(self) -> Iterator[ev.Event]:
        """HZ-75 to HZ-77, HZ-82: full loads; HZ-83: one payer, the largest of his roles."""
        load = self.unit * self.multiple
        for loser in self.losers:
            roles = {
                "HZ-76": load * Amount(2, "倒承包", "reverse") if loser in self.reverse else None,
                "HZ-75": load if loser in self.front else None,
                "HZ-82": self._later(loser) if loser in self.feeders else None,
            }
            yield from self._largest_role(loser, roles)

    def _discard(self) -> Iterator[ev.Event]:
        """HZ-73, HZ-78: 8·M from the discarder and from each who is bound."""
        load = Amount(STAKES[TOP_LEVEL], "三老庄", "third deal stake") * self.multiple
        for loser in self.losers:
            double = load * Amount(2, "倒承包", "reverse") if loser in self.reverse else None
            roles = {
                "HZ-73": load if loser == self.won.payer else None,
                "HZ-78": double or (load if loser in self.front else None),
            }
            yield from self._largest_role(loser, roles)

    def _largest_role(self, loser: Seat, roles: dict[str, Amount | None]) -> Iterator[ev.Event]:
        """HZ-83: several roles on one payer cost only the largest."""
        owed = {rule: amount for rule, amount in roles.items() if amount is not None}
        most = largest(owed.values())
        if most is not None:
            rule = next(rule for rule, amount in owed.items() if amount is most)
            yield pay(loser, self.winner, most, rule)


def settle(table: Table) -> Iterator[ev.Event]:
    """Pay the win and end the round."""
    yield from Settlement(table).payments()
    winner = table.wins[-1].seat
    stays = winner == table.dealer
    yield from finish(table, "win", winner, next_streak(table) if stays else 0)


def drawn_round(table: Table) -> Iterable[ev.Event]:
    """HZ-89, HZ-90: nobody pays, the dealer stays."""
    return finish(table, "draw", table.dealer, next_streak(table))


def next_streak(table: Table) -> int:
    """HZ-13, HZ-91: one more, and after a round at level 3 it stays level 3."""
    counted = table.streak + 1
    return max(TOP_LEVEL - 1, counted) if level(table) == TOP_LEVEL else counted


def leave(table: Table, seat: Seat) -> Iterator[ev.Event]:
    """HZ-86 to HZ-88 逃跑: leaving while another's wildcard is out ends the match."""
    yield ev.Left(seat)
    owners = [x for x in table.seats_after(seat) if ESCAPE.key in table.seats[x].marks]
    for owner in owners:
        amount = rate(table, seat, owner) * Amount(ESCAPE_TIMES, "逃跑", "leaving")
        yield pay(seat, owner if is_ready(table, owner) else None, amount, "HZ-87", block="escape")
    if owners:
        yield from finish(table, "abandoned", None, 0)


def is_ready(table: Table, seat: Seat) -> bool:
    """HZ-87: a kind not held four times completes the hand, perhaps after one discard."""
    hand = table.hand(seat)
    if hand.size % 3 == 1:
        return bool(table.shape.waits(hand, exclude_held=True))
    return any(_ready_without(table, hand, tile) for tile in set(hand.tiles()))


def _ready_without(table: Table, hand: Hand, tile: int) -> bool:
    rest = hand.copy()
    rest.remove(tile)
    return bool(table.shape.waits(rest, exclude_held=True))

"""AS-48 to AS-52, AS-64 to AS-83: the win, the beans, the chickens, 查叫 and the next dealer."""

from collections.abc import Iterator
from typing import Final

from quexiang.engine import events as ev
from quexiang.engine.actions import Seat
from quexiang.engine.ruleset import finish
from quexiang.engine.table import Table
from quexiang.rulebook import Options
from quexiang.scoring import Amount, Pattern, pay, total
from quexiang.text import Named
from quexiang.tiles import tile_text, tile_zh

from .chickens import chickens
from .patterns import DECLARED, PATTERNS, PINGHU, TIANTING, ready_value
from .play import repao

BLOCKS: Final = (
    Named("win", "胡牌", "Win"),
    Named("beans", "豆", "Beans"),
    Named("chickens", "鸡", "Chickens"),
    Named("ready", "查叫", "Ready check"),
)
KINDS: Final = {pattern.key: pattern for pattern in PATTERNS}
ALL_THREE: Final = Amount(3, "包三家", "for all three")
TIMES: Final = {
    "self_draw": Amount(2, "自摸", "self-draw"),
    "rob_kong": Amount(2, "抢杠", "robbed kong"),
}
SHABAO: Final = Amount(10, "杀报", "杀报")
REPAO: Final = {
    "concealed": Amount(6, "热炮闷豆", "hot mendou"),
    "added": Amount(3, "热炮转弯豆", "hot zhuanwandou"),
}
BEANS: Final = {"concealed": (2, "闷豆"), "added": (1, "转弯豆"), "exposed": (1, "点豆")}


class Settlement:
    """The account of a room: its stake, and how it reads what 天听 and a robbed kong cost."""

    def __init__(self, options: Options) -> None:
        self.stake = Amount(options.number("base_stake"), "底注", "base stake")
        self.plain_counts = options.choice("tianting_base") == "added"
        self.ten_doubles = options.choice("tianting_double") == "sum"
        self.robbed = ALL_THREE if options.choice("robbed_pay") == "three" else None

    def counted(self, shown: tuple[Pattern, ...]) -> tuple[Pattern, ...]:
        """AS-45: the patterns that make V; the ten may stand in the plain hand's place."""
        if self.plain_counts or TIANTING not in shown:
            return shown
        return tuple(pattern for pattern in shown if pattern is not PINGHU)

    def account(self, table: Table, dealer: Seat) -> Iterator[ev.Event]:
        """AS-74: stake × (win + beans + chickens), or AS-82, AS-83 in a drawn round."""
        if table.wins:
            for won in table.wins:
                yield from self.win_payments(table, won)
            yield from side_payments(table, self.stake)
        else:
            yield from self._ready_payments(table)
        streak = table.streak + 1 if dealer == table.dealer else 0
        yield from finish(table, "win" if table.wins else "draw", dealer, streak)

    def win_payments(self, table: Table, won: ev.Won) -> Iterator[ev.Event]:
        """AS-65 to AS-71: what is paid for one win."""
        value = self._win_value(won)
        for payer in table.seats_after(won.seat) if won.payer is None else (won.payer,):
            more, rule = _surcharge(table, won, payer)
            yield pay(payer, won.seat, self.stake * (value + more if more else value), rule)

    def _win_value(self, won: ev.Won) -> Amount:
        """AS-45, AS-65, AS-66, AS-68: V, doubled by a draw or a robbed kong."""
        counted = self.counted(tuple(KINDS[key] for key in won.patterns))
        if won.by not in TIMES:
            return amount_of(counted)
        once = () if self.ten_doubles else tuple(p for p in counted if p is TIANTING)
        twice = tuple(pattern for pattern in counted if pattern not in once)
        value = TIMES[won.by] * amount_of(twice) if twice else None
        if once:
            value = amount_of(once) + value if value else amount_of(once)
        assert value is not None
        return self.robbed * value if won.by == "rob_kong" and self.robbed else value

    def ready_amount(self, table: Table, seat: Seat) -> Amount | None:
        """AS-82 R(r): the best wait's P, and ten for 天听; None if the seat is not ready."""
        best = ready_value(table, seat)
        if best is None:
            return None
        shown = (best, TIANTING) if table.has(seat, DECLARED) else (best,)
        return amount_of(self.counted(shown))

    def _ready_payments(self, table: Table) -> Iterator[ev.Event]:
        """AS-82 查叫: who is not ready pays every ready seat."""
        amounts = [self.ready_amount(table, seat) for seat in range(table.players)]
        for payer, own in enumerate(amounts):
            for owner, amount in enumerate(amounts):
                if own is None and amount is not None:
                    yield pay(payer, owner, self.stake * amount, "AS-82", block="ready")


def amount_of(patterns: tuple[Pattern, ...]) -> Amount:
    """What patterns are worth together."""
    value = total(Amount(pattern.worth, pattern.zh, pattern.en) for pattern in patterns)
    assert value is not None
    return value


def _surcharge(table: Table, won: ev.Won, payer: Seat) -> tuple[Amount | None, str]:
    """AS-67 热炮; AS-70, AS-71 杀报: a payer who is 天听 pays ten more."""
    declared = table.has(payer, DECLARED)
    if won.by == "self_draw":
        return (SHABAO, "AS-71") if declared else (None, "AS-65")
    if won.by == "rob_kong":
        return None, "AS-68"
    if bean := repao(table, payer):
        return REPAO[bean], "AS-67"
    return (SHABAO, "AS-70") if declared else (None, "AS-66")


def void_seat(table: Table) -> Seat | None:
    """AS-52 空收: whose hot discard was won, or whose kong was robbed."""
    won = table.wins[0]
    if won.payer is None or (won.by == "discard" and not repao(table, won.payer)):
        return None
    return won.payer


def side_payments(table: Table, stake: Amount) -> Iterator[ev.Event]:
    """AS-72, AS-73: beans, then chickens, of every seat that is not void, from every other."""
    owners = [seat for seat in range(table.players) if seat != void_seat(table)]
    for owner in owners:
        for payer in table.seats_after(owner):
            if owed := total(beans(table, owner, payer)):
                yield pay(payer, owner, stake * owed, "AS-72", block="beans")
    for owner in owners:
        if owed := chickens(table, owner):
            for payer in table.seats_after(owner):
                yield pay(payer, owner, stake * owed, "AS-73", block="chickens")


def beans(table: Table, owner: Seat, payer: Seat) -> Iterator[Amount]:
    """AS-48: what one seat owes another for its beans; a 点豆 only from its giver."""
    for meld in table.seats[owner].kongs:
        if meld.kind != "exposed" or meld.source == payer:
            (worth, name), tile = BEANS[meld.kind], meld.tiles[0]
            yield Amount(worth, name + tile_zh(tile), f"{name} {tile_text(tile)}")


def next_dealer(table: Table) -> Seat:
    """AS-75 to AS-77."""
    if table.wins:
        first = table.wins[0]
        return first.seat if len(table.wins) == 1 or first.payer is None else first.payer
    order = table.seats_from(table.dealer)
    ready = [seat for seat in order if ready_value(table, seat) is not None]
    if len(ready) == table.players - 1:
        return next(seat for seat in order if seat not in ready)
    return ready[0] if ready else table.dealer

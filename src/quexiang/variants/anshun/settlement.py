"""AS-48 to AS-52, AS-64 to AS-83: the win, the beans, the chickens, 查叫 and the next dealer."""

from collections.abc import Iterator
from typing import Final

from quexiang.engine import events as ev
from quexiang.engine.actions import Seat
from quexiang.engine.ruleset import finish
from quexiang.engine.table import Table
from quexiang.scoring import Amount, pay, total
from quexiang.text import Named
from quexiang.tiles import tile_text, tile_zh

from .chickens import chickens
from .patterns import DECLARED, PATTERNS, TIANTING, ready_value
from .play import repao

BLOCKS: Final = (
    Named("win", "胡牌", "Win"),
    Named("beans", "豆", "Beans"),
    Named("chickens", "鸡", "Chickens"),
    Named("ready", "查叫", "Ready check"),
)
WORTH: Final = {p.key: Amount(p.worth, p.zh, p.en) for p in PATTERNS}
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


def account(table: Table, stake: Amount, dealer: Seat) -> Iterator[ev.Event]:
    """AS-74: stake × (win + beans + chickens), or AS-82, AS-83 in a drawn round."""
    if table.wins:
        for won in table.wins:
            yield from win_payments(table, stake, won)
        yield from side_payments(table, stake)
    else:
        yield from ready_payments(table, stake)
    streak = table.streak + 1 if dealer == table.dealer else 0
    yield from finish(table, "win" if table.wins else "draw", dealer, streak)


def win_payments(table: Table, stake: Amount, won: ev.Won) -> Iterator[ev.Event]:
    """AS-65 to AS-71: what is paid for one win."""
    value = total(WORTH[key] for key in won.patterns)
    assert value is not None
    if won.by in TIMES:
        value = TIMES[won.by] * value
    for payer in table.seats_after(won.seat) if won.payer is None else (won.payer,):
        more, rule = _surcharge(table, won, payer)
        yield pay(payer, won.seat, stake * (value + more if more else value), rule)


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


def ready_amount(table: Table, seat: Seat) -> Amount | None:
    """AS-82 R(r): the best wait's P, and ten for 天听; None if the seat is not ready."""
    best = ready_value(table, seat)
    if best is None:
        return None
    worth = WORTH[best.key]
    return worth + WORTH[TIANTING.key] if table.has(seat, DECLARED) else worth


def ready_payments(table: Table, stake: Amount) -> Iterator[ev.Event]:
    """AS-82 查叫: who is not ready pays every ready seat."""
    amounts = [ready_amount(table, seat) for seat in range(table.players)]
    for payer, own in enumerate(amounts):
        for owner, amount in enumerate(amounts):
            if own is None and amount is not None:
                yield pay(payer, owner, stake * amount, "AS-82", block="ready")


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

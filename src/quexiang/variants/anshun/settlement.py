"""AS-48 to AS-52, AS-64 to AS-83: the win, the beans, the chickens, 查叫 and the next dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.engine import events as ev
from quexiang.engine.ruleset import finish
from quexiang.scoring import Amount, pay, total
from quexiang.text import Named
from quexiang.tiles import tile_text, tile_zh
from quexiang.variants.anshun.chickens import chickens
from quexiang.variants.anshun.patterns import PATTERNS, TIANTING, is_declared, ready_value
from quexiang.variants.anshun.play import THROWN, hot_bean, throw_for_dealer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quexiang.engine.actions import Seat
    from quexiang.engine.table import Table
    from quexiang.rulebook import Options

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
HOT: Final = {
    "concealed": Amount(6, "热炮闷豆", "hot mendou"),
    "added": Amount(3, "热炮转弯豆", "hot zhuanwandou"),
}
BEANS: Final = {"concealed": (2, "闷豆"), "added": (1, "转弯豆"), "exposed": (1, "点豆")}


def settle(table: Table, options: Options) -> Iterable[ev.Event]:
    """AS-53: turn a tile first; AS-78: throw for the next dealer; then the whole account."""
    if table.wins and table.left and not table.turned:
        return (ev.Due("turn_up", table.wins[0].seat, count=1, purpose="chicken"),)
    dealer = next_dealer(table)
    if options.flag("tournament"):
        thrown = throw_for_dealer(table.dice[table.number(None, THROWN) :])
        if isinstance(thrown, ev.Due):
            return (thrown,)
        dealer = thrown.dealer
    return account(table, Amount(options.number("base_stake"), "底注", "base stake"), dealer)


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
    if won.by == "self_draw":
        for payer in table.seats_after(won.seat):
            yield _shabao(table, payer, won, stake, TIMES[won.by] * value, ("AS-65", "AS-71"))
        return
    assert won.payer is not None
    bean = hot_bean(table, won.payer)
    if won.by == "rob_kong":
        yield pay(won.payer, won.seat, stake * (TIMES[won.by] * value), "AS-68")
    elif bean is not None:
        yield pay(won.payer, won.seat, stake * (value + HOT[bean]), "AS-67")
    else:
        yield _shabao(table, won.payer, won, stake, value, ("AS-66", "AS-70"))


def _shabao(
    table: Table, payer: Seat, won: ev.Won, stake: Amount, value: Amount, rules: tuple[str, str]
) -> ev.Event:
    """AS-70, AS-71 杀报: a payer who is 天听 pays ten more."""
    if is_declared(table, payer):
        return pay(payer, won.seat, stake * (value + SHABAO), rules[1])
    return pay(payer, won.seat, stake * value, rules[0])


def void_seat(table: Table) -> Seat | None:
    """AS-52 空收: whose hot discard was won, or whose kong was robbed."""
    won = table.wins[0]
    if won.by == "self_draw" or won.payer is None:
        return None
    return won.payer if won.by == "rob_kong" or hot_bean(table, won.payer) else None


def side_payments(table: Table, stake: Amount) -> Iterator[ev.Event]:
    """AS-72, AS-73: beans, then chickens, of every seat that is not void, from every other."""
    owners = [seat for seat in range(table.players) if seat != void_seat(table)]
    for owner in owners:
        for payer in table.seats_after(owner):
            owed = total(beans(table, owner, payer))
            if owed is not None:
                yield pay(payer, owner, stake * owed, "AS-72", block="beans")
    for owner in owners:
        owed = total(chickens(table, owner))
        if owed is not None:
            for payer in table.seats_after(owner):
                yield pay(payer, owner, stake * owed, "AS-73", block="chickens")


def beans(table: Table, owner: Seat, payer: Seat) -> Iterator[Amount]:
    """AS-48: what one seat owes another for its beans; a 点豆 only from its giver."""
    for meld in table.seats[owner].kongs:
        if meld.kind != "exposed" or meld.source == payer:
            worth, name = BEANS[meld.kind]
            tile = meld.tiles[0]
            yield Amount(worth, name + tile_zh(tile), f"{name} {tile_text(tile)}")


def ready_amount(table: Table, seat: Seat) -> Amount | None:
    """AS-82 R(r): the best wait's P, and ten for 天听; None if the seat is not ready."""
    best = ready_value(table, seat)
    if best is None:
        return None
    worth = WORTH[best.key]
    return worth + WORTH[TIANTING.key] if is_declared(table, seat) else worth


def ready_payments(table: Table, stake: Amount) -> Iterator[ev.Event]:
    """AS-82 查叫: who is not ready pays every ready seat."""
    amounts = [ready_amount(table, seat) for seat in range(table.players)]
    for payer, own in enumerate(amounts):
        for owner, amount in enumerate(amounts):
            if own is None and amount is not None:
                yield pay(payer, owner, stake * amount, "AS-82", block="ready")


def next_dealer(table: Table) -> Seat:
    """AS-75 to AS-77."""
    if len(table.wins) == 1:
        return table.wins[0].seat
    if table.wins:
        assert table.wins[0].payer is not None
        return table.wins[0].payer
    order = table.seats_from(table.dealer)
    ready = [seat for seat in order if ready_value(table, seat) is not None]
    if len(ready) == table.players - 1:
        return next(seat for seat in order if seat not in ready)
    return table.dealer if len(ready) == table.players or not ready else ready[0]

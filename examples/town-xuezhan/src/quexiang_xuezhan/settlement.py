"""XZ-16, XZ-19, XZ-24 to XZ-26, XZ-39 to XZ-45: payments, how play goes on, the next dealer."""

from collections.abc import Iterator
from typing import Final

from quexiang.engine import events as ev
from quexiang.engine.actions import Seat
from quexiang.engine.due import DRAW_DUE
from quexiang.engine.marks import Mark
from quexiang.engine.ruleset import finish
from quexiang.engine.table import Table
from quexiang.rulebook import Options
from quexiang.scoring import Amount, pay, total
from quexiang.text import Named
from quexiang.tiles import tile_en, tile_zh

from .options import cap_of
from .patterns import has, holds_given_up, ready_fan

WON: Final = "won"
KONGS: Final = {"concealed": 2, "exposed": 2, "added": 1}
"""XZ-16: how many bases a kong brings from each who pays."""
UNCAPPED_PIG: Final = 4
"""XZ-42: the fan that a pig pays in a room without a cap."""
BLOCKS: Final = (
    Named("win", "胡牌", "Win"),
    Named("kongs", "刮风下雨", "Wind and rain"),
    Named("transfer", "呼叫转移", "Kong money moves on"),
    Named("pigs", "查花猪", "Pigs"),
    Named("ready", "查叫", "Ready check"),
    Named("refund", "退税", "Kong money returned"),
)
NEXT_DEALER: Final = Mark("next_dealer", "下局坐庄", "deals next", rule="XZ-45")


def base_of(options: Options) -> Amount:
    """XZ-46: the stake that multiplies everything."""
    return Amount(options.number("base_score"), "底分", "base")


def multiple(fan: int) -> Amount:
    """XZ-39: 2 to the power of the fan."""
    return Amount(2**fan, f"{fan}番倍数", f"{fan}-fan multiple")


def still_in(table: Table) -> list[Seat]:
    """XZ-24: the seats that have not won, in playing order from the dealer."""
    return [seat for seat in range(table.players) if seat not in table.out]


def kong_payments(table: Table, seat: Seat, meld: ev.Meld, options: Options) -> Iterator[ev.Event]:
    """XZ-16 刮风下雨: what a kong that has just been made brings."""
    name, tile = meld.name, meld.tiles[0]
    zh, en = f"{name.zh}{tile_zh(tile)}", f"{name.en} of {tile_en(tile)}"
    amount = base_of(options) * Amount(KONGS[meld.kind], zh, en)
    exposed = meld.kind == "exposed" and meld.source is not None
    for payer in (meld.source,) if exposed else table.seats_after(seat):
        assert payer is not None
        yield pay(payer, seat, amount, "XZ-16", block="kongs")


def kong_money(table: Table, seat: Seat) -> list[ev.Paid]:
    """XZ-44: the payments for a seat's kongs that have not moved on."""
    kept: list[ev.Paid] = []
    for paid in table.paid:
        if paid.block == "kongs" and paid.payee == seat:
            kept.append(paid)
        moved = paid.amount if paid.block == "transfer" and paid.payer == seat else 0
        while moved > 0:
            moved -= kept.pop().amount
    return kept


def settle(table: Table, options: Options) -> Iterator[ev.Event]:
    """Pay the wins on one tile; the winners leave; then XZ-26: the round ends, or XZ-25 goes on."""
    wins = [won for won in table.wins if won.seat not in table.out]
    winners = [won.seat for won in wins]
    rest = [seat for seat in still_in(table) if seat not in winners]
    moved = transfer(table, wins[0], options)
    for won in wins:
        yield from win_payments(table, won, options)
    yield from moved
    yield from lay_tile(wins[0])
    yield from (ev.Out(seat) for seat in winners)
    if len(wins) == len(table.wins):
        payer = wins[0].payer
        yield NEXT_DEALER.set(winners[0] if len(wins) == 1 or payer is None else payer)
    if len(rest) == 1:
        yield from end(table, "win")
        return
    yield DRAW_DUE[next(seat for seat in table.around(winners[-1]) if seat in rest)]


def win_payments(table: Table, won: ev.Won, options: Options) -> Iterator[ev.Event]:
    """XZ-39: the discarder pays alone; XZ-40: a self-draw is paid by all who have not won."""
    base = base_of(options)
    amount = base * multiple(won.value)
    if won.payer is not None:
        yield pay(won.payer, won.seat, amount, "XZ-39")
        return
    if options.choice("self_draw") == "base":
        amount += Amount(base.value, "自摸加底", "self-draw base")
    for payer in table.seats_after(won.seat):
        yield pay(payer, won.seat, amount, "XZ-40")


def transfer(table: Table, won: ev.Won, options: Options) -> list[ev.Event]:
    """XZ-19 呼叫转移: a won discard takes the money of its turn's kongs along."""
    giver = won.payer
    if won.by != "discard" or giver is None or not options.flag("transfer"):
        return []
    others = len(table.seats_after(giver))
    count = sum(1 if kind == "exposed" else others for kind in table.turn.kongs)
    moved = total(Amount(p.amount, "杠", "kong") for p in kong_money(table, giver)[-count:])
    if not count or moved is None:
        return []
    return [pay(giver, won.seat, moved, "XZ-19", block="transfer")]


def lay_tile(won: ev.Won) -> Iterator[ev.Event]:
    """XZ-24: the first winner lays the tile open; XZ-18: a robbed one leaves its owner's hand."""
    assert won.tile is not None
    if won.by == "rob_kong" and won.payer is not None:
        yield ev.Passed(won.payer, won.seat, 1, (won.tile,))
    source = won.payer if won.by == "discard" else None
    yield ev.Laid(won.seat, (won.tile,), WON, source)


def end(table: Table, how: ev.End) -> Iterator[ev.Event]:
    """XZ-45: the first winner deals next, or who fed several; without a win the dealer again."""
    marked = (seat for seat in range(table.players) if has(NEXT_DEALER, table, seat))
    dealer = next(marked, table.dealer)
    yield from finish(table, how, dealer, table.streak + 1 if dealer == table.dealer else 0)


def drawn_round(table: Table, options: Options) -> Iterator[ev.Event]:
    """XZ-41: pigs, then the ready check, then kong money returned."""
    base, rest = base_of(options), still_in(table)
    pigs = [seat for seat in rest if holds_given_up(table, seat, table.seats[seat].hand)]
    fans = {seat: ready_fan(table, seat, options) for seat in rest if seat not in pigs}
    unready = [seat for seat, fan in fans.items() if fan is None]
    cap = cap_of(options)
    for pig in pigs:
        for payee in fans:
            amount = base * multiple(UNCAPPED_PIG if cap is None else cap)
            yield pay(pig, payee, amount, "XZ-42", block="pigs")
    for payer in unready:
        for payee, fan in fans.items():
            if fan is not None:
                yield pay(payer, payee, base * multiple(fan), "XZ-43", block="ready")
    for seat in (*pigs, *unready):
        yield from refunds(table, seat)
    yield from end(table, "draw")


def refunds(table: Table, seat: Seat) -> Iterator[ev.Event]:
    """XZ-44 退税: kong money goes back to those who paid it."""
    kept = kong_money(table, seat)
    for payer in table.around(seat):
        owed = total(Amount(paid.amount, "杠", "kong") for paid in kept if paid.payer == payer)
        if owed is not None:
            yield pay(seat, payer, owed, "XZ-44", block="refund")

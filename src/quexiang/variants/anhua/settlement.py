"""AH-61 to AH-88: birds, piao, payments, the next dealer and the totals of a match."""

from collections.abc import Iterator
from typing import Final

from quexiang.engine.actions import SEATS, Seat
from quexiang.engine.events import Due, Event, Won
from quexiang.engine.ruleset import Fact, finish
from quexiang.engine.table import Table
from quexiang.rulebook import Options
from quexiang.scoring import Amount, pay
from quexiang.tiles import Tile, rank_of, tile_en, tile_names, tile_zh

from .options import FEWEST
from .play import BIRDS, STAKE

ONE_FIVE_NINE: Final = (1, 5, 9)
ONE_COUNTS: Final = 10
TIMES_PER_HIT: Final = 2


class Birds:
    """AH-61, AH-67: the kind of birds and how many are turned; 一鸟全中 always turns one."""

    def __init__(self, options: Options) -> None:
        self.kind = options.choice("bird_type")
        self.count = {"all": 1, "none": 0}.get(self.kind, options.number("bird_count"))

    def hitting(self, table: Table, payer: Seat, winner: Seat) -> list[Tile]:
        """AH-63, AH-65, AH-67: the birds that hit for this payment."""
        birds = table.listed(None, BIRDS)
        if self.kind == "all":
            return list(birds)
        if self.kind == "159":
            return [bird for bird in birds if rank_of(bird) in ONE_FIVE_NINE]
        return [bird for bird in birds if self.seat_hit(table, bird) in (payer, winner)]

    def seat_hit(self, table: Table, bird: Tile) -> Seat | None:
        """AH-62, AH-64: 1 5 9 hit the dealer or who catches, 2 6, 3 7, 4 8 the seats after."""
        steps = (rank_of(bird) - 1) % 4
        origin = table.dealer if self.kind == "dealer" else catcher(table)
        return table.after(origin, steps) if steps < table.players else None

    def times(self, table: Table, payer: Seat, winner: Seat) -> Amount | None:
        """AH-66: hits × 2, None without a hit; AH-67: the rank counts, 1 as ten."""
        birds = self.hitting(table, payer, winner)
        if not birds:
            return None
        hits = len(birds)
        if self.kind == "all":
            hits = ONE_COUNTS if rank_of(birds[0]) == 1 else rank_of(birds[0])
        names = tile_names(birds, between=" ")
        return Amount(hits, f"中鸟({names.zh})", f"birds hit ({names.en})") * TIMES_PER_HIT

    def facts(self, table: Table) -> Iterator[Fact]:
        """AH-64: whom each bird hits."""
        for bird in table.listed(None, BIRDS) if self.kind in ("dealer", "winner") else ():
            hit = self.seat_hit(table, bird)
            zh, en = ("无人", "nobody") if hit is None else (SEATS[hit], SEATS[hit])
            yield Fact("bird", f"{tile_zh(bird)}中{zh}", f"{tile_en(bird)} hits {en}", hit, "AH-64")


def catcher(table: Table) -> Seat:
    """AH-62: the winner; with several winners, who pays them."""
    first = table.wins[0]
    return first.seat if len(table.wins) == 1 or first.payer is None else first.payer


def settle(table: Table, birds: Birds, options: Options) -> Iterator[Event]:
    """AH-61, AH-70: turn the birds, pay every winner, and let the first of them deal."""
    if birds.count and BIRDS.key not in table.marks:
        yield Due("turn_up", catcher(table), count=birds.count, purpose="birds")
        return
    for won in table.wins:
        for payer in table.seats_after(won.seat) if won.payer is None else (won.payer,):
            times = birds.times(table, payer, won.seat)
            amount = payment(table, won, payer, options.number("base_score"), times)
            yield pay(payer, won.seat, amount, _rule(table, won))
    yield from finish(table, "win", table.wins[0].seat)


def payment(table: Table, won: Won, payer: Seat, base: int, times: Amount | None) -> Amount:
    """AH-70: base × V × m + piao(w) + piao(p)."""
    amount = Amount(base, "底分", "base") * Amount(won.value, "牌型", "hand")
    if times is not None:
        amount *= times
    for seat in (won.seat, payer):  # AH-68
        if STAKE.key in table.seats[seat].marks:
            amount += Amount(table.number(seat, STAKE), f"{SEATS[seat]}飘", f"{SEATS[seat]}'s piao")
    return amount


def _rule(table: Table, won: Won) -> str:
    """AH-71 to AH-75: the rule by which this one pays."""
    if len(table.wins) > 1:
        return "AH-75"
    if won.by == "discard":
        return "AH-74" if table.turn.kongs else "AH-72"
    return "AH-73" if won.by == "rob_kong" else "AH-71"


def drawn_round(table: Table) -> Iterator[Event]:
    """AH-76, AH-79, AH-84: nobody pays; who took the last tile deals next."""
    return finish(table, "draw", table.turn.seat)


def totals(options: Options, raw: tuple[int, ...]) -> tuple[int, ...]:
    """AH-86 to AH-88: with two players first the addition, then the multiplication."""
    if len(raw) != FEWEST:
        return raw
    lead = max(raw)
    if options.flag("low_add") and 0 < lead < options.number("low_add_below"):
        lead += options.number("low_add_points")
    limit = options.number("double_below")
    if options.choice("total_double") != "off" and (not limit or 2 * lead < limit):
        lead *= int(options.choice("total_double"))
    return (lead, -lead) if raw[0] >= raw[1] else (-lead, lead)

"""LZ-74 to LZ-94: payments, the end of a round, the next dealer."""

from collections.abc import Iterable, Iterator
from typing import Final

from quexiang.engine import events as ev
from quexiang.engine.actions import Seat
from quexiang.engine.ruleset import finish
from quexiang.engine.table import Table
from quexiang.rulebook import Options
from quexiang.scoring import Amount, pay

LIMITS: Final = {"once": 1, "twice": 2}
"""LZ-81, LZ-82: so many self-draws end the round; LZ-83: in 胡到底 none do."""


def payments(won: ev.Won, losers: Iterable[Seat], base: int) -> Iterator[ev.Event]:
    """LZ-74: U = base × 2^f; LZ-75: 2U from each of three; LZ-76: 3U from the discarder."""
    unit = Amount(base, "底分", "base") * Amount(won.value, "倍数", "multiple")
    if won.payer is not None:
        yield pay(won.payer, won.seat, unit * Amount(3, "放炮", "discard"), "LZ-76")
        return
    for loser in losers:
        yield pay(loser, won.seat, unit * Amount(2, "自摸", "self-draw"), "LZ-75")


def self_draws(table: Table) -> int:
    """How many wins of the round were self-drawn."""
    return sum(won.by == "self_draw" for won in table.wins)


def end(table: Table, options: Options, how: ev.End) -> Iterator[ev.Event]:
    """LZ-90 to LZ-93: in 胡一次 the last win that counts decides, if any; else the deal passes."""
    drawn_only = options.choice("deal_by") == "self_draw"
    counting = [won for won in table.wins if won.by == "self_draw" or not drawn_only]
    last = counting[-1].seat if counting else table.dealer
    if options.choice("wins") == "once" and last == table.dealer:
        return finish(table, how, table.dealer, table.streak + 1)
    return finish(table, how, table.after(table.dealer), 0)

"""Wins: the tile, who pays, and what each pattern adds."""

from collections.abc import Iterable
from typing import Final

from quexiang.engine.actions import Seat
from quexiang.engine.events import By, Step, Won
from quexiang.engine.table import Table
from quexiang.scoring.patterns import Pattern, listed
from quexiang.tiles import Tile

WAYS: Final[dict[str, By]] = {"turn": "self_draw", "discard": "discard", "kong": "rob_kong"}


def winning_tile(table: Table) -> Tile:
    """The tile that can be won now: the one drawn, or the one on offer."""
    tile = table.turn.drawn if table.due.stage == "turn" else table.offered[0]
    assert tile is not None
    return tile


def steps(patterns: Iterable[Pattern], sign: str) -> tuple[Step, ...]:
    """What each pattern does to the value: `+10` or `×2`."""
    return tuple(Step(p.zh, p.en, f"{sign}{p.worth}", p.rule) for p in patterns)


def win(table: Table, seat: Seat, patterns: tuple[Pattern, ...], value: int, sign: str) -> Won:
    """The win of a seat with the tile drawn or on offer."""
    by = WAYS[table.due.stage]
    payer = None if by == "self_draw" else table.offerer
    return Won(seat, by, payer, winning_tile(table), listed(patterns), value, steps(patterns, sign))

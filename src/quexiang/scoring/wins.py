"""Wins: how one came about, and its value step by step."""

from __future__ import annotations

from collections.abc import Iterable

from quexiang.engine.actions import Seat
from quexiang.engine.events import By, Step, Won
from quexiang.engine.table import Table
from quexiang.scoring.patterns import Pattern, listed
from quexiang.tiles import Tile


def steps(patterns: Iterable[Pattern], sign: str = "×") -> tuple[Step, ...]:
    """Each pattern with what it is worth."""
    return tuple(Step(p.zh, p.en, f"{sign}{p.worth}", p.rule) for p in patterns)


def win(
    table: Table,
    seat: Seat,
    tile: Tile,
    patterns: Iterable[Pattern],
    value: int,
    reckoning: tuple[Step, ...],
) -> Won:
    """A win on the own turn, of a kong that is being robbed, or of a discard."""
    if table.due.seat == seat:
        return Won(seat, "self_draw", None, tile, listed(patterns), value, reckoning)
    by: By = "rob_kong" if table.stage == "kong" else "discard"
    return Won(seat, by, table.offerer, tile, listed(patterns), value, reckoning)

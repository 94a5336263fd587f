"""How likely a thrown tile is another's winning tile."""

from __future__ import annotations

from quexiang.engine.actions import Seat
from quexiang.engine.player import Player
from quexiang.engine.table import Table
from quexiang.tiles import Tile, is_honour, rank_of
from quexiang.weights import Weights

PER_TURN = 0.035
PER_MELD = 0.12
SURE = 0.9
COPY = 0.02
COLLECTED = 1.8
NOT_COLLECTED = 0.5
JUST_PASSED = 0.25


def danger(table: Table, seat: Seat, tile: Tile, unseen: list[int], weights: Weights) -> float:
    """The chance that somebody waits for the tile, by what all can see."""
    if tile in table.wild:
        return 0.0
    likely = COPY * (1 + unseen[tile]) * _place(tile)
    if tile in _last_thrown(table, seat):
        likely *= JUST_PASSED
    total = 0.0
    for other in table.seats_after(seat):
        ready = _ready(table, other, tile, weights)
        if ready:
            total += ready * likely * _collecting(table.seats[other], tile)
    return total


def _ready(table: Table, seat: Seat, tile: Tile, weights: Weights) -> float:
    """How likely a seat is ready for the tile: sure if declared, unless thrown since."""
    player = table.seats[seat]
    for mark in weights.declared:
        if mark in player.marks:
            place = player.marks[mark]
            since = place + 1 if isinstance(place, int) else 1
            return 0.0 if any(tile in other.river[since:] for other in table.seats) else 1.0
    if not weights.guessed:
        return 0.0
    turns, melds = len(player.river), len(player.melds)
    return weights.guessed * min(SURE, PER_TURN * turns + PER_MELD * melds)


def _place(tile: Tile) -> float:
    """Middle tiles complete more runs than ends and honours."""
    if is_honour(tile):
        return 0.7
    return {1: 0.8, 9: 0.8, 2: 1.0, 8: 1.0}.get(rank_of(tile), 1.25)


def _collecting(player: Player, tile: Tile) -> float:
    """Two melds or more of one suit tell what a seat collects."""
    suits = {meld.tiles[0] // 9 for meld in player.melds if meld.tiles}
    if len(player.melds) < 2 or len(suits) != 1:  # noqa: PLR2004 - one meld tells nothing
        return 1.0
    return COLLECTED if tile // 9 in suits else NOT_COLLECTED


def _last_thrown(table: Table, seat: Seat) -> set[Tile]:
    """What the others have thrown last, and nobody has won."""
    rivers = (table.seats[other].river for other in table.seats_after(seat))
    return {river[-1] for river in rivers if river}

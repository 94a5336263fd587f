"""How likely a thrown tile is another's winning tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.tiles import is_honour, rank_of

if TYPE_CHECKING:
    from quexiang.engine.actions import Seat
    from quexiang.engine.player import Player
    from quexiang.engine.table import Table
    from quexiang.tiles import Tile

PER_TURN = 0.035
PER_MELD = 0.12
SURE = 0.9
COPY = 0.006
COLLECTED = 1.8
NOT_COLLECTED = 0.5
JUST_PASSED = 0.25


def danger(
    table: Table, seat: Seat, tile: Tile, unseen: list[int], declared: tuple[str, ...]
) -> float:
    """The chance that somebody waits for the tile, by what all can see."""
    if tile in table.wild:
        return 0.0
    likely = COPY * (1 + unseen[tile]) * _place(tile)
    total = 0.0
    for other in table.seats_after(seat):
        player = table.seats[other]
        total += is_ready(player, declared) * likely * _collecting(player, tile)
    return total * (JUST_PASSED if tile in _last_thrown(table, seat) else 1.0)


def is_ready(player: Player, declared: tuple[str, ...]) -> float:
    """How likely a seat is ready, by its turns and melds; marks that say so are sure."""
    if any(mark in player.marks for mark in declared):
        return 1.0
    return min(SURE, PER_TURN * len(player.river) + PER_MELD * len(player.melds))


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

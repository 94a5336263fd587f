"""The steps of a choice of tiles: one tile after another, in ascending order, until it is whole."""

from __future__ import annotations

from quexiang.engine.actions import Choose, Offer, OpenChoice
from quexiang.tiles import Tile, suit_of


def next_tiles(offer: Offer, taken: list[Tile]) -> list[Tile]:
    """The tiles that may be taken next so that the choice can still be finished."""
    if isinstance(offer, Choose):
        tiles = sorted(offer.tiles)
        return tiles[len(taken) : len(taken) + 1] if tiles[: len(taken)] == taken else []
    assert isinstance(offer, OpenChoice)
    larger = [size for size in offer.sizes if size > len(taken)]
    return _reaching(offer, taken, min(larger) - len(taken)) if larger else []


def _reaching(offer: OpenChoice, taken: list[Tile], need: int) -> list[Tile]:
    """The kinds from which on so many tiles are left, of one suit if the choice asks for it."""
    left = _left(offer, taken)
    found: list[Tile] = []
    for place, tile in enumerate(left):
        if found and tile == found[-1]:
            continue
        rest = left[place:]
        if offer.one_suit:
            rest = [other for other in rest if suit_of(other) == suit_of(tile)]
        if len(rest) >= need:
            found.append(tile)
    return found


def _left(offer: OpenChoice, taken: list[Tile]) -> list[Tile]:
    """The tiles that may follow those taken, in ascending order."""
    left = sorted(offer.tiles)
    for tile in taken:
        left.remove(tile)
    if not taken:
        return left
    left = [tile for tile in left if tile >= taken[-1]]
    suit = suit_of(taken[0])
    return [tile for tile in left if suit_of(tile) == suit] if offer.one_suit else left


def is_whole(offer: Offer, taken: list[Tile]) -> bool:
    """Tell whether the tiles taken are a choice that may be made."""
    if isinstance(offer, OpenChoice):
        return len(taken) in offer.sizes
    return isinstance(offer, Choose) and sorted(offer.tiles) == taken

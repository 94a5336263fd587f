# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""The steps of a choice of tiles: one tile after another, in ascending order, until it is whole.

Its C types are in steps.pxd.
"""

from __future__ import annotations

from typing import Final

from quexiang.engine.actions import Choose, Offer, OpenChoice
from quexiang.tiles import KINDS, Tile, suit_of

LAST: Final = KINDS - 1
SUITS: Final = tuple(map(suit_of, range(KINDS)))


def next_tiles(offer: Offer, taken: list[Tile], first: int = 0) -> list[int]:
    """The tiles that may be taken next so that the choice can still be finished, from `first`."""
    if isinstance(offer, Choose):
        tiles = sorted(offer.tiles)
        following = tiles[len(taken) : len(taken) + 1] if tiles[: len(taken)] == taken else []
        return [first + tile for tile in following]
    assert isinstance(offer, OpenChoice)
    choice = offer
    need = _needed(choice.sizes, len(taken))
    if need == 0:
        return []
    left = _left(choice.tiles, taken)
    return _reaching(left, taken, need, choice.one_suit, first)


def _needed(sizes: tuple[int, ...], count: int) -> int:
    """How many tiles are missing to the next larger size, 0 if there is none."""
    need = 0
    for size in sizes:
        if size > count and (need == 0 or size - count < need):
            need = size - count
    return need


def _left(tiles: tuple[Tile, ...], taken: list[Tile]) -> bytearray:
    """How many of each kind are not taken yet."""
    kept = bytearray(KINDS)
    left = kept
    for tile in tiles:
        left[tile] += 1
    for tile in taken:
        left[tile] -= 1
    return kept


def _reaching(
    kept: bytearray,
    taken: list[Tile],
    need: int,
    one_suit: bool,  # noqa: FBT001 - C has no keywords
    first: int,
) -> list[int]:
    """The kinds from which on so many tiles are left, of one suit if the choice asks for it."""
    left = kept
    lowest = taken[len(taken) - 1] if taken else 0
    suit, rest = "", 0
    found: list[int] = []
    for tile in range(LAST, lowest - 1, -1):
        if left[tile] == 0:
            continue
        if one_suit and SUITS[tile] != suit:
            suit, rest = SUITS[tile], 0
        rest += left[tile]
        if rest >= need:
            found.append(first + tile)
    found.reverse()
    if one_suit and taken:
        suit = SUITS[lowest]
        found = [number for number in found if SUITS[number - first] == suit]
    return found


def is_whole(offer: Offer, taken: list[Tile]) -> bool:
    """Tell whether the tiles taken are a choice that may be made."""
    if isinstance(offer, OpenChoice):
        return len(taken) in offer.sizes
    return isinstance(offer, Choose) and sorted(offer.tiles) == taken

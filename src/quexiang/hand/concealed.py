# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, allow_none_for_extension_args=False
"""The concealed tiles. Plain Python, whose C types stand in concealed.pxd."""

from collections.abc import Iterable
from typing import TypeVar

from quexiang.hand.picking import picked
from quexiang.tiles import KINDS, Tile, tile_text, tiles_text

Picked = TypeVar("Picked")
POW = [1, 5, 25, 125, 625, 3125, 15625, 78125, 390625]


class Hand:
    """The concealed tiles of a seat.

    Besides the counts it keeps, for every suit, a key: a number in base five, one digit per rank.
    """

    __slots__ = ("counts", "flowers", "m", "odds", "p", "s", "size", "z")

    def __init__(self, tiles: Iterable[Tile] = ()) -> None:
        """Hold the given tiles."""
        self.counts = bytearray(KINDS)
        self.size = self.flowers = self.odds = 0
        self.m = self.p = self.s = self.z = 0
        for tile in tiles:
            self.add(tile)

    # Both are called for every tile that moves, so each does its own counting.

    def add(self, tile: Tile) -> None:
        """Take in a tile; a fifth copy is refused."""
        if tile < 0 or tile >= KINDS:
            raise ValueError(f"no tile has the number {tile}")
        held = self.counts[tile]
        if held >= 4:
            raise ValueError(f"a fifth {tile_text(tile)}")
        self.counts[tile] = held + 1
        self.size += 1
        if tile >= 34:
            self.flowers += 1
            return
        self.odds += -1 if held & 1 else 1
        if tile < 9:
            self.m += POW[tile]
        elif tile < 18:
            self.p += POW[tile - 9]
        elif tile < 27:
            self.s += POW[tile - 18]
        else:
            self.z += POW[tile - 27]

    def remove(self, tile: Tile) -> None:
        """Give away a tile that is held."""
        if tile < 0 or tile >= KINDS:
            raise ValueError(f"no tile has the number {tile}")
        held = self.counts[tile]
        if held == 0:
            raise ValueError(f"{tile_text(tile)} is not in {tiles_text(self.tiles())}")
        self.counts[tile] = held - 1
        self.size -= 1
        if tile >= 34:
            self.flowers -= 1
            return
        self.odds += -1 if held & 1 else 1
        if tile < 9:
            self.m -= POW[tile]
        elif tile < 18:
            self.p -= POW[tile - 9]
        elif tile < 27:
            self.s -= POW[tile - 18]
        else:
            self.z -= POW[tile - 27]

    def copy(self) -> "Hand":
        """Return an independent hand with the same tiles."""
        other: Hand = Hand.__new__(Hand)
        other.counts = self.counts[:]
        other.size = self.size
        other.flowers = self.flowers
        other.odds = self.odds
        other.m = self.m
        other.p = self.p
        other.s = self.s
        other.z = self.z
        return other

    def pick(self, row: tuple[Picked, ...]) -> list[Picked]:
        """Return what a row of all kinds has at the kinds held."""
        return picked(row, self.counts)

    def tiles(self) -> list[Tile]:
        """Return the tiles in canonical order."""
        tiles: list[Tile] = []
        counts = self.counts
        for tile in range(KINDS):
            if counts[tile]:
                for _ in range(counts[tile]):
                    tiles.append(tile)  # noqa: PERF401 - a loop in C
        return tiles

    def __len__(self) -> int:
        """Return the number of tiles."""
        return self.size

    def __contains__(self, tile: object) -> bool:
        """Tell whether a tile of this kind is held."""
        return isinstance(tile, int) and 0 <= tile < KINDS and self.counts[tile] > 0

    def __eq__(self, other: object) -> bool:
        """Compare as multisets."""
        return isinstance(other, Hand) and self.counts == other.counts

    __hash__ = None  # type: ignore[assignment]  # a hand changes

    def __reduce__(self) -> tuple[type["Hand"], tuple[list[Tile]]]:
        """Pickle the tiles only."""
        return Hand, (self.tiles(),)

    def __repr__(self) -> str:
        """Show the tiles in the notation."""
        return f"Hand({tiles_text(self.tiles())!r})"

"""What lies before one seat: concealed tiles, melds, river, piles and marks."""

from __future__ import annotations

from collections.abc import Sequence

from quexiang.engine.events import Meld, Value
from quexiang.hand.concealed import Hand
from quexiang.tiles import Tile


class Player:
    """The tiles and marks of one seat; `hidden` counts concealed tiles that a view cannot know."""

    __slots__ = ("far", "hand", "hidden", "marks", "melds", "piles", "river", "taken", "waits")

    def __init__(self) -> None:
        self.hand = Hand()
        self.hidden = 0
        self.melds: tuple[Meld, ...] = ()
        self.river: list[Tile] = []
        self.taken: tuple[int, ...] = ()
        self.piles: dict[str, tuple[Tile, ...]] = {}
        self.marks: dict[str, Value] = {}
        self.waits: int | None = None
        self.far = False
        """Whether, as the hand is now, no discard leaves it waiting for anything."""

    def copy(self) -> Player:
        """Give an independent copy."""
        new = Player.__new__(Player)
        new.hand = self.hand.copy()
        new.hidden = self.hidden
        new.melds = self.melds
        new.river = self.river[:]
        new.taken = self.taken
        new.piles = self.piles.copy() if self.piles else {}
        new.marks = self.marks.copy() if self.marks else {}
        new.waits = self.waits
        new.far = self.far
        return new

    @property
    def size(self) -> int:
        """How many concealed tiles the seat has."""
        return self.hand.size + self.hidden

    @property
    def kongs(self) -> tuple[Meld, ...]:
        """The melds that are kongs."""
        return tuple(meld for meld in self.melds if meld.is_kong)

    @property
    def open_river(self) -> list[Tile]:
        """The discards that still lie in the river."""
        return [tile for index, tile in enumerate(self.river) if index not in self.taken]

    def has_pong(self, tile: Tile) -> bool:
        """Tell whether the seat has ponged this kind."""
        return any(meld.kind == "pong" and meld.tiles[0] == tile for meld in self.melds)

    def forget(self, tiles: Sequence[Tile]) -> None:
        """Take tiles out of the concealed hand, known or not."""
        self.waits = None
        self.far = False
        if self.hidden:
            self.hidden -= len(tiles)
            return
        for tile in tiles:
            self.hand.remove(tile)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Player):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name)
            for name in self.__slots__
            if name not in ("far", "waits")
        )

    __hash__ = None  # type: ignore[assignment]  # it changes

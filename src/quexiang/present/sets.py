"""A winning hand laid out in the sets by which it was paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from quexiang.engine.events import Won
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.engine.wire import TileText
from quexiang.hand import Hand, Reading, Shape
from quexiang.rulebook import Variant
from quexiang.tiles import Tile, tile_text

Kind = Literal["run", "triplet", "family", "pair"]


class SetView(Struct, frozen=True, omit_defaults=True):
    """Tiles of a winning hand that belong together, as they lie."""

    kind: Kind
    tiles: list[TileText]
    stands: list[TileText] = []
    """What each tile stands for, where one of them is not what it shows."""
    wild: list[int] = []
    """The places of the wild tiles."""


def sets_of(variant: Variant, rules: Ruleset, table: Table, won: Won) -> list[SetView]:
    """The concealed tiles of a winner in sets; empty if they are not known or make none."""
    player = table.seats[won.seat]
    if player.hidden or not player.size:
        return []
    hand = player.hand.copy()
    if hand.size % 3 == 1 and won.tile is not None:
        hand.add(won.tile)
    found = rules.readings_of(table, won, hand) if hand.size % 3 == 2 else []  # noqa: PLR2004 - a whole hand
    by_pairs = any(one.of_pairs for one in variant.patterns if one.key in won.patterns)
    reading = next((r for r in found if (r.shape == "pairs") == by_pairs), None)
    return [] if reading is None else list(_Layout(table.shape, hand, table.wild).lay(reading))


class _Layout:
    """Deals the tiles of a hand out to the sets of a reading."""

    def __init__(self, shape: Shape, hand: Hand, wild: tuple[Tile, ...]) -> None:
        tiles = hand.tiles()
        self.natural = Counter(tile for tile in tiles if tile not in wild)
        self.fillers: list[Tile] = []
        """Suit tiles that stand for honours (兰州 嘴子)."""
        self.wilds = [tile for tile in tiles if tile in wild]
        self.shown = {shape.stand[1]: shape.stand[0]} if shape.stand else {}
        """What is printed on tiles that stand for a face in general (漳州 白板)."""

    def lay(self, reading: Reading) -> Iterator[SetView]:
        self.fillers = [tile for each in reading.sets for tile in each.fillers]
        self.natural -= Counter(self.fillers)
        for each in reading.sets:
            yield self._set(each.kind, each.tiles)
        for pair in (*reading.pairs, *(() if reading.eyes is None else (reading.eyes,))):
            yield self._set("pair", (pair, pair))

    def _set(self, kind: Kind, faces: tuple[Tile, ...]) -> SetView:
        lying = [self._take(face) for face in faces]
        changed = any(tile != face for (tile, _), face in zip(lying, faces, strict=True))
        return SetView(
            kind,
            [tile_text(tile) for tile, _ in lying],
            [tile_text(face) for face in faces] if changed else [],
            [place for place, (_, is_wild) in enumerate(lying) if is_wild],
        )

    def _take(self, face: Tile) -> tuple[Tile, bool]:
        """The tile that lies for a face, and whether it is a wild one."""
        printed = self.shown.get(face, face)
        if self.natural[printed]:
            self.natural[printed] -= 1
            return printed, False
        if self.fillers:
            return self.fillers.pop(), False
        tile = face if face in self.wilds else self.wilds[0]
        self.wilds.remove(tile)
        return tile, True

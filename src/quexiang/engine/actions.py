"""What a seat may do: frozen, interned values, compared by identity where speed matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from quexiang.tiles import Tile, tile_text, tiles_text

if TYPE_CHECKING:
    from collections.abc import Sequence

Seat = int
KongKind = Literal["exposed", "added", "concealed"]

SEATS: Final = "ABCD"


class Action(Struct, frozen=True, gc=False, tag_field="do", tag=str.lower):
    """One answer that a seat can give."""

    def text(self) -> str:
        """Write the action as a scenario step writes it, without the seat."""
        return type(self).__name__.lower()


class Pass(Action, frozen=True, gc=False):
    """过: decline everything offered."""


class Win(Action, frozen=True, gc=False):
    """胡: win with the tile just drawn or on offer."""


class Pong(Action, frozen=True, gc=False):
    """碰: take the tile on offer for a triplet."""


class Leave(Action, frozen=True, gc=False):
    """离桌: leave the table for good."""


class Discard(Action, frozen=True, gc=False):
    """打: discard a tile, `declare` naming what is declared with it (听, 天听)."""

    tile: Tile
    declare: str = ""

    def text(self) -> str:
        """Write `discard 3s`, `ready discard 3s` or `tianting 3s`."""
        tile = tile_text(self.tile)
        if self.declare == "ready":
            return f"ready discard {tile}"
        return f"{self.declare or 'discard'} {tile}"


class Chow(Action, frozen=True, gc=False):
    """吃: take the tile on offer for a run with these two own tiles."""

    low: Tile
    high: Tile

    def text(self) -> str:
        """Write `chow 12m`."""
        return f"chow {tiles_text((self.low, self.high))}"


class Kong(Action, frozen=True, gc=False):
    """杠: make a kong of this kind and tile."""

    kind: KongKind
    tile: Tile

    def text(self) -> str:
        """Write `kong 3m`."""
        return f"kong {tile_text(self.tile)}"


class Throw(Action, frozen=True, gc=False):
    """甩牌: put these tiles away before play."""

    tiles: tuple[Tile, ...]

    def text(self) -> str:
        """Write `throw 1m9m1z`."""
        return f"throw {tiles_text(self.tiles)}".rstrip()


class Piao(Action, frozen=True, gc=False):
    """飘: stake this many points."""

    points: int

    def text(self) -> str:
        """Write `piao 2`."""
        return f"piao {self.points}"


class ThrowChoice(Struct, frozen=True, gc=False, tag_field="do", tag="throwchoice"):
    """An open offer: any throw of one of these sizes from these held tiles."""

    tiles: tuple[Tile, ...]
    sizes: tuple[int, ...]

    def allows(self, action: Action) -> bool:
        """Tell whether the throw takes only tiles from the list, in an allowed number."""
        if not isinstance(action, Throw) or len(action.tiles) not in self.sizes:
            return False
        rest = list(self.tiles)
        for tile in action.tiles:
            if tile not in rest:
                return False
            rest.remove(tile)
        return True

    def text(self) -> str:
        """Write what may be thrown."""
        sizes = "/".join(map(str, self.sizes))
        return f"throw {sizes} of {tiles_text(self.tiles)}"


Offer = Action | ThrowChoice
AnyAction = Pass | Win | Pong | Leave | Discard | Chow | Kong | Throw | Piao

PASS: Final = Pass()
WIN: Final = Win()
PONG: Final = Pong()
LEAVE: Final = Leave()
DISCARD: Final = tuple(Discard(tile) for tile in range(42))
READY: Final = tuple(Discard(tile, "ready") for tile in range(42))
EXPOSED: Final = tuple(Kong("exposed", tile) for tile in range(42))
ADDED: Final = tuple(Kong("added", tile) for tile in range(42))
CONCEALED: Final = tuple(Kong("concealed", tile) for tile in range(42))
PIAO: Final = tuple(Piao(points) for points in range(11))


def _chows() -> dict[Tile, tuple[tuple[Tile, Tile], ...]]:
    """For each suited tile the pairs of kinds that make a run with it."""
    table: dict[Tile, tuple[tuple[Tile, Tile], ...]] = {}
    for tile in range(27):
        rank = tile % 9
        pairs = ((tile - 2, tile - 1), (tile - 1, tile + 1), (tile + 1, tile + 2))
        table[tile] = tuple(
            pair
            for pair, low in zip(pairs, (rank - 2, rank - 1, rank), strict=True)
            if low >= 0 and low <= 6  # noqa: PLR2004 - a run starts at rank 1 to 7
        )
    return table


RUN_PARTNERS: Final = _chows()
CHOW: Final = {pair: Chow(*pair) for pairs in RUN_PARTNERS.values() for pair in pairs}


def allowed(offers: Sequence[Offer], action: Action) -> bool:
    """Tell whether an action is one of the offers, or fits an open one."""
    if action in offers:
        return True
    return any(isinstance(offer, ThrowChoice) and offer.allows(action) for offer in offers)


def holds(counts: Sequence[int], action: Action) -> bool:
    """Tell whether the tiles that an action takes from the hand are there."""
    match action:
        case Discard(tile=tile):
            return counts[tile] > 0
        case Chow(low=low, high=high):
            return counts[low] > 0 and counts[high] > 0
        case Kong(kind=kind, tile=tile):
            return counts[tile] >= {"exposed": 3, "added": 1, "concealed": 4}[kind]
        case Throw(tiles=tiles):
            return all(counts[tile] >= tiles.count(tile) for tile in tiles)
        case _:
            return True


def seat_letter(seat: Seat) -> str:
    """Name a seat as players do."""
    return SEATS[seat]

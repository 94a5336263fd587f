"""What a shape may ask for, and what follows from it for every hand."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quexiang.hand.kernel import Shape
    from quexiang.tiles import Tile

_SUITED = range(27)
_HONOURS = range(27, 34)


def check(shape: "Shape") -> None:
    """Raise ValueError if a shape asks for what the kernel does not know."""
    members = [tile for family in shape.families for tile in family]
    known = {
        "four or five sets": shape.sets in (4, 5),
        "at most two kinds are wild": len(shape.wild) <= 2 and all(0 <= t < 34 for t in shape.wild),
        "families are of three or more honours, none in two of them": len(set(members))
        == len(members)
        and all(tile in _HONOURS for tile in members)
        and all(len(family) >= 3 for family in shape.families),
        "at most three kinds fill, all of the suits": len(shape.fillers) <= 3
        and all(tile in _SUITED for tile in shape.fillers),
        "wilds do not fill": not shape.wild & set(shape.fillers),
        "eyes are held only where nothing is wild": not (shape.eyes_held and shape.wild),
        "a tile stands for a wild's face and is not wild": _stands(shape),
    }
    for rule, kept in known.items():
        if not kept:
            raise ValueError(f"{rule}: {shape!r}")


def _stands(shape: "Shape") -> bool:
    if shape.stand is None:
        return True
    tile, face = shape.stand
    return 0 <= tile < 34 and face in shape.wild and tile not in shape.wild


@cache
def eye_kinds(eyes: frozenset[int] | None) -> "tuple[Tile, ...]":
    """Return the kinds that may be the eyes."""
    if eyes is None:
        return (*_SUITED, *_HONOURS)
    return tuple(tile for tile in _SUITED if tile % 9 + 1 in eyes)


@cache
def roles(sets: int) -> bytes:
    """Return by hand size: 1 sets and eyes, 2 the same unmelded, 3 and 4 one tile less, 0 neither."""
    table = bytearray(256)
    for made in range(sets + 1):
        table[3 * made + 1] = 3 + (made == sets)
        table[3 * made + 2] = 1 + (made == sets)
    return bytes(table)

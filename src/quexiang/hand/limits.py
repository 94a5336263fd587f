"""What a shape may ask for, and what follows from it for every hand."""

from functools import cache
from typing import NamedTuple

from quexiang.tiles import HONOURS, SUITED, Tile

_KINDS = range(34)
_SUITED = range(SUITED)


class Arguments(NamedTuple):
    """What a shape is made of."""

    sets: int = 4
    wild: frozenset[Tile] = frozenset()
    eyes: frozenset[int] | None = None
    eyes_held: bool = False
    seven_pairs: bool = False
    pairs_and_triplet: bool = False
    pairs_and_run: bool = False
    stand: tuple[Tile, Tile] | None = None
    families: tuple[tuple[Tile, ...], ...] = ()
    fillers: tuple[Tile, ...] = ()


def check(asked: Arguments) -> None:
    """Raise ValueError if a shape asks for what the kernel does not know."""
    members = [tile for family in asked.families for tile in family]
    small = any(len(family) < 3 for family in asked.families)
    broken = {
        "a hand has four or five sets": asked.sets not in (4, 5),
        "at most two kinds are wild": len(asked.wild) > 2 or not asked.wild <= {*_KINDS},
        "eyes are held only where nothing is wild": asked.eyes_held and asked.wild,
        "a run beside pairs wins only where a triplet does": (
            asked.pairs_and_run and not asked.pairs_and_triplet
        ),
        "a tile that is not wild stands for a wild's face": not _stands(asked),
        "a family is of three or more honours": small or not {*members} <= {*HONOURS},
        "an honour is in one family": len({*members}) < len(members),
        "at most three kinds fill": len(asked.fillers) > 3,
        "only suited tiles that are not wild fill": not {*asked.fillers} <= {*_SUITED} - asked.wild,
    }
    for rule, is_broken in broken.items():
        if is_broken:
            raise ValueError(f"{rule}: {asked}")


def _stands(asked: Arguments) -> bool:
    if asked.stand is None:
        return True
    tile, face = asked.stand
    return tile in _KINDS and tile not in asked.wild and face in asked.wild


@cache
def eye_kinds(eyes: frozenset[int] | None) -> tuple[Tile, ...]:
    """Return the kinds that may be the eyes."""
    if eyes is None:
        return tuple(_KINDS)
    return tuple(tile for tile in _SUITED if tile % 9 + 1 in eyes)


@cache
def prints(wild: frozenset[Tile], stand: tuple[Tile, Tile] | None) -> tuple[Tile, ...]:
    """Return for each face the kind printed on its natural tiles, or −1 if there are none."""
    printed = [-1 if face in wild else face for face in _KINDS]
    if stand is not None:
        printed[stand[0]], printed[stand[1]] = -1, stand[0]
    return tuple(printed)


@cache
def roles(sets: int) -> bytes:
    """Return by hand size: 3 sets and eyes, 4 the same unmelded, 1 and 2 one tile less, or 0."""
    table = bytearray(256)
    for made in range(sets + 1):
        table[3 * made + 1] = 1 + (made == sets)
        table[3 * made + 2] = 3 + (made == sets)
    return bytes(table)

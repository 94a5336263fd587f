"""Finds objects by what they are, not by what they are like.

Compiled, identity.pyx stands for it and does so in C.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy is there only with an extra
    import numpy as np
    from numpy.typing import NDArray

    Mask = NDArray[np.int8]


class Identities:
    """The places of objects in a list; None has none."""

    __slots__ = ("_objects", "_places")

    def __init__(self, objects: Sequence[object]) -> None:
        self._objects = list(objects)
        """They live as long as their addresses are known."""
        self._places: dict[int, int] = {}
        for place, kept in enumerate(self._objects):
            if kept is not None:
                self._places.setdefault(id(kept), place)

    def __reduce__(self) -> tuple[object, ...]:
        return Identities, (self._objects,)

    def find(self, sought: object) -> int:
        """The place of an object, -1 if it is none of them."""
        return self._places.get(id(sought), -1)

    def mark(self, objects: Sequence[object], out: Mask, base: int) -> bool:
        """Write a 1 at the place of each, from `base` on; tell whether all have one."""
        for one in objects:
            place = self.find(one)
            if place < 0:
                return False
            out[base + place] = 1
        return True


def same_items(kept: Sequence[object], items: Mapping[str, object]) -> bool:
    """Tell whether a dictionary has just the keys and values of a list, one after the other."""
    if len(kept) != 2 * len(items):
        return False
    return all(
        key is kept[2 * place] and value is kept[2 * place + 1]
        for place, (key, value) in enumerate(items.items())
    )

"""What a row has for the tiles held. Compiled, picking.pyx stands for it."""

from __future__ import annotations

from itertools import compress
from typing import TypeVar

from quexiang.tiles import KINDS

Picked = TypeVar("Picked")


def picked(row: tuple[Picked, ...], counts: bytearray) -> list[Picked]:
    """Return what a row of all kinds has at the kinds held."""
    if len(row) < KINDS:
        raise ValueError(f"a row has something for {KINDS} kinds, not for {len(row)}")
    return [*compress(row, counts)]

"""Pictures for link previews: the card of a town with tiles laid on it, as PNG.

The parts are drawn beforehand (`tools/make_previews.py`), so that no renderer is needed here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

PARTS: Final = Path(__file__).parent / "data" / "previews.npz"
KEPT: Final = 128
MOST: Final = 18
"""So many tiles are laid out."""
TOP, LEFT, GAP, WIDTH = 440, 600, 4, 1200
HALF: Final = 62
"""The width of a tile and half the gaps beside it, where many lie close."""

Pixels = NDArray[np.uint8]


@cache
def _parts() -> dict[str, Pixels]:
    with np.load(PARTS) as kept:
        return {name: kept[name] for name in kept.files}


@lru_cache(KEPT)
def preview(town: str, tiles: tuple[str, ...] = ()) -> bytes:
    """The card of a town, or of all of them, with these tiles on it."""
    parts = _parts()
    card = parts.get(f"town_{town}", parts["town_"]).copy()
    faces = [parts[f"tile_{tile}"] for tile in tiles[:MOST] if f"tile_{tile}" in parts]
    if faces:
        _lay(card, faces)
    return png(card)


def _lay(card: Pixels, faces: Sequence[Pixels]) -> None:
    """Lay tiles in a row across the card; many lie over the edge of one another."""
    height, width = faces[0].shape[:2]
    step = min(width + GAP, (WIDTH - 2 * HALF - width) // max(1, len(faces) - 1))
    left = LEFT - (step * (len(faces) - 1) + width) // 2
    for at, face in enumerate(faces):
        x = left + at * step
        card[TOP : TOP + height, x : x + width] = face


def png(pixels: Pixels) -> bytes:
    """Pixels as a PNG."""
    height, width = pixels.shape[:2]
    rows = np.zeros((height, 1 + width * 3), np.uint8)
    rows[:, 1:] = pixels.reshape(height, width * 3)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, text) for name, text in chunks)


def _chunk(name: bytes, text: bytes) -> bytes:
    return struct.pack(">I", len(text)) + name + text + struct.pack(">I", zlib.crc32(name + text))

"""Copies and clears bytes. Compiled, copying.pyx stands for it and does so in C."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy is there only with an extra
    import numpy as np
    from numpy.typing import NDArray


def copy(out: NDArray[np.uint8], at: int, source: bytearray, start: int, size: int) -> None:
    """Copy so many bytes to a place of an array."""
    if size:
        out[at : at + size] = memoryview(source)[start : start + size]


def clear(image: bytearray, at: int, size: int) -> None:
    """Write so many zeros."""
    image[at : at + size] = bytes(size)

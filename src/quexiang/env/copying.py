"""Copies and clears bytes. Compiled, copying.pyx stands for it and does so in C."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy is there only with an extra
    import numpy as np
    from numpy.typing import NDArray

    Row = NDArray[np.uint8]
    Mask = NDArray[np.int8]


def bytes_of(row: Row) -> Row:
    """The bytes of an array: compiled, the place where they lie."""
    return row


def flags_of(row: Mask) -> Mask:
    """The flags of an array, likewise."""
    return row


def copy(out: Row | bytearray, at: int, source: bytearray, start: int, size: int) -> None:
    """Copy so many bytes to a place of an array."""
    if size:
        out[at : at + size] = memoryview(source)[start : start + size]


def copy_flags(out: Mask, source: Mask, size: int) -> None:
    """Copy the first flags of a row to another."""
    out[:size] = source[:size]


def clear(image: Row | Mask | bytearray, at: int, size: int) -> None:
    """Write so many zeros."""
    image[at : at + size] = memoryview(bytes(size))

"""Whole arrays of hands at once.

`counts` has a row of 34 counts for each hand. Who keeps keys anyway asks `complete_keys`, which is
quicker: a row has the keys of m, p, s and z without the wilds, and `wilds` the number of wilds.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from quexiang.hand import rows
from quexiang.hand.shape import Shape

Bytes = NDArray[np.uint8]
Keys = NDArray[np.int32]
Bools = NDArray[np.bool_]
Masks = NDArray[np.uint64]
Kind = TypeVar("Kind", bound=np.generic)


def complete_many(counts: Bytes, shape: Shape) -> Bools:
    """Tell for each row whether it is a complete hand."""
    counts = _checked(counts)
    found = np.empty(len(counts), np.uint8)
    rows.complete_rows(shape, counts, found)
    return found.view(np.bool_)


def complete_keys(keys: Keys, wilds: Bytes, shape: Shape) -> Bools:
    """Tell for each row of 3k+2 tiles whether it is sets and eyes, but not by families."""
    if shape.families or shape.eyes_held:
        raise ValueError("keys do not tell what families and held eyes need: use complete_many")
    found: Bools = codes_of(keys, shape) >> 4 <= wilds
    return found


def waits_many(counts: Bytes, shape: Shape) -> Masks:
    """Return for each row of 3k+1 tiles the mask of the kinds that complete it."""
    counts = _checked(counts)
    masks = np.empty(len(counts), np.uint64)
    rows.wait_rows(shape, counts, masks)
    return masks


def natural_many(counts: Bytes, shape: Shape) -> tuple[Keys, Bytes, Bytes, Bytes]:
    """Return for each row its keys without the wilds, its wilds, its odd kinds and its size."""
    counts = _checked(counts)
    keys = np.empty((len(counts), 4), np.int32)
    sums = np.empty((3, len(counts)), np.uint8)
    rows.natural_rows(shape, counts, keys, sums)
    return keys, sums[0], sums[1], sums[2]


def codes_of(keys: Keys, shape: Shape) -> Bytes:
    """Return the codes of whole hands."""
    keys = _whole(keys, np.int32)
    if keys.ndim != 2 or keys.shape[1] != 4:
        raise ValueError(f"a row has 4 keys, not {keys.shape}")
    codes = np.empty(len(keys), np.uint8)
    rows.code_rows(shape, keys, codes)
    return codes


def _checked(counts: Bytes) -> Bytes:
    counts = _whole(counts, np.uint8)
    if counts.ndim != 2 or counts.shape[1] != 34:
        raise ValueError(f"a row has 34 counts, not {counts.shape}")
    return counts


def _whole(given: NDArray[np.generic], kind: type[Kind]) -> NDArray[Kind]:
    """The same numbers as numbers of this kind, which hold no fractions and end somewhere."""
    array = np.asarray(given)
    with np.errstate(invalid="ignore"):
        numbers = np.ascontiguousarray(array, kind)
    if array.dtype != kind and not np.array_equal(numbers, array):
        raise ValueError(f"not all are whole numbers that {kind.__name__} holds")
    return numbers

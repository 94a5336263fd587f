# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Loops over arrays of hands. They are quick only if compiled; their C types are in rows.pxd."""

from typing import TYPE_CHECKING

from quexiang.hand.concealed import Hand
from quexiang.hand.kernel import Kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

POW = [1, 5, 25, 125, 625, 3125, 15625, 78125, 390625]


def natural_rows(
    counts: "NDArray[np.uint8]",
    special: "NDArray[np.int32]",
    keys: "NDArray[np.int32]",
    sums: "NDArray[np.uint8]",
) -> None:
    """Fill in the keys of natural tiles, and the wilds, the odd kinds and the size of each hand.

    `special` is two wild kinds, the kind that stands for a face, and the face; −1 for none.
    """
    for row in range(counts.shape[0]):
        odd = size = wilds = 0
        for suit in range(4):
            key = 0
            for rank in range(9 if suit < 3 else 7):
                count = counts[row, 9 * suit + rank]
                key += count * POW[rank]
                size += count
                odd += count & 1
            keys[row, suit] = key
        for at in range(2):
            tile = special[at]
            if tile >= 0:
                count = counts[row, tile]
                keys[row, tile // 9] -= count * POW[tile % 9]
                wilds += count
                odd -= count & 1
        tile = special[2]
        if tile >= 0:
            count = counts[row, tile]
            face = special[3]
            keys[row, tile // 9] -= count * POW[tile % 9]
            keys[row, face // 9] += count * POW[face % 9]
        sums[0, row] = wilds
        sums[1, row] = odd
        sums[2, row] = size


def code_rows(
    suit: bytes,
    honours: bytes,
    combined: bytes,
    keys: "NDArray[np.int32]",
    codes: "NDArray[np.uint8]",
) -> None:
    """Fill in the codes of whole hands."""
    for row in range(keys.shape[0]):
        one = combined[suit[keys[row, 0]] << 8 | suit[keys[row, 1]]]
        other = combined[suit[keys[row, 2]] << 8 | honours[keys[row, 3]]]
        codes[row] = combined[one << 8 | other]


def wait_rows(shape: Kernel, counts: "NDArray[np.uint8]", masks: "NDArray[np.uint64]") -> None:
    """Fill in the waits of each hand, whatever the shape."""
    hand = Hand()
    for row in range(counts.shape[0]):
        _load(hand, counts, row)
        masks[row] = shape._waits(hand, False)  # noqa: FBT003 - C has no keywords


def complete_rows(shape: Kernel, counts: "NDArray[np.uint8]", found: "NDArray[np.uint8]") -> None:
    """Fill in which hands are complete, whatever the shape."""
    hand = Hand()
    for row in range(counts.shape[0]):
        _load(hand, counts, row)
        found[row] = shape.complete(hand)


def _load(hand: Hand, counts: "NDArray[np.uint8]", row: int) -> None:
    """Let a hand hold the tiles of a row."""
    held = hand.counts
    odd = size = m = p = s = z = 0
    for rank in range(9):
        held[rank] = counts[row, rank]
        held[rank + 9] = counts[row, rank + 9]
        held[rank + 18] = counts[row, rank + 18]
        m += POW[rank] * held[rank]
        p += POW[rank] * held[rank + 9]
        s += POW[rank] * held[rank + 18]
    for rank in range(7):
        held[rank + 27] = counts[row, rank + 27]
        z += POW[rank] * held[rank + 27]
    for tile in range(34):
        size += held[tile]
        odd += held[tile] & 1
    hand.m, hand.p, hand.s, hand.z = m, p, s, z
    hand.size, hand.odds = size, odd

# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Loops over arrays of hands. They are quick only if compiled; their C types are in rows.pxd."""

from typing import TYPE_CHECKING

from quexiang.hand.concealed import Hand
from quexiang.hand.kernel import Kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def complete_rows(shape: Kernel, counts: "NDArray[np.uint8]", found: "NDArray[np.uint8]") -> None:
    """Fill in which hands are complete."""
    hand = Hand()
    for row in range(counts.shape[0]):
        _load(hand, counts, row)
        found[row] = shape.complete(hand)


def wait_rows(shape: Kernel, counts: "NDArray[np.uint8]", masks: "NDArray[np.uint64]") -> None:
    """Fill in the waits of each hand."""
    hand = Hand()
    for row in range(counts.shape[0]):
        _load(hand, counts, row)
        masks[row] = shape._waits(hand, False)  # noqa: FBT003 - C has no keywords


def natural_rows(
    shape: Kernel,
    counts: "NDArray[np.uint8]",
    keys: "NDArray[np.int32]",
    sums: "NDArray[np.uint8]",
) -> None:
    """Fill in the keys of natural tiles, and the wilds, the odd kinds and the size of each hand."""
    hand = Hand()
    for row in range(counts.shape[0]):
        _load(hand, counts, row)
        keys[row, 0], keys[row, 1], keys[row, 2], keys[row, 3], wilds = shape._natural(hand)
        sums[0, row], sums[1, row], sums[2, row] = wilds, shape._odd(hand), hand.size


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


def _load(hand: Hand, counts: "NDArray[np.uint8]", row: int) -> None:
    """Let a hand hold the tiles of a row."""
    held = hand.counts
    m = p = s = z = odds = size = 0
    for rank in range(8, -1, -1):
        m = 5 * m + counts[row, rank]
        p = 5 * p + counts[row, 9 + rank]
        s = 5 * s + counts[row, 18 + rank]
    for rank in range(6, -1, -1):
        z = 5 * z + counts[row, 27 + rank]
    for tile in range(34):
        count = counts[row, tile]
        held[tile] = count
        size += count
        odds += count & 1
    hand.m, hand.p, hand.s, hand.z = m, p, s, z
    hand.size, hand.odds = size, odds

"""Build the tables that the kernel looks things up in: `python tools/build_tables.py`.

A suit of nine ranks is cut in two, its lower five and upper four, and each part is followed rank by
rank. What crosses the cut is only how many runs began at the two ranks before it, so a suit's
result is the least sum over these nine states.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quexiang.hand.exact import loose_needs, triplets_missing
from quexiang.hand.tables import EYES, MOST_SETS, write

Bytes = NDArray[np.uint8]
# A use of one rank: sets begun, pairs made, and the price for the copies left after all runs.
Use = tuple[int, int, int]

_LOWER = range(5)
_UPPER = range(8, 4, -1)


def suit_table(eyes: frozenset[int] | None) -> bytes:
    """Return for each key the wilds missing for sets only, and in the upper half with a pair."""
    found = _suit(_whole_uses, eyes, most=0)
    return bytes(found[0, 0] | found[1, 0] << 4)


def honour_table() -> bytes:
    """Return the same for the keys of the seven honours."""
    sets, pair = np.zeros(1, np.uint8), np.full(1, 2, np.uint8)
    one = np.array([loose_needs(count) for count in range(5)], np.uint8)
    for _ in range(7):
        with_pair = np.minimum(one[:, 1:] + sets, one[:, :1] + pair)
        sets, pair = (one[:, :1] + sets).ravel(), with_pair.ravel()
    return bytes(np.minimum(sets, 15) | np.minimum(pair, 15) << 4)


def distance_table() -> tuple[bytes, bytes]:
    """Return the class of each key, and by class the tiles missing, without and with a pair."""
    found = _suit(_partial_uses, None, most=MOST_SETS).reshape(2 * MOST_SETS + 2, -1)
    packed = np.zeros(found.shape[1], np.uint64)
    for row in found:
        packed = packed << np.uint64(5) | row
    _, first, ids = np.unique(packed, return_index=True, return_inverse=True)
    return bytes(ids.astype(np.uint8)), bytes(np.ascontiguousarray(found[:, first].T))


def combined_table() -> bytes:
    """Return the code of two parts together, at `one << 8 | other`."""
    sets, pair = np.arange(256) & 15, np.arange(256) >> 4
    both = sets[:, None] + sets
    with_pair = np.minimum(sets[:, None] + pair, pair[:, None] + sets)
    return bytes((np.minimum(both, 15) | np.minimum(with_pair, 15) << 4).astype(np.uint8))


def _whole_uses(count: int, runs: int, eye: int) -> Iterator[Use]:
    """Every copy must be used, so what the runs and the pair leave must be triplets."""
    for pair in range(1 + eye):
        yield 0, pair, triplets_missing(count - runs - 2 * pair)


def _partial_uses(count: int, runs: int, eye: int) -> Iterator[Use]:
    """Copies may be left over; only what is lacking has a price."""
    for pair in range(1 + eye):
        for triplets in range(2):
            yield triplets, pair, max(0, runs + 2 * pair + 3 * triplets - count)


def _suit(
    uses: Callable[[int, int, int], Iterator[Use]], eyes: frozenset[int] | None, most: int
) -> Bytes:
    """Return the least price by pairs, sets and key."""
    lower = _part(_LOWER, uses, eyes, most)
    upper = _part(_UPPER, uses, eyes, most)
    best = np.full((2, most + 1, upper.shape[-1], lower.shape[-1]), 15 + most, np.uint8)
    for low in np.ndindex(2, most + 1):
        for high in np.ndindex(2 - low[0], most + 1 - low[1]):
            into = best[low[0] + high[0], low[1] + high[1]]
            for runs in np.ndindex(3, 3):
                np.minimum(into, upper[high + runs][:, None] + lower[low + runs], out=into)
    return best.reshape(2, most + 1, -1)


def _part(
    ranks: range,
    uses: Callable[[int, int, int], Iterator[Use]],
    eyes: frozenset[int] | None,
    most: int,
) -> Bytes:
    """Return the least price by pairs, sets, runs over the cut (older, newer) and key."""
    price = np.full((2, most + 1, 3, 3, 1), 63, np.uint8)
    price[0, 0, 0, 0] = 0
    for rank in ranks:
        counts = [_rank(price, rank, count, uses, eyes) for count in range(5)]
        price = np.stack(counts, axis=-2 if rank in _LOWER else -1).reshape(2, most + 1, 3, 3, -1)
    return price


def _rank(
    price: Bytes,
    rank: int,
    count: int,
    uses: Callable[[int, int, int], Iterator[Use]],
    eyes: frozenset[int] | None,
) -> Bytes:
    """Return the prices after one more rank with this many copies."""
    after = np.full_like(price, 63)
    eye = eyes is None or rank + 1 in eyes
    most = price.shape[1]
    for older, newer, begun in np.ndindex(3, 3, 3 if rank < 7 else 1):
        below, above = (older, newer), (newer, begun)
        source, target = (below, above) if rank in _LOWER else (above, below)
        for sets, pair, cost in uses(count, older + newer + begun, eye):
            made = min(sets + begun, most) if most > 1 else 0
            into = after[(slice(pair, 2), slice(made, most), *target)]
            old = price[(slice(0, 2 - pair), slice(0, most - made), *source)]
            np.minimum(into, old + np.uint8(cost), out=into)
    return after


def build(folder: Path) -> None:
    """Write all tables to a folder."""
    for name, eyes in EYES.items():
        write(folder / f"{name}.bin", suit_table(eyes))
    write(folder / "honours.bin", honour_table())
    write(folder / "combined.bin", combined_table())
    ids, classes = distance_table()
    write(folder / "distance.bin", ids + classes)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("data"))

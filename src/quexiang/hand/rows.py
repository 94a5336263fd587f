"""Loops over arrays of hands. Compiled, rows.pyx stands for it and goes through them in C."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from quexiang.hand import tables
from quexiang.hand.concealed import Hand
from quexiang.hand.kernel import Kernel
from quexiang.hand.limits import roles
from quexiang.tiles import mask_of

Bytes = NDArray[np.uint8]
Keys = NDArray[np.int32]
Bools = NDArray[np.bool_]
Masks = NDArray[np.uint64]

T = TypeVar("T", bound=np.generic)

UNKNOWN_KEYS = "no hand has these keys"
_CHUNK = 1 << 13  # as many rows as stay in the processor's cache


def complete_rows(shape: Kernel, counts: Bytes, found: Bytes) -> None:
    """Fill in which hands are complete."""
    _check(counts)
    if shape.families or shape.eyes_held:
        found[:] = _each(counts, shape.complete, np.bool_)
        return
    keys, (wilds, odd, size) = _natural(shape, counts)
    role = np.frombuffer(roles(shape.sets), np.uint8)[size]
    found[:] = (_codes(shape, keys) >> 4 <= wilds) & (role > 2)
    if shape.seven_pairs and shape.sets == 4:
        found |= (role == 4) & (odd <= wilds)
    if shape.pairs_and_triplet and shape.sets == 5:
        rare = (role == 4) & (odd <= wilds + _odds(shape)) & (found == 0)
        found[rare] = _each(counts[rare], shape.pairs, np.bool_)


def wait_rows(shape: Kernel, counts: Bytes, masks: Masks) -> None:
    """Fill in the waits of each hand."""
    _check(counts)
    if shape.families or shape.eyes_held:
        masks[:] = _each(counts, shape.waits, np.uint64)
        return
    keys, (wilds, odd, size) = _natural(shape, counts)
    role = np.frombuffer(roles(shape.sets), np.uint8)[size]
    ready = (_codes(shape, keys) >> 4 <= wilds + 1) & (role > 0) & (role < 3)
    exact = ready & (counts == 4).any(1)  # a fifth copy has no key
    if shape.seven_pairs or shape.pairs_and_triplet:
        exact |= (role == 2) & (odd <= wilds + _odds(shape) + 1)
    masks[:] = 0
    masks[ready] = _table_waits(shape, keys[ready], wilds[ready])
    masks[exact] = _each(counts[exact], shape.waits, np.uint64)


def natural_rows(shape: Kernel, counts: Bytes, keys: Keys, sums: Bytes) -> None:
    """Fill in the keys of natural tiles, and the wilds, the odd kinds and the size of each hand."""
    _check(counts)
    keys[:], sums[:] = _natural(shape, counts)


def code_rows(shape: Kernel, keys: Keys, codes: Bytes) -> None:
    """Fill in the codes of whole hands."""
    most = np.array([*[tables.SUIT_KEYS] * 3, tables.HONOUR_KEYS])
    if not ((keys >= 0) & (keys < most)).all():
        raise ValueError(UNKNOWN_KEYS)
    codes[:] = _codes(shape, keys)


def _check(counts: Bytes) -> None:
    if counts.max(initial=0) > 4:
        raise ValueError("a row has at most four of a kind")


def _odds(shape: Kernel) -> int:
    """Return how many odd kinds, beyond the wilds, a hand of pairs and a set has at most."""
    return 3 if shape.pairs_and_run else 1


def _table_waits(shape: Kernel, keys: Keys, wilds: Bytes) -> Masks:
    masks = np.full(len(keys), mask_of(shape.wild), np.uint64)
    for face, tile in enumerate(shape.prints):
        if tile >= 0:
            more = keys.copy()
            more[:, face // 9] += 5 ** (face % 9)
            fits = _codes(shape, more) >> 4 <= wilds
            masks |= fits.astype(np.uint64) << np.uint64(tile)
    return masks


def _natural(shape: Kernel, counts: Bytes) -> tuple[Keys, Bytes]:
    wilds = counts[:, sorted(shape.wild)].sum(1, dtype=np.uint8)
    natural = np.delete(counts, sorted(shape.wild), axis=1)
    odd = (natural & 1).sum(1, dtype=np.uint8)
    # Keys are below 2**24, so that float32 holds them and the product is quick.
    keys = (counts.astype(np.float32) @ _weights(shape)).astype(np.int32)
    return keys, np.stack((wilds, odd, counts.sum(1, dtype=np.uint8)))


def _codes(shape: Kernel, keys: Keys) -> Bytes:
    suit = _wide(tables.suit_codes(shape.eyes))
    honours = _wide(tables.honour_codes(eyes=shape.eyes is None))
    parts = (keys[start : start + _CHUNK] for start in range(0, len(keys), _CHUNK))
    found = [_looked_up(part, suit, honours) for part in parts]
    return np.concatenate(found) if found else np.empty(0, np.uint8)


def _looked_up(keys: Keys, suit: NDArray[np.uint16], honours: NDArray[np.uint16]) -> Bytes:
    combined = _wide(tables.combined())
    one = combined[suit[keys[:, 0]] << 8 | suit[keys[:, 1]]]
    other = combined[suit[keys[:, 2]] << 8 | honours[keys[:, 3]]]
    codes: Bytes = combined[one << 8 | other].astype(np.uint8)
    return codes


@cache
def _wide(table: bytes) -> NDArray[np.uint16]:
    return np.frombuffer(table, np.uint8).astype(np.uint16)


def _weights(shape: Kernel) -> NDArray[np.float32]:
    weights = np.zeros((34, 4), np.float32)
    for tile in range(34):
        face = shape.stand[1] if shape.stand and tile == shape.stand[0] else tile
        weights[tile, face // 9] = 5 ** (face % 9) if tile not in shape.wild else 0
    return weights


def _each(counts: Bytes, ask: Callable[[Hand], int], kind: type[T]) -> NDArray[T]:
    hands = (Hand(np.repeat(np.arange(34), row).tolist()) for row in counts)
    return np.fromiter((ask(hand) for hand in hands), kind, len(counts))

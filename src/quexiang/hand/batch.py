"""Whole arrays of hands at once.

`counts` has a row of 34 counts for each hand. Who keeps keys anyway asks `complete_keys`, which is
quicker: a row has the keys of m, p, s and z without the wilds, and `wilds` the number of wilds.
"""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from quexiang.hand import rows, tables
from quexiang.hand.concealed import Hand
from quexiang.hand.limits import roles
from quexiang.hand.shape import Shape
from quexiang.tiles import mask_of

Bytes = NDArray[np.uint8]
Keys = NDArray[np.int32]
Bools = NDArray[np.bool_]
Masks = NDArray[np.uint64]

T = TypeVar("T", bound=np.generic)

_COMPILED = not str(rows.__file__).endswith(".py")
_CHUNK = 1 << 13  # as many rows as stay in the processor's cache


def complete_many(counts: Bytes, shape: Shape) -> Bools:
    """Tell for each row whether it is a complete hand."""
    counts = _checked(counts)
    if _COMPILED:
        whole = np.empty(len(counts), np.bool_)
        rows.complete_rows(shape, counts, whole.view(np.uint8))
        return whole
    if shape.families or shape.eyes_held:
        return _each(counts, shape.complete, np.bool_)
    keys, wilds, odd, size = natural_many(counts, shape)
    role = np.frombuffer(roles(shape.sets), np.uint8)[size]
    found: Bools = complete_keys(keys, wilds, shape) & (role > 2)
    if shape.seven_pairs and shape.sets == 4:
        found |= (role == 4) & (odd <= wilds)
    if shape.pairs_and_triplet and shape.sets == 5:
        rare = (role == 4) & (odd <= wilds + _odds(shape)) & ~found
        found[rare] = _each(counts[rare], shape.pairs, np.bool_)
    return found


def complete_keys(keys: Keys, wilds: Bytes, shape: Shape) -> Bools:
    """Tell for each row of 3k+2 tiles whether it is sets and eyes, but not by families."""
    if shape.families or shape.eyes_held:
        raise ValueError("keys do not tell what families and held eyes need: use complete_many")
    found: Bools = codes_of(keys, shape) >> 4 <= wilds
    return found


def waits_many(counts: Bytes, shape: Shape) -> Masks:
    """Return for each row of 3k+1 tiles the mask of the kinds that complete it."""
    counts = _checked(counts)
    if _COMPILED:
        found = np.empty(len(counts), np.uint64)
        rows.wait_rows(shape, counts, found)
        return found
    if shape.families or shape.eyes_held:
        return _each(counts, shape.waits, np.uint64)
    keys, wilds, odd, size = natural_many(counts, shape)
    role = np.frombuffer(roles(shape.sets), np.uint8)[size]
    ready = (codes_of(keys, shape) >> 4 <= wilds + 1) & (role > 0) & (role < 3)
    exact = ready & (counts == 4).any(1)  # a fifth copy has no key
    if shape.seven_pairs or shape.pairs_and_triplet:
        exact |= (role == 2) & (odd <= wilds + _odds(shape) + 1)
    masks = np.zeros(len(counts), np.uint64)
    masks[ready] = _table_waits(keys[ready], wilds[ready], shape)
    masks[exact] = _each(counts[exact], shape.waits, np.uint64)
    return masks


def _odds(shape: Shape) -> int:
    """Return how many odd kinds, beyond the wilds, a hand of pairs and a set has at most."""
    return 3 if shape.pairs_and_run else 1


def _table_waits(keys: Keys, wilds: Bytes, shape: Shape) -> Masks:
    masks = np.full(len(keys), mask_of(shape.wild), np.uint64)
    for face, tile in enumerate(shape.prints):
        if tile >= 0:
            more = keys.copy()
            more[:, face // 9] += 5 ** (face % 9)
            fits = codes_of(more, shape) >> 4 <= wilds
            masks |= fits.astype(np.uint64) << np.uint64(tile)
    return masks


def natural_many(counts: Bytes, shape: Shape) -> tuple[Keys, Bytes, Bytes, Bytes]:
    """Return for each row its keys without the wilds, its wilds, its odd kinds and its size."""
    counts = _checked(counts)
    if _COMPILED:
        keys = np.empty((len(counts), 4), np.int32)
        sums = np.empty((3, len(counts)), np.uint8)
        rows.natural_rows(shape, counts, keys, sums)
        return keys, sums[0], sums[1], sums[2]
    wilds = counts[:, sorted(shape.wild)].sum(1, dtype=np.uint8)
    natural = np.delete(counts, sorted(shape.wild), axis=1)
    odd = (natural & 1).sum(1, dtype=np.uint8)
    # Keys are below 2**24, so that float32 holds them and the product is quick.
    keys = (counts.astype(np.float32) @ _weights(shape)).astype(np.int32)
    return keys, wilds, odd, counts.sum(1, dtype=np.uint8)


def _checked(counts: Bytes) -> Bytes:
    counts = np.ascontiguousarray(counts, np.uint8)
    if counts.ndim != 2 or counts.shape[1] != 34:
        raise ValueError(f"a row has 34 counts, not {counts.shape}")
    return counts


def codes_of(keys: Keys, shape: Shape) -> Bytes:
    """Return the codes of whole hands."""
    keys = np.ascontiguousarray(keys, np.int32)
    suit = tables.suit_codes(shape.eyes)
    honours = tables.honour_codes(eyes=shape.eyes is None)
    codes = np.empty(len(keys), np.uint8)
    if _COMPILED:
        rows.code_rows(suit, honours, tables.combined(), keys, codes)
        return codes
    for start in range(0, len(keys), _CHUNK):
        part = slice(start, start + _CHUNK)
        codes[part] = _looked_up(keys[part], _wide(suit), _wide(honours))
    return codes


def _looked_up(keys: Keys, suit: NDArray[np.uint16], honours: NDArray[np.uint16]) -> Bytes:
    combined = _wide(tables.combined())
    one = combined[suit[keys[:, 0]] << 8 | suit[keys[:, 1]]]
    other = combined[suit[keys[:, 2]] << 8 | honours[keys[:, 3]]]
    codes: Bytes = combined[one << 8 | other].astype(np.uint8)
    return codes


@cache
def _wide(table: bytes) -> NDArray[np.uint16]:
    return np.frombuffer(table, np.uint8).astype(np.uint16)


def _weights(shape: Shape) -> NDArray[np.float32]:
    weights = np.zeros((34, 4), np.float32)
    for tile in range(34):
        face = shape.stand[1] if shape.stand and tile == shape.stand[0] else tile
        weights[tile, face // 9] = 5 ** (face % 9) if tile not in shape.wild else 0
    return weights


def _each(counts: Bytes, ask: Callable[[Hand], int], kind: type[T]) -> NDArray[T]:
    hands = (Hand(np.repeat(np.arange(34), row).tolist()) for row in counts)
    return np.fromiter((ask(hand) for hand in hands), kind, len(counts))

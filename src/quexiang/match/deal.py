# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""The deal: wall and dice derived from a seed by a stream that anybody can recompute.

The stream of a purpose is SHAKE-256 over `quexiang deal 1`, a zero byte, the purpose, a zero byte
and the seed, read as big-endian 32-bit words. A number below n is the first word smaller than the
largest multiple of n that fits in 32 bits, modulo n; so no result is likelier than another.
`docs/deal.md` has the same in words, with an example.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from functools import partial
from typing import Final, Protocol

from quexiang.engine.wall import Dice, Wall
from quexiang.tiles import Tile

WORDS: Final = 2**32
FEW: Final = 8
"""How many words of a stream are read at first."""


class Source(Protocol):
    """A stream of bytes, as long as one asks for."""

    def digest(self, length: int, /) -> bytes:
        """Its first bytes."""


class Words:
    """The words of a stream, one after another; `first` of them are read at the beginning."""

    __slots__ = ("_at", "_read", "_source")

    def __init__(self, source: Source, first: int = FEW) -> None:
        self._source = source
        self._at = 0
        self._read = self._first(first)

    def _first(self, count: int) -> tuple[int, ...]:
        """The first words, so many."""
        return struct.unpack(f">{count}I", self._source.digest(4 * count))

    def below(self, count: int) -> int:
        """An unbiased number from 0 to count − 1."""
        if count < 1:
            raise ValueError(f"no number is below {count}")
        word = WORDS
        # The first comparison, which saves the division, is nearly always enough.
        while word >= WORDS - count and word >= WORDS - WORDS % count:
            if self._at == len(self._read):
                self._read = self._first(2 * self._at)
            word = self._read[self._at]
            self._at += 1
        return word % count


def words(seed: bytes, purpose: str, first: int = FEW) -> Words:
    """The words of a purpose."""
    source = hashlib.shake_256(b"\0".join((b"quexiang deal 1", purpose.encode(), seed)))
    return Words(source, first)


def shuffled(tiles: Sequence[Tile], seed: bytes) -> list[Tile]:
    """The tiles in the order of the seed: Fisher and Yates, from the last place down."""
    row = list(tiles)
    stream = words(seed, "wall", len(row))
    for place in range(len(row) - 1, 0, -1):
        other = stream.below(place + 1)
        row[place], row[other] = row[other], row[place]
    return row


def wall(tiles: Sequence[Tile], seed: bytes) -> Wall:
    """The wall of a seed."""
    return Wall(shuffled(sorted(tiles), seed))


def dice(seed: bytes) -> Dice:
    """The dice of a seed; the n-th result stands by itself."""
    return Dice(partial(_die, seed), partial(_seat, seed))


def _die(seed: bytes, number: int) -> int:
    return 1 + words(seed, f"die {number}").below(6)


def _seat(seed: bytes, count: int) -> int:
    return words(seed, "seat").below(count)


def round_seed(match_seed: str, number: int) -> bytes:
    """The seed of a match's n-th round, counted from 1."""
    return hashlib.sha256(f"quexiang round 1\0{match_seed}\0{number}".encode()).digest()

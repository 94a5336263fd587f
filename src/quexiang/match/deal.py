"""The deal: wall and dice derived from a seed by a stream that anybody can recompute.

The stream of a purpose is SHAKE-256 over `quexiang deal 1`, a zero byte, the purpose, a zero byte
and the seed, read as big-endian 32-bit words. A number below n is the first word smaller than the
largest multiple of n that fits in 32 bits, modulo n; so no result is likelier than another.
`docs/deal.md` has the same in words, with an example.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Iterator, Sequence
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


def stream(seed: bytes, purpose: str) -> Iterator[int]:
    """The words of a purpose, without end."""
    source = _source(seed, purpose)
    start, size = 0, FEW
    while True:
        yield from _words(source, start, size)
        start, size = size, 2 * size


def _source(seed: bytes, purpose: str) -> Source:
    return hashlib.shake_256(b"\0".join((b"quexiang deal 1", purpose.encode(), seed)))


def _words(source: Source, start: int, end: int) -> list[int]:
    """The words from one place to another."""
    words = array("I", source.digest(4 * end)[4 * start :])
    if sys.byteorder == "little":
        words.byteswap()
    return words.tolist()


def below(words: Iterator[int], count: int) -> int:
    """An unbiased number from 0 to count − 1."""
    limit = WORDS - WORDS % count
    for word in words:
        if word < limit:
            return word % count
    raise AssertionError


def shuffled(tiles: Sequence[Tile], seed: bytes) -> list[Tile]:
    """The tiles in the order of the seed: Fisher and Yates, from the last place down."""
    row = list(tiles)
    words = _words(_source(seed, "wall"), 0, len(row))
    at = 0
    for place in range(len(row) - 1, 0, -1):
        word, limit = WORDS, WORDS - WORDS % (place + 1)
        while word >= limit:
            if at == len(words):
                words += _words(_source(seed, "wall"), at, 2 * at)
            word = words[at]
            at += 1
        other = word % (place + 1)
        row[place], row[other] = row[other], row[place]
    return row


def wall(tiles: Sequence[Tile], seed: bytes) -> Wall:
    """The wall of a seed."""
    return Wall(shuffled(sorted(tiles), seed))


def dice(seed: bytes) -> Dice:
    """The dice of a seed; the n-th result stands by itself."""
    return Dice(partial(_die, seed), partial(_seat, seed))


def _die(seed: bytes, number: int) -> int:
    return 1 + below(stream(seed, f"die {number}"), 6)


def _seat(seed: bytes, count: int) -> int:
    return below(stream(seed, "seat"), count)


def round_seed(match_seed: str, number: int) -> bytes:
    """The seed of a match's n-th round, counted from 1."""
    return hashlib.sha256(f"quexiang round 1\0{match_seed}\0{number}".encode()).digest()

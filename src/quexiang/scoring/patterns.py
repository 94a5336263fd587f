"""Patterns: named features of a win and what they are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from quexiang.engine.events import Meld
from quexiang.hand.concealed import Hand
from quexiang.text import Named, Text
from quexiang.tiles import Tile

RANKS = 9
FIRST_HONOUR = 27


class Pattern(Named, frozen=True):
    """A feature of a winning hand; what `worth` means is the variant's law."""

    worth: int = 0
    rule: str = ""
    of_pairs: bool = False
    """The hand was paid as pairs (七对), not as sets."""


def listed(patterns: Iterable[Pattern]) -> tuple[str, ...]:
    """The keys of patterns as a win keeps them: equal ones side by side."""
    return tuple(Counter(pattern.key for pattern in patterns).elements())


def suits(hand: Hand, melds: Iterable[Meld], wild: Sequence[Tile] = ()) -> set[int]:
    """清一色: the suits of all suited tiles of hand and melds that are not wild."""
    counts = hand.counts
    held: set[int] = set()
    tile: Tile
    for tile in range(FIRST_HONOUR):
        if counts[tile] and tile not in wild:
            held.add(tile // RANKS)
    for meld in melds:
        held.add(meld.tiles[0] // RANKS)
    return held


def pattern_names(keys: Iterable[str], patterns: Iterable[Pattern]) -> tuple[Text, ...]:
    """What keys are called, a repeated one once with its number.

    >>> caipiao = Pattern("caipiao", "财飘", "caipiao")
    >>> [name.zh for name in pattern_names(["caipiao", "caipiao"], [caipiao])]
    ['财飘×2']
    """
    known = {pattern.key: pattern for pattern in patterns}
    counts = ((known[key], count) for key, count in Counter(keys).items())
    return tuple(
        pattern.name if count == 1 else Text(f"{pattern.zh}×{count}", f"{pattern.en}×{count}")
        for pattern, count in counts
    )

"""Patterns: named features of a win and what they are worth."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable


class Pattern(Struct, frozen=True):
    """A feature of a winning hand; what `worth` means is the variant's law."""

    key: str
    zh: str
    en: str
    worth: int = 0
    rule: str = ""


def listed(patterns: Iterable[Pattern]) -> tuple[str, ...]:
    """The Chinese names, a repeated one once with its number (财飘×2)."""
    counts = Counter(pattern.zh for pattern in patterns)
    return tuple(name if count == 1 else f"{name}×{count}" for name, count in counts.items())

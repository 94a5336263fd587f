"""Who seats the players of a match, so that others can see what they choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from quexiang.match.match import Match
from quexiang.match.play import Chooser


class Usher(Protocol):
    """Seats the choosers of a match."""

    def __call__(
        self, match: Match, names: Sequence[str], choosers: Sequence[Chooser]
    ) -> Sequence[Chooser]:
        """Give the choosers, or others that ask them."""


def themselves(
    match: Match,  # noqa: ARG001 - nobody looks on
    names: Sequence[str],  # noqa: ARG001 - likewise
    choosers: Sequence[Chooser],
) -> Sequence[Chooser]:
    """Seat the choosers themselves."""
    return choosers

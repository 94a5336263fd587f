"""What an episode is and what it brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from quexiang.env.desk import Desk
from quexiang.errors import UserError

Unit = Literal["round", "match"]
UNITS: Final = ("round", "match")


class Rewards(Struct, frozen=True):
    """Points when a round ends, or the totals when a match does."""

    episode: Unit = "round"
    """When an episode ends."""
    by: Unit = "round"
    """When points are given; by the match only if an episode is one."""
    normalised: bool = False
    """Divide by what all winners win together: from −1 to 1."""

    def __post_init__(self) -> None:
        if self.episode not in UNITS or self.by not in UNITS:
            raise UserError("只有 round 和 match", "there are only round and match")
        if (self.episode, self.by) == ("round", "match"):
            raise UserError("一局就结束，分也要按局给", "an episode of a round pays by the round")

    def of(self, desk: Desk) -> list[float]:
        """What the round that has just ended brings."""
        if self.by == "round":
            return self.scaled(desk.changes())
        return self.scaled(desk.match.totals() if desk.match.over else [0] * desk.players)

    def ends(self, desk: Desk) -> bool:
        """Tell whether the round that has just ended ends the episode."""
        return self.episode == "round" or desk.match.over

    def begin(self, desk: Desk) -> None:
        """Deal for the next episode."""
        if self.episode == "match":
            desk.rematch()
        else:
            desk.deal()

    def scaled(self, points: Sequence[int]) -> list[float]:
        """The rewards that points are.

        >>> Rewards(normalised=True).scaled([3, 1, -4, 0])
        [0.75, 0.25, -1.0, 0.0]
        """
        won = sum(point for point in points if point > 0) if self.normalised else 1
        return [point / (won or 1) for point in points]

"""The chance that a hand wins in time, by distance, useful tiles and remaining draws."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

FINE = 256
"""Chances are rounded to this many parts, so that results can be cached."""
MOST = 0.6


class Pace(Struct, frozen=True, gc=False):
    """The pace of a game: chances to come nearer by distance, and how soon others win."""

    steps: tuple[float, ...]
    calm: int
    rush: float

    def alive(self, turn: int) -> float:
        """The chance that nobody else wins in a turn."""
        return 1 - min(MOST, self.rush * max(0, turn - self.calm))


@lru_cache(maxsize=1 << 16)
def typical(pace: Pace, far: int, draws: int, turn: int) -> float:
    """The chance of an average hand to win from a distance within some draws."""
    if far < 0:
        return 1.0
    if draws <= 0:
        return 0.0
    step = pace.steps[min(far, len(pace.steps) - 1)]
    nearer = typical(pace, far - 1, draws - 1, turn + 1)
    same = typical(pace, far, draws - 1, turn + 1)
    return pace.alive(turn) * (step * nearer + (1 - step) * same)


@lru_cache(maxsize=1 << 16)
def chance(pace: Pace, far: int, now: int, later: int, draws: int, turn: int) -> float:
    """The chance to win if the next two steps succeed with `now` and `later` parts of FINE.

    A `later` of −1 stands for an average second step.
    """
    if far < 0:
        return 1.0
    step = now / FINE
    total, reached = 0.0, step
    for draw in range(1, draws + 1):
        reached *= pace.alive(turn + draw - 1)
        if later < 0 or far == 0:
            total += reached * typical(pace, far - 1, draws - draw, turn + draw)
        else:
            total += reached * chance(pace, far - 1, later, -1, draws - draw, turn + draw)
        reached *= 1 - step
    return total


@lru_cache(maxsize=1 << 12)
def lost(pace: Pace, draws: int, turn: int) -> float:
    """The chance that another wins before the wall is used up."""
    alive = 1.0
    for draw in range(draws):
        alive *= pace.alive(turn + draw)
    return 1 - alive

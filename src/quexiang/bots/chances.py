"""How likely a hand wins in time: chances by distance, useful tiles and the draws that are left."""

from __future__ import annotations

from functools import lru_cache

FINE = 256
"""Chances are rounded to so many parts, so that they can be kept."""


@lru_cache(maxsize=1 << 16)
def typical(steps: tuple[float, ...], far: int, draws: int, hazard: int) -> float:
    """The chance to win from a distance within so many draws, for a hand like others."""
    if far < 0:
        return 1.0
    if draws <= 0:
        return 0.0
    step = steps[min(far, len(steps) - 1)]
    alive = 1 - hazard / FINE
    nearer = typical(steps, far - 1, draws - 1, hazard)
    return alive * (step * nearer + (1 - step) * typical(steps, far, draws - 1, hazard))


@lru_cache(maxsize=1 << 16)
def chance(
    steps: tuple[float, ...], far: int, now: int, later: int, draws: int, hazard: int
) -> float:
    """The chance to win if the next steps succeed with `now` and `later` parts of FINE.

    A `later` of −1 says that the hand was not looked at so closely.
    """
    if far < 0:
        return 1.0
    p, alive = now / FINE, 1 - hazard / FINE
    total, reached = 0.0, p
    for draw in range(1, draws + 1):
        reached *= alive
        if later < 0 or far == 0:
            total += reached * typical(steps, far - 1, draws - draw, hazard)
        else:
            total += reached * chance(steps, far - 1, later, -1, draws - draw, hazard)
        reached *= 1 - p
    return total

"""How bots stand after duplicate play: means over walls, with their 95 % intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, stdev

from msgspec import Struct

from quexiang.match.duplicate import Deeds, Result, Setup

NORMAL = 1.959964
"""The quantile of the normal distribution that leaves 2.5 % above it."""


class Estimate(Struct, frozen=True):
    """A mean with half the width of its 95 % interval; None where one sample says nothing."""

    mean: float
    margin: float | None

    @property
    def excludes_zero(self) -> bool:
        """Tell whether the sign of the mean is beyond doubt."""
        return self.margin is not None and abs(self.mean) > self.margin


class Standing(Struct, frozen=True):
    """How one bot did."""

    bot: str
    score: Estimate
    """Points per round."""
    win_rate: float
    self_draw_rate: float
    deal_in_rate: float
    kong_rate: float
    mean_ms: float
    worst_ms: float
    decisions: int
    faults: dict[str, int]


class Difference(Struct, frozen=True):
    """How much better one bot is than another, and in how many matches it ended ahead."""

    bot: str
    other: str
    score: Estimate
    matches: int
    ahead: float
    """Matches in which its seats had the higher mean total; a tie counts one half."""


class Standings(Struct, frozen=True):
    """All that an arena says."""

    walls: int
    rounds: int
    bots: list[Standing]
    differences: list[Difference]


def standings(setup: Setup, results: Sequence[Result]) -> Standings:
    """Reckon the standings; the mean of a wall's seatings is one sample."""
    names = list(dict.fromkeys(setup.bots))
    samples = {name: [_sample(setup, result, name) for result in results] for name in names}
    shown = [_standing(setup, name, samples[name], results) for name in names]
    pairs = [(a, b) for at, a in enumerate(names) for b in names[at + 1 :]]
    rounds = setup.rounds * sum(len(result.seatings) for result in results)
    return Standings(
        len(results), rounds, shown, [_difference(setup, a, b, samples, results) for a, b in pairs]
    )


def estimate(samples: Sequence[float]) -> Estimate:
    """The mean of independent samples with its interval by Student's distribution.

    >>> estimate([1.0, 2.0, 3.0]).mean
    2.0
    """
    if len(samples) <= 1:
        return Estimate(fmean(samples) if samples else 0.0, None)
    margin = student(len(samples) - 1) * stdev(samples) / sqrt(len(samples))
    return Estimate(fmean(samples), margin)


def student(freedom: int) -> float:
    """The quantile that leaves 2.5 % above it, by the expansion about the normal one.

    >>> round(student(10), 3), round(student(1000), 3)
    (2.228, 1.962)
    """
    z, n = NORMAL, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def _sample(setup: Setup, result: Result, name: str) -> float:
    points = (_points(setup, seating.bots, seating.scores, name) for seating in result.seatings)
    return fmean(points) / setup.rounds


def _points(setup: Setup, bots: Iterable[int], scores: Iterable[int], name: str) -> float:
    """The mean of the seats at which bots of this name sat."""
    pairs = zip(bots, scores, strict=True)
    return fmean(score for place, score in pairs if setup.bots[place] == name)


def _standing(
    setup: Setup, name: str, samples: Sequence[float], results: Iterable[Result]
) -> Standing:
    deeds = Deeds()
    for result in results:
        for place, bot in enumerate(setup.bots):
            if bot == name:
                deeds.add(result.deeds[place])
    rounds, decisions = max(1, deeds.rounds), max(1, deeds.decisions)
    return Standing(
        name,
        estimate(samples),
        deeds.wins / rounds,
        deeds.self_draws / rounds,
        deeds.deal_ins / rounds,
        deeds.kongs / rounds,
        1000 * deeds.seconds / decisions,
        1000 * deeds.slowest,
        deeds.decisions,
        deeds.faults,
    )


def _difference(
    setup: Setup, bot: str, other: str, samples: dict[str, list[float]], results: Iterable[Result]
) -> Difference:
    gaps = [a - b for a, b in zip(samples[bot], samples[other], strict=True)]
    leads = [
        _points(setup, seating.bots, seating.totals, bot)
        - _points(setup, seating.bots, seating.totals, other)
        for result in results
        for seating in result.seatings
    ]
    ahead = sum(1.0 if lead > 0 else 0.5 if lead == 0 else 0.0 for lead in leads)
    return Difference(bot, other, estimate(gaps), len(leads), ahead)

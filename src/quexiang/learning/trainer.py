"""The trainer: rounds are played anywhere, the weights are learnt here.

Four players share one policy. After a round every answer is made likelier or less likely by what
its seat has won or lost (REINFORCE); since rounds sum to zero, no baseline is needed. The slopes of
a generation's works are summed in their order, so the weights depend on the seed alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
from msgspec import Struct

from quexiang import env
from quexiang.learning.policy import NAMES, Floats, Policy
from quexiang.match.executor import Executor, held

TABLES: Final = 16
"""Tables of a work, and rounds that it plays."""
RATE: Final = 0.05
FORGET: Final = (0.9, 0.99)
"""How much of the mean slope and of its mean square a generation keeps (Adam)."""


class Course(Struct, frozen=True, kw_only=True):
    """What is to be learnt, and for how long."""

    town: str
    options: Mapping[str, object] = {}
    players: int | None = None
    rounds: int = 20000
    generation: int = 512
    """Rounds between two changes of the weights."""
    seed: str = "0"

    @property
    def works(self) -> int:
        """Works of a generation."""
        return -(-self.generation // TABLES)

    @property
    def generations(self) -> int:
        """Changes of the weights."""
        return -(-self.rounds // (self.works * TABLES))

    @property
    def played(self) -> int:
        """Rounds that are played: whole generations of whole works."""
        return self.generations * self.works * TABLES


class Work(Struct, frozen=True):
    """Some rounds with the weights of one generation."""

    course: Course
    seed: str
    weights: tuple[float, ...]


class Played(Struct, frozen=True):
    """What came of a work."""

    slopes: tuple[float, ...]
    won: int
    """Rounds that somebody won or lost points in."""


class Progress(Struct, frozen=True):
    """A generation that is over."""

    policy: Policy
    rounds: int
    decided: float
    """The part of the rounds in which points changed hands."""


def play(work: Work) -> Played:
    """Play as many rounds as a work has tables, and sum the slopes by what they brought."""
    course = work.course
    tables = env.batch(
        course.town, tables=TABLES, options=course.options, players=course.players, seed=work.seed
    )
    policy = Policy(np.array(work.weights))
    source = np.random.default_rng(list(work.seed.encode()))
    every = np.arange(TABLES)
    slopes = np.zeros((TABLES, tables.rewards.shape[1], len(NAMES)))
    total, rounds, won = np.zeros(len(NAMES)), 0, 0
    while rounds < TABLES:
        drawn, slope = policy.draw(tables.observations, tables.masks, source.random(TABLES))
        slopes[every, tables.seats] += slope
        tables.step(drawn)
        for table in np.flatnonzero(tables.dones):
            points = tables.rewards[table].astype(np.float64)
            most = np.abs(points).max()
            if most:
                total += (points / most) @ slopes[table]
                won += 1
            slopes[table] = 0
            rounds += 1
    return Played(tuple(total), won)


def train(course: Course, executor: Executor) -> Iterator[Progress]:
    """Learn, a generation after another; the last policy is the one learnt."""
    weights = np.zeros(len(NAMES))
    mean, square = np.zeros(len(NAMES)), np.zeros(len(NAMES))
    with held(executor):
        for generation in range(1, course.generations + 1):
            some = list(executor.results(play, _works(course, generation, weights)))
            slope = np.sum([one.slopes for one in some], axis=0) / (len(some) * TABLES)
            mean = FORGET[0] * mean + (1 - FORGET[0]) * slope
            square = FORGET[1] * square + (1 - FORGET[1]) * slope**2
            weights = weights + _step(mean, square, generation)
            rounds = len(some) * TABLES
            yield Progress(Policy(weights), rounds, sum(one.won for one in some) / rounds)


def _step(mean: Floats, square: Floats, generation: int) -> Floats:
    """A step of Adam."""
    true_mean = mean / (1 - FORGET[0] ** generation)
    true_square = square / (1 - FORGET[1] ** generation)
    step: Floats = RATE * true_mean / (np.sqrt(true_square) + 1e-8)
    return step


def _works(course: Course, generation: int, weights: Floats) -> Iterator[Work]:
    for number in range(course.works):
        yield Work(course, f"{course.seed}/{generation}/{number}", tuple(weights))

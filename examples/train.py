"""Learns to discard with `env.batch`: a linear policy, improved by the points of whole rounds.

    python examples/train.py [STEPS]

A table has four players who share one policy. After each round every action that its seat took is
made likelier or less likely by what the seat has won or lost (REINFORCE, without a baseline).
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from quexiang import env

TABLES = 16
RATE = 2e-3
DISCARDS = env.BLOCKS["discard"]
COLUMNS = slice(DISCARDS.first, DISCARDS.first + DISCARDS.size)
Floats = NDArray[np.float32]


class Policy:
    """Scores discards by a linear function of the own hand and the wild faces, others alike."""

    def __init__(self) -> None:
        self.weights: Floats = np.zeros((84, DISCARDS.size), np.float32)

    def features(self, observations: NDArray[np.uint8]) -> Floats:
        """Planes 0 and 3: the tiles in hand and the wild faces."""
        return observations[:, (0, 3)].reshape(len(observations), -1).astype(np.float32)

    def chances(self, features: Floats, masks: NDArray[np.int8]) -> Floats:
        """The chance of each legal number."""
        scores = np.where(masks, np.float32(0), -np.inf)
        scores[:, COLUMNS] += features @ self.weights
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances: Floats = raised / raised.sum(axis=1, keepdims=True)
        return chances


def train(town: str, steps: int, seed: int = 1) -> tuple[Policy, int]:
    """Play and learn for so many steps of all tables; give the policy and the rounds played."""
    tables, policy = env.batch(town, tables=TABLES, seed=seed), Policy()
    source = np.random.default_rng(seed)
    slopes = np.zeros((TABLES, 4, *policy.weights.shape), np.float32)
    rounds = 0
    every = np.arange(TABLES)
    for _ in range(steps):
        features = policy.features(tables.observations)
        chances = policy.chances(features, tables.masks)
        drawn = (chances.cumsum(axis=1) > source.random((TABLES, 1))).argmax(axis=1)
        push = -chances
        push[every, drawn] += 1
        push = push[:, COLUMNS]
        slopes[every, tables.seats] += features[:, :, None] * push[:, None, :]
        tables.step(drawn.astype(np.int32))
        for table in np.flatnonzero(tables.dones):
            won = np.sign(tables.rewards[table])
            policy.weights += RATE * np.tensordot(won, slopes[table], axes=1)
            slopes[table] = 0
            rounds += 1
    return policy, rounds


if __name__ == "__main__":
    learnt, played = train("anhua", int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
    print(f"{played} rounds; the policy's weights: {np.abs(learnt.weights).sum():.2f}")

"""A policy: chances of the legal numbers by scores that are linear in what a player would name.

A number's score is the weight of its kind of action (胡, 碰, 过 …). That of a discard adds what is
known of the tile: whether it is one of a pair, has neighbours in the hand, lies in the rivers.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quexiang.env import layout
from quexiang.env.numbering import BLOCKS
from quexiang.tiles import KINDS, SUITED

Floats = NDArray[np.float64]
KINDS_OF_ACTION: Final = tuple(BLOCKS)
OF_A_TILE: Final = ("pair", "triplet", "beside", "apart", "honour", "end", "wild", "seen", "safe")
NAMES: Final = (*KINDS_OF_ACTION, *OF_A_TILE)
"""The weights by name."""
STARTS: Final = np.array([block.first for block in BLOCKS.values()])
KIND_OF: Final = np.repeat(np.arange(len(BLOCKS)), [block.size for block in BLOCKS.values()])
DISCARD: Final = BLOCKS["discard"].first
DECLARE: Final = BLOCKS["declare"].first
DISCARDS: Final = tuple(range(DISCARD, DECLARE + BLOCKS["declare"].size, KINDS))
"""Where the discards begin, plain ones and those that declare."""
PLANE: Final = {plane.key: place for place, plane in enumerate(layout.PLANES)}
VISIBLE: Final = [
    PLANE[f"{key}_{seat}"]
    for key in ("chows", "pongs", "open_kongs", "river")
    for seat in range(layout.SEATS)
]
RIVERS: Final = [PLANE[f"river_{seat}"] for seat in range(1, layout.SEATS)]
PAIR: Final = 2


def _near(distance: int) -> Floats:
    """Which kinds of a suit lie so far from each other."""
    near = np.zeros((KINDS, KINDS))
    for low in range(SUITED - distance):
        if low // 9 == (low + distance) // 9:
            near[low, low + distance] = near[low + distance, low] = 1
    return near


BESIDE: Final = _near(1)
APART: Final = _near(2)
HONOUR: Final = (np.arange(KINDS) >= SUITED).astype(np.float64)
END: Final = ((np.arange(KINDS) % 9 % 8 == 0) & (np.arange(KINDS) < SUITED)).astype(np.float64)


class Policy:
    """Weights, and the chances and slopes that follow from them."""

    __slots__ = ("weights",)

    def __init__(self, weights: Floats | None = None) -> None:
        self.weights = np.zeros(len(NAMES)) if weights is None else weights

    def named(self) -> dict[str, float]:
        """The weights by name."""
        return dict(zip(NAMES, self.weights.tolist(), strict=True))

    def scores(self, observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> Floats:
        """The score of each number at each table, minus infinity where it is not legal."""
        return self._scores(features(observations), masks)

    def _scores(self, tiles: Floats, masks: NDArray[np.int8]) -> Floats:
        kinds = len(KINDS_OF_ACTION)
        scores = np.where(masks, self.weights[:kinds][KIND_OF], -np.inf)
        of_tiles = tiles @ self.weights[kinds:]
        for first in DISCARDS:
            scores[:, first : first + KINDS] += of_tiles
        return scores

    def draw(
        self, observations: NDArray[np.uint8], masks: NDArray[np.int8], source: Floats
    ) -> tuple[NDArray[np.int32], Floats]:
        """A number for each table by chance, and the slope of its logarithmic chance.

        `source` has a random number from 0 to 1 for each table.
        """
        tiles = features(observations)
        scores = self._scores(tiles, masks)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances = raised / raised.sum(axis=1, keepdims=True)
        drawn = (chances.cumsum(axis=1) > source[:, None]).argmax(axis=1)
        push = -chances
        push[np.arange(len(drawn)), drawn] += 1
        return drawn.astype(np.int32), _slopes(push, tiles)


def _slopes(push: Floats, tiles: Floats) -> Floats:
    """How much each weight changes what is pushed."""
    of_tiles = sum(push[:, first : first + KINDS] for first in DISCARDS)
    by_tile = np.einsum("tk,tkf->tf", of_tiles, tiles)
    return np.concatenate([np.add.reduceat(push, STARTS, axis=1), by_tile], axis=1)


def features(observations: NDArray[np.uint8]) -> Floats:
    """What is known of each kind of tile at each table, in the order of `OF_A_TILE`."""
    hand = observations[:, PLANE["hand"]].astype(np.float64)
    held = (hand > 0).astype(np.float64)
    shape = hand.shape
    return np.stack(
        [
            hand == PAIR,
            hand > PAIR,
            held @ BESIDE,
            held @ APART,
            np.broadcast_to(HONOUR, shape),
            np.broadcast_to(END, shape),
            observations[:, PLANE["wild"]],
            observations[:, VISIBLE].sum(axis=1) / 4,
            observations[:, RIVERS].any(axis=1),
        ],
        axis=2,
    ).astype(np.float64)

# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Many tables at once, stepped into arrays that are made once. Its C types are in tables.pxd."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from quexiang.env import layout, numbering
from quexiang.env.desk import Desk
from quexiang.rulebook import Options, Variant

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = numbering.SIZE
OBSERVED = layout.HEIGHT * layout.WIDTH
SEATS = layout.SEATS
MASK = (1 << 64) - 1


class Batch:
    """Tables of one town; after each step one seat of each is asked.

    The arrays are written anew by every step: copy what is to be kept.
    """

    __slots__ = (
        "_chance",
        "_given",
        "desks",
        "dones",
        "masks",
        "observations",
        "rewards",
        "seats",
        "tables",
    )

    def __init__(
        self,
        variant: Variant,
        options: Options,
        players: int,
        *,
        tables: int,
        seed: str,
        skip_forced: bool = False,
    ) -> None:
        self.tables = tables
        self.desks = [
            Desk(variant, options, players, f"{seed}/{table}", skip_forced=skip_forced)
            for table in range(tables)
        ]
        self.observations: NDArray[np.uint8] = np.zeros(
            (tables, layout.HEIGHT, layout.WIDTH), np.uint8
        )
        """What the asked seat of each table knows."""
        self.masks: NDArray[np.int8] = np.zeros((tables, SIZE), np.int8)
        """The legal numbers of each asked seat."""
        self.rewards: NDArray[np.float32] = np.zeros((tables, SEATS), np.float32)
        """The points of each seat in the round that this step has ended, otherwise 0."""
        self.dones: NDArray[np.int8] = np.zeros(tables, np.int8)
        """Whether this step has ended the round; the next one is dealt already."""
        self.seats: NDArray[np.int8] = np.zeros(tables, np.int8)
        """The seat that is asked at each table."""
        self._given: NDArray[np.int32] = np.zeros(tables, np.int32)
        self.reset(seed)

    def reset(self, seed: str | None = None) -> None:
        """Deal the first rounds of a seed, or the next rounds of all tables."""
        for table, desk in enumerate(self.desks):
            if seed is None:
                desk.deal()
            else:
                desk.begin(f"{seed}/{table}")
        if seed is not None:
            self._chance = _mixed(seed)
        self.rewards.fill(0)
        self.dones.fill(0)
        self._write()

    def step(self, actions: NDArray[np.int32]) -> None:
        """Take one answer at each table, by number; a round that ends is followed by the next."""
        self.rewards.fill(0)
        self.dones.fill(0)
        self._act(np.ascontiguousarray(actions, np.int32))
        self._write()

    def sample(self) -> NDArray[np.int32]:
        """A random legal number for each table, in an array that is written anew each time."""
        self._draw(self._given)
        return self._given

    def _draw(self, given: NDArray[np.int32]) -> None:
        chance = self._chance
        for table in range(self.tables):
            chance ^= chance << 13 & MASK
            chance ^= chance >> 7
            chance ^= chance << 17 & MASK
            desk = self.desks[table]
            given[table] = desk.sample(chance >> 11)
        self._chance = chance

    def _act(self, actions: NDArray[np.int32]) -> None:
        rewards, dones = self.rewards, self.dones
        for table in range(self.tables):
            desk = self.desks[table]
            desk.act(actions[table])
            if desk.seat < 0:
                self._end(table, desk, rewards, dones)

    def _end(
        self, table: int, desk: Desk, rewards: NDArray[np.float32], dones: NDArray[np.int8]
    ) -> None:
        """Write what a round has brought and deal the next; one without a question counts too."""
        while desk.seat < 0:
            dones[table] = 1
            result = desk.changes()
            for seat in range(desk.players):
                rewards[table, seat] += result[seat]
            desk.deal()

    def _write(self) -> None:
        """Write what each asked seat knows and may do."""
        self.masks.fill(0)
        self._write_all(self.observations.reshape(-1), self.masks.reshape(-1), self.seats)

    def _write_all(
        self, planes: NDArray[np.uint8], flags: NDArray[np.int8], seats: NDArray[np.int8]
    ) -> None:
        for table in range(self.tables):
            desk = self.desks[table]
            seats[table] = desk.seat
            desk.mask(flags, table * SIZE)
            desk.observe(planes, table * OBSERVED, desk.seat)


def _mixed(seed: str) -> int:
    """A number of 64 bits that follows from a seed, never 0."""
    mixed = 14695981039346656037
    for byte in seed.encode():
        mixed = (mixed ^ byte) * 1099511628211 & MASK
    return mixed or 1

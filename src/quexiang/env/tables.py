# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, allow_none_for_extension_args=False
"""Many tables at once, stepped into arrays that are made once. Its C types are in tables.pxd."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from quexiang.env import layout, numbering
from quexiang.env.copying import bytes_of, copy_flags, flags_of
from quexiang.env.desk import Desk
from quexiang.errors import UserError
from quexiang.rulebook import Options, Variant

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Arrays = tuple[
        NDArray[np.uint8],
        NDArray[np.int8],
        NDArray[np.float32],
        NDArray[np.int8],
        NDArray[np.int8],
        NDArray[np.int32],
    ]

SIZE = numbering.SIZE
OBSERVED = layout.HEIGHT * layout.WIDTH
SEATS = layout.SEATS
MASK = (1 << 64) - 1


class Batch:
    """Tables of one town; after each step one seat of each is asked.

    `observations` are what the asked seat of each table knows, `masks` the legal numbers of that
    seat, `seats` who it is; `rewards` the points of each seat in the round that this step has
    ended, otherwise 0; `dones` whether it has ended: the next round is dealt already. The arrays
    are written anew by every step: copy what is to be kept.
    """

    __slots__ = (
        "_asked",
        "_chance",
        "_drawn",
        "_ended",
        "_flags",
        "_given",
        "_legal",
        "_planes",
        "_points",
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
        if tables < 1:
            raise UserError(f"至少要一桌，不是 {tables}", f"at least one table, not {tables}")
        desks = [
            Desk(variant, options, players, f"{seed}/{table}", skip_forced=skip_forced)
            for table in range(tables)
        ]
        self._hold(desks, _arrays(tables), _mixed(seed))
        self._write()

    def _hold(self, desks: Sequence[Desk], arrays: Arrays, chance: int) -> None:
        """Lay the arrays out, and keep them as flat rows."""
        self.desks, self.tables, self._chance = tuple(desks), len(desks), chance
        self.observations, self.masks, self.rewards, self.dones, self.seats, self._given = arrays
        self._planes, self._flags = self.observations.reshape(-1), self.masks.reshape(-1)
        self._points, self._ended = self.rewards.reshape(-1), self.dones
        self._asked, self._drawn = self.seats, self._given
        self._legal = np.zeros(self.tables * SIZE, np.int8)
        """The masks as they were given out; the caller may write into his."""

    def _recall(self) -> None:
        """Reckon the masks once more; those that were given out stay as they are."""
        for table in range(self.tables):
            desk = self.desks[table]
            desk.write_mask(flags_of(self._legal), table * SIZE)

    def __reduce__(self) -> tuple[object, ...]:
        arrays = self.observations, self.masks, self.rewards, self.dones, self.seats, self._given
        return _restored, (self.desks, arrays, self._chance)

    def reset(self, seed: str | int | None = None) -> None:
        """Deal the first rounds of a seed, or the next rounds of all tables."""
        for table, desk in enumerate(self.desks):
            if seed is None:
                desk.deal()
            else:
                desk.begin(f"{seed}/{table}")
        if seed is not None:
            self._chance = _mixed(str(seed))
        self.rewards.fill(0)
        self.dones.fill(0)
        self._write()

    def step(self, actions: NDArray[np.int32]) -> None:
        """Take one answer at each table, by number; a round that ends is followed by the next.

        An illegal one raises `UserError` or `NotAllowed`, and no table takes its answer.
        """
        given = np.asarray(actions)
        numbers = np.ascontiguousarray(given, np.int32)
        if given.dtype != np.int32 and not np.array_equal(numbers, given):
            raise UserError("号码要是整数", f"numbers of answers are whole: {given}")
        if numbers.shape != (self.tables,):
            zh = f"要 {self.tables} 个号码，一桌一个，不是 {numbers.shape}"
            raise UserError(zh, f"one number for each of {self.tables} tables, not {numbers.shape}")
        self._check(numbers)
        self.rewards.fill(0)
        self.dones.fill(0)
        self._act(numbers)

    def sample(self) -> NDArray[np.int32]:
        """A random legal number for each table, in an array that is written anew each time."""
        self._draw()
        return self._given

    def _draw(self) -> None:
        chance = self._chance
        for table in range(self.tables):
            chance ^= chance << 13 & MASK
            chance ^= chance >> 7
            chance ^= chance << 17 & MASK
            desk = self.desks[table]
            self._drawn[table] = desk.sample(chance >> 11)
        self._chance = chance

    def _check(self, actions: NDArray[np.int32]) -> None:
        """Raise for the first table that refuses its number, before any table takes one."""
        legal = flags_of(self._legal)
        for table in range(self.tables):
            number = actions[table]
            if number < 0 or number >= SIZE or not legal[table * SIZE + number]:
                desk = self.desks[table]
                if number not in desk.legal():
                    desk.act(number)

    def _act(self, actions: NDArray[np.int32]) -> None:
        """Let each table answer, and write it while it is at hand."""
        planes = bytes_of(self._planes)
        for table in range(self.tables):
            desk = self.desks[table]
            desk.act(actions[table])
            if desk.seat < 0:
                self._end(table, desk)
            self._write_one(table, desk, planes)
        self._mark()

    def _end(self, table: int, desk: Desk) -> None:
        """Write what a round has brought and deal the next; one without a question counts too."""
        first = table * SEATS
        while desk.seat < 0:
            self._ended[table] = 1
            result = desk.changes()
            for seat in range(desk.players):
                self._points[first + seat] += result[seat]
            desk.deal()

    def _write(self) -> None:
        """Write what each asked seat knows and may do."""
        planes = bytes_of(self._planes)
        for table in range(self.tables):
            desk = self.desks[table]
            self._write_one(table, desk, planes)
        self._mark()

    def _write_one(self, table: int, desk: Desk, planes: NDArray[np.uint8]) -> None:
        self._asked[table] = desk.seat
        desk.write_mask(flags_of(self._legal), table * SIZE)
        desk.write(planes, table * OBSERVED, desk.seat)

    def _mark(self) -> None:
        """Give the masks out."""
        copy_flags(flags_of(self._flags), flags_of(self._legal), self.tables * SIZE)


def _arrays(tables: int) -> Arrays:
    """The arrays of so many tables: those that `Batch` names, and the numbers drawn."""
    return (
        np.zeros((tables, layout.HEIGHT, layout.WIDTH), np.uint8),
        np.zeros((tables, SIZE), np.int8),
        np.zeros((tables, SEATS), np.float32),
        np.zeros(tables, np.int8),
        np.zeros(tables, np.int8),
        np.zeros(tables, np.int32),
    )


def _restored(desks: Sequence[Desk], arrays: Arrays, chance: int) -> Batch:
    """A batch as it stood."""
    for desk in desks:
        if not isinstance(desk, Desk):
            raise TypeError(f"this is no desk: {desk}")
    shapes = [np.shape(row) for row in _arrays(len(desks))]
    if [np.shape(row) for row in arrays] != shapes:
        raise ValueError("the arrays are not those of so many tables")
    batch = Batch.__new__(Batch)
    batch._hold(desks, arrays, chance)
    batch._recall()
    return batch


def _mixed(seed: str) -> int:
    """A number of 64 bits that follows from a seed, never 0."""
    mixed = 14695981039346656037
    for byte in seed.encode():
        mixed = (mixed ^ byte) * 1099511628211 & MASK
    return mixed or 1

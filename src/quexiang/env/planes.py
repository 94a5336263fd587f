# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Writes observations into flat arrays of bytes. It is quick only if compiled: see planes.pxd.

A table and the view that a seat has of it give the same planes: of others' concealed tiles only
their number is read, of concealed kongs only that they are there, of marks only the public ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quexiang.engine.events import Value
from quexiang.engine.player import Player
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.engine.wall import Wall
from quexiang.env import layout
from quexiang.env.before import Before, count, mark, write_marks
from quexiang.env.copying import clear, copy

if TYPE_CHECKING:  # numpy is there only with an extra
    import numpy as np
    from numpy.typing import NDArray

    Row = NDArray[np.uint8]

WIDTH = layout.WIDTH
MARKS = layout.MARKS
TABLE = layout.TABLE * WIDTH
SHARED = layout.FIRST_SEAT * WIDTH
"""The bytes that belong to no seat, before those of the seats."""
BLOCK = layout.SEAT_HEIGHT * WIDTH
SEATS = layout.SEATS
NUMBERS = layout.NUMBERS * WIDTH
HIDDEN_KONGS = layout.HIDDEN_KONGS


class Planes:
    """Writes the observations of one room.

    It keeps an image of the table as everybody may see it, seat A first. An observation is a copy,
    the observer first, with what only the observer may see.
    """

    __slots__ = (
        "_image",
        "_indicator",
        "_marks",
        "_offered",
        "_open",
        "_rounds",
        "_rules",
        "_seats",
        "_set_aside",
        "_shown_kongs",
        "_slots",
        "_stages",
        "_turned",
        "_wild",
    )

    def __init__(self, rules: Ruleset, rounds: int) -> None:
        self._rules, self._rounds = rules, min(rounds, 255)
        self._shown_kongs = not rules.hidden_kongs
        marking = list(rules.marking.values())[: layout.MARK_SLOTS]
        self._slots = {one.key: slot for slot, one in enumerate(marking)}
        self._open = {one.key: slot for slot, one in enumerate(marking) if one.public}
        pile = next((pile.key for pile in rules.piles), "")
        self._seats = [
            Before(n, SHARED + n * BLOCK, self._open, pile) for n in range(rules.players)
        ]
        self._stages = {key: number for number, key in enumerate(rules.stages, 1)}
        self._image = bytearray(SHARED + SEATS * BLOCK)
        self._marks: dict[str, Value] = {}
        self._wild: Sequence[int] = ()
        self._indicator: int | None = None
        self._offered: Sequence[int] = ()
        self._turned: Sequence[int] = ()
        self._set_aside: Sequence[int] = ()

    def __reduce__(self) -> tuple[object, ...]:
        return Planes, (self._rules, self._rounds)

    def write(
        self,
        out: Row,
        base: int,
        table: Table,
        seat: int,
        stage: str,
        taken: Sequence[int],
        number: int,
    ) -> None:
        """Write what a seat knows from `base` on; `stage` is what it is asked."""
        image = self._image
        shown = self._shown_kongs or table.end is not None
        for place in range(len(self._seats)):
            before = self._seats[place]
            before.refresh(image, table, shown)
        self._tiles(image, table, seat, taken)
        self._numbers(image, table, stage, number)
        self._copy(out, base, seat)
        player = table.seats[seat]
        if player.marks or not shown:
            self._own(out, base + SHARED, player)

    def _copy(self, out: Row, base: int, seat: int) -> None:
        """Copy the image: what is shared, the seats from the observer on, those before it."""
        image, players = self._image, len(self._seats)
        following, at = (players - seat) * BLOCK, base + SHARED
        copy(out, base, image, 0, SHARED)
        copy(out, at, image, SHARED + seat * BLOCK, following)
        copy(out, at + following, image, SHARED, seat * BLOCK)
        rest = players * BLOCK
        copy(out, at + rest, image, SHARED + rest, SEATS * BLOCK - rest)

    def _own(self, out: Row, at: int, player: Player) -> None:
        """Add what only the observer may see: its concealed kongs and its secret marks."""
        out[at + NUMBERS + HIDDEN_KONGS] = 0
        for meld in player.melds:
            if meld.kind == "concealed":
                tile = meld.tiles[0]
                out[at + 3 * WIDTH + tile] = len(meld.tiles)
        for key, value in player.marks.items():
            if key in self._slots:
                column = self._slots[key]
                out[at + NUMBERS + MARKS + column] = mark(value)

    def _tiles(self, image: bytearray, table: Table, seat: int, taken: Sequence[int]) -> None:
        """The planes that belong to no seat but the observer's."""
        player = table.seats[seat]
        counts = player.hand.counts
        for tile in range(WIDTH):
            image[tile] = counts[tile]
        clear(image, WIDTH, 2 * WIDTH)
        turn = table.turn
        if turn.seat == seat and turn.drawn is not None:
            tile = turn.drawn
            image[WIDTH + tile] = 1
        for tile in taken:
            image[2 * WIDTH + tile % WIDTH] += 1
        if table.wild is not self._wild or table.indicator is not self._indicator:
            self._wilds(image, table)
        if table.offered is not self._offered:
            self._offered = table.offered
            recount(image, 5 * WIDTH, table.offered)
        if table.turned is not self._turned:
            self._turned = table.turned
            recount(image, 6 * WIDTH, table.turned)
        if table.set_aside is not self._set_aside:
            self._set_aside = table.set_aside
            recount(image, 7 * WIDTH, table.set_aside)

    def _wilds(self, image: bytearray, table: Table) -> None:
        """The wild faces, and the tile that fixes them."""
        self._wild, self._indicator = table.wild, table.indicator
        clear(image, 3 * WIDTH, 2 * WIDTH)
        for tile in table.wild:
            image[3 * WIDTH + tile] = 1
        if table.indicator is not None:
            tile = table.indicator
            image[4 * WIDTH + tile] = 1

    def _numbers(self, image: bytearray, table: Table, stage: str, number: int) -> None:
        """The numbers of the table."""
        image[TABLE] = table.players
        image[TABLE + 1] = min(table.streak, 255)
        image[TABLE + 2] = min(table.left, 255)
        image[TABLE + 3] = table.kongs
        dice = table.dice
        thrown = len(dice)
        image[TABLE + 4] = dice[thrown - 2] if thrown > 1 else 0
        image[TABLE + 5] = dice[thrown - 1] if thrown else 0
        image[TABLE + 6] = min(number, 255)
        image[TABLE + 7] = self._rounds
        image[TABLE + 8] = self._stages[stage] if stage else 0
        image[TABLE + 9] = _began(table.turn.began)
        image[TABLE + 10] = len(table.wild)
        if (table.marks or self._marks) and table.marks != self._marks:
            self._marks = table.marks.copy()
            write_marks(image, TABLE + MARKS, self._marks, self._open)

    def write_hidden(self, out: Row, base: int, table: Table, wall: Wall, seat: int) -> None:
        """Write what the seat may not know from `base` on, where all is 0."""
        players = len(table.seats)
        for place in range(1, players):
            player = table.seats[(seat + place) % players]
            _add(out, base + (place - 1) * WIDTH, tuple(player.hand.tiles()))
            for meld in player.melds:
                if meld.kind == "concealed":
                    _add(out, base + (place + 2) * WIDTH, meld.tiles)
        rest = wall.rest()
        _add(out, base + 6 * WIDTH, rest)
        if rest:
            tile = rest[0]
            out[base + 7 * WIDTH + tile] = 1
            tile = rest[len(rest) - 1]
            out[base + 8 * WIDTH + tile] = 1


def recount(image: bytearray, at: int, tiles: Sequence[int]) -> None:
    """Count tiles in a plane that held others."""
    clear(image, at, WIDTH)
    count(image, at, tiles)


def _add(out: Row, at: int, tiles: Sequence[int]) -> None:
    """Count tiles in a plane of an array."""
    for tile in tiles:
        out[at + tile] += 1


def _began(began: str) -> int:
    """How a turn began, as a number: its place in `layout.BEGINNINGS`."""
    if began == "draw":
        return 1
    if began == "deal":
        return 0
    if began == "chow":
        return 2
    return 3 if began == "pong" else 4

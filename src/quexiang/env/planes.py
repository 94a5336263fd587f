# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""Writes observations into flat arrays of bytes. It is quick only if compiled: see planes.pxd.

A table and the view that a seat has of it give the same planes: of others' concealed tiles only
their number is read, of concealed kongs only that they are there, of marks only the public ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from quexiang.engine.events import Value
from quexiang.engine.player import Player
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.engine.wall import Wall
from quexiang.env import layout

if TYPE_CHECKING:  # numpy is there only with an extra
    import numpy as np
    from numpy.typing import NDArray

    Row = NDArray[np.uint8]

WIDTH = layout.WIDTH
MARKS = layout.MARKS
MOST_MARKS = layout.MARK_SLOTS
TABLE = layout.TABLE
FIRST_SEAT = layout.FIRST_SEAT
SEAT_HEIGHT = layout.SEAT_HEIGHT


class Planes:
    """Writes the observations of one room."""

    __slots__ = ("_piles", "_public", "_rounds", "_shown_kongs", "_slots", "_stages")

    def __init__(self, rules: Ruleset, rounds: int) -> None:
        self._rounds = min(rounds, 255)
        self._shown_kongs = not rules.hidden_kongs
        self._slots = {key: slot for slot, key in enumerate(rules.marking) if slot < MOST_MARKS}
        self._public = {key for key, mark in rules.marking.items() if mark.public}
        self._piles = tuple(pile.key for pile in rules.piles)
        self._stages = {key: number for number, key in enumerate(rules.stages, 1)}

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
        """Write what a seat knows from `base` on, where all is 0; `stage` is what it is asked."""
        players = len(table.seats)
        self._tiles(out, base, table, seat, taken)
        self._numbers(out, base + TABLE * WIDTH, table, stage, number)
        for place in range(players):
            of = (seat + place) % players
            at = base + (FIRST_SEAT + SEAT_HEIGHT * place) * WIDTH
            own = place == 0
            shown = own or self._shown_kongs or table.end is not None
            player = table.seats[of]
            self._before(out, at, player, shown)
            self._river(out, at + 4 * WIDTH, player)
            self._seat(out, at + (SEAT_HEIGHT - 1) * WIDTH, table, of, player, own)
            if not shown and player.melds:
                self._count_hidden(out, at + (SEAT_HEIGHT - 1) * WIDTH + 4, player)

    def _tiles(self, out: Row, base: int, table: Table, seat: int, taken: Sequence[int]) -> None:
        """The planes that belong to no seat but the observer's."""
        player = table.seats[seat]
        counts = player.hand.counts
        for tile in range(WIDTH):
            out[base + tile] = counts[tile]
        turn = table.turn
        if turn.seat == seat and turn.drawn is not None:
            tile = turn.drawn
            out[base + WIDTH + tile] = 1
        if taken:
            for tile in taken:
                out[base + 2 * WIDTH + tile % WIDTH] += 1
        for tile in table.wild:
            out[base + 3 * WIDTH + tile] = 1
        if table.indicator is not None:
            tile = table.indicator
            out[base + 4 * WIDTH + tile] = 1
        _count(out, base + 5 * WIDTH, table.offered)
        _count(out, base + 6 * WIDTH, table.turned)
        _count(out, base + 7 * WIDTH, table.set_aside)

    def _numbers(self, out: Row, at: int, table: Table, stage: str, number: int) -> None:
        """The numbers of the table."""
        out[at] = table.players
        out[at + 1] = min(table.streak, 255)
        out[at + 2] = min(table.left, 255)
        out[at + 3] = table.kongs
        dice = table.dice
        thrown = len(dice)
        if thrown > 1:
            out[at + 4] = dice[thrown - 2]
        if thrown > 0:
            out[at + 5] = dice[thrown - 1]
        out[at + 6] = min(number, 255)
        out[at + 7] = self._rounds
        if stage:
            out[at + 8] = self._stages[stage]
        out[at + 9] = _began(table.turn.began)
        out[at + 10] = len(table.wild)
        if table.marks:
            self._marked(out, at, table.marks, False)  # noqa: FBT003 - C has no keywords

    def _before(self, out: Row, at: int, player: Player, shown: bool) -> None:  # noqa: FBT001 - C has no keywords
        """Melds and piles; a concealed kong is shown to its owner, or if the rules say."""
        melds = player.melds
        for meld in melds:
            kind = meld.kind
            if kind == "chow":
                _count(out, at, meld.tiles)
            elif kind == "pong":
                _count(out, at + WIDTH, meld.tiles)
            elif kind != "concealed":
                _count(out, at + 2 * WIDTH, meld.tiles)
            elif shown:
                _count(out, at + 3 * WIDTH, meld.tiles)
        if player.piles:
            for key, tiles in player.piles.items():
                first = key == self._piles[0]
                _count(out, at + (7 if first else 8) * WIDTH, tiles)

    def _river(self, out: Row, at: int, player: Player) -> None:
        """The discards of a seat: what lies there, what was claimed, the last of each kind."""
        river, latest = player.river, at + 2 * WIDTH
        for place in range(len(river)):
            tile = river[place]
            out[at + tile] += 1
            out[latest + tile] = place + 1
        for index in player.taken:
            tile = river[index]
            out[at + tile] -= 1
            out[at + WIDTH + tile] += 1

    def _count_hidden(self, out: Row, at: int, player: Player) -> None:
        """How many concealed kongs are not shown."""
        for meld in player.melds:
            out[at] += meld.kind == "concealed"

    def _seat(
        self,
        out: Row,
        at: int,
        table: Table,
        of: int,
        player: Player,
        own: bool,  # noqa: FBT001 - likewise
    ) -> None:
        """The numbers of a seat."""
        hand = player.hand
        out[at] = 1
        out[at + 1] = table.seated and of == table.dealer
        out[at + 2] = hand.size + player.hidden
        out[at + 3] = len(player.melds)
        out[at + 5] = table.turn.seat == of
        if table.offered:
            out[at + 6] = table.offerer == of
        if table.out:
            out[at + 7] = of in table.out
        if table.gone:
            out[at + 8] = of in table.gone
        if table.wins:
            for won in table.wins:
                out[at + 9] += won.seat == of
        score = table.scores[of]
        out[at + 10] = score < 0
        score = min(-score if score < 0 else score, 65535)
        out[at + 11] = score >> 8
        out[at + 12] = score & 255
        if player.marks:
            self._marked(out, at, player.marks, own)

    def _marked(self, out: Row, at: int, marks: Mapping[str, Value], own: bool) -> None:  # noqa: FBT001 - C has no keywords
        """Marks by their place in the town: the value and one more, or how many it lists."""
        for key, value in marks.items():
            if key not in self._slots or not (own or key in self._public):
                continue
            slot = self._slots[key]
            number = value if isinstance(value, int) else len(value)
            out[at + MARKS + slot] = min(max(number, 0) + 1, 255)

    def write_hidden(self, out: Row, base: int, table: Table, wall: Wall, seat: int) -> None:
        """Write what the seat may not know from `base` on, where all is 0."""
        players = len(table.seats)
        for place in range(1, players):
            player = table.seats[(seat + place) % players]
            _count(out, base + (place - 1) * WIDTH, tuple(player.hand.tiles()))
            for meld in player.melds:
                if meld.kind == "concealed":
                    _count(out, base + (place + 2) * WIDTH, meld.tiles)
        rest = wall.rest()
        _count(out, base + 6 * WIDTH, rest)
        if rest:
            tile = rest[0]
            out[base + 7 * WIDTH + tile] = 1
            tile = rest[len(rest) - 1]
            out[base + 8 * WIDTH + tile] = 1


def _count(out: Row, at: int, tiles: Sequence[int]) -> None:
    """Count tiles in a plane."""
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

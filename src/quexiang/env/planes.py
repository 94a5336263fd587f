# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, allow_none_for_extension_args=False
"""Writes observations into flat arrays of bytes. It is quick only if compiled: see planes.pxd.

A table and the view that a seat has of it give the same planes: of others' concealed tiles only
their number is read, of concealed kongs only that they are there, of marks only the public ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quexiang.engine.due import Turn
from quexiang.engine.events import Won
from quexiang.engine.player import Player
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.engine.wall import Wall
from quexiang.env import layout, numbering
from quexiang.env.before import Before, Marks, count
from quexiang.env.copying import bytes_of, clear, copy

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
OBSERVED = layout.HEIGHT * WIDTH
HIDDEN = layout.HIDDEN_HEIGHT * WIDTH
TAKEN = numbering.DONE - numbering.TAKE
"""The tiles of all choices, as they are numbered."""
NUMBERS = layout.NUMBERS * WIDTH
NOBODY = -1
HERE = NUMBERS + layout.SEAT_PLACES["here"]
DEALER = NUMBERS + layout.SEAT_PLACES["dealer"]
HIDDEN_KONGS = NUMBERS + layout.SEAT_PLACES["hidden_kongs"]
TURN = NUMBERS + layout.SEAT_PLACES["turn"]
OFFERER = NUMBERS + layout.SEAT_PLACES["offerer"]
OUT = NUMBERS + layout.SEAT_PLACES["out"]
GONE = NUMBERS + layout.SEAT_PLACES["gone"]
WINS = NUMBERS + layout.SEAT_PLACES["wins"]
IN_DEBT = NUMBERS + layout.SEAT_PLACES["in_debt"]


class Planes:
    """Writes the observations of one room.

    It keeps an image of the table as everybody may see it, seat A first, in which it writes what
    has changed since. An observation is a copy, the observer first, with what only the observer
    may see.
    """

    __slots__ = (
        "_dealer",
        "_dice",
        "_drawn",
        "_gone",
        "_image",
        "_indicator",
        "_marks",
        "_offered",
        "_offerer",
        "_on_turn",
        "_out",
        "_rounds",
        "_rules",
        "_scores",
        "_seats",
        "_set_aside",
        "_shown_kongs",
        "_stage",
        "_stages",
        "_took",
        "_turn",
        "_turned",
        "_wild",
        "_wins",
    )

    def __init__(self, rules: Ruleset, rounds: int) -> None:
        self._rules, self._rounds = rules, min(rounds, 255)
        self._shown_kongs = not rules.hidden_kongs
        self._stages = {key: number for number, key in enumerate(rules.stages, 1)}
        marking = list(rules.marking.values())[: layout.MARK_SLOTS]
        slots = {one.key: slot for slot, one in enumerate(marking)}
        public = {one.key: slot for slot, one in enumerate(marking) if one.public}
        pile = next((pile.key for pile in rules.piles), "")
        self._marks = Marks(TABLE + MARKS, slots, public)
        self._seats: list[Before] = []
        self._image = bytearray(SHARED + SEATS * BLOCK)
        self._image[TABLE + 7] = self._rounds
        for at in range(SHARED, SHARED + rules.players * BLOCK, BLOCK):
            marks = Marks(at + NUMBERS + MARKS, slots, public)
            self._seats.append(Before(at, marks, pile))
            self._image[at + HERE] = 1
        self._begin()

    def _begin(self) -> None:
        """What is kept of an empty table, to be compared."""
        self._dealer = self._on_turn = self._offerer = NOBODY
        self._turn: Turn | None = None
        self._stage = ""
        self._drawn: int | None = None
        self._indicator: int | None = None
        self._took = False
        """Whether there are tiles in the plane `taken`."""
        self._wild: Sequence[int] = ()
        self._offered: Sequence[int] = ()
        self._turned: Sequence[int] = ()
        self._set_aside: Sequence[int] = ()
        self._dice: Sequence[int] = ()
        self._out: Sequence[int] = ()
        self._gone: Sequence[int] = ()
        self._wins: Sequence[Won] = ()
        self._scores: Sequence[int] = ()

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
        if seat < 0 or seat >= len(self._seats) or len(table.seats) != len(self._seats):
            raise ValueError(f"no seat {seat} of {len(self._seats)} here")
        if base < 0 or base > len(out) - OBSERVED:
            raise ValueError(f"{len(out)} bytes do not hold {OBSERVED} from {base} on")
        for tile in taken:
            if tile < 0 or tile >= TAKEN:
                raise ValueError(f"a choice takes no tile {tile}")
        self.write_at(bytes_of(out), base, table, seat, stage, taken, number)

    def write_at(
        self,
        out: Row,
        base: int,
        table: Table,
        seat: int,
        stage: str,
        taken: Sequence[int],
        number: int,
    ) -> None:
        """The same where the bytes of an array lie."""
        image, at = self._image, base + SHARED
        player, before = table.seats[seat], self._seats[seat]
        self._lay(image, table)
        self._own_tiles(image, table.turn.drawn if table.turn.seat == seat else None, taken)
        self._numbers(image, table, stage, number)
        self._copy(out, base, image, seat)
        hand = player.hand
        counts = hand.counts
        copy(out, base, counts, 0, WIDTH)
        if before.hidden_kongs:
            self._own_kongs(out, at, player)
        marks = before.marks
        if marks.secret:
            copy(out, at + NUMBERS + MARKS, marks.own, 0, WIDTH - MARKS)

    def _lay(self, image: bytearray, table: Table) -> None:
        """Write what has changed of what everybody may see."""
        shown = self._shown_kongs or table.end is not None
        for place in range(len(self._seats)):
            before = self._seats[place]
            before.refresh(image, table.seats[place], shown)
        self._whose(image, table)
        self._tiles(image, table)
        if table.marks or self._marks.kept:
            self._marks.refresh(image, table.marks)

    def _copy(self, out: Row, base: int, image: bytearray, seat: int) -> None:
        """Copy the image: what is shared, the seats from the observer on, those before it."""
        players = len(self._seats)
        following, at = (players - seat) * BLOCK, base + SHARED
        copy(out, base, image, 0, SHARED)
        copy(out, at, image, SHARED + seat * BLOCK, following)
        if seat:
            copy(out, at + following, image, SHARED, seat * BLOCK)
        if players < SEATS:
            rest = players * BLOCK
            copy(out, at + rest, image, SHARED + rest, (SEATS - players) * BLOCK)

    def _own_kongs(self, out: Row, at: int, player: Player) -> None:
        """Add the concealed kongs that only the observer may see."""
        out[at + HIDDEN_KONGS] = 0
        for meld in player.melds:
            if meld.kind == "concealed":
                tile = meld.tiles[0]
                out[at + 3 * WIDTH + tile] = len(meld.tiles)

    def _own_tiles(self, image: bytearray, drawn: int | None, taken: Sequence[int]) -> None:
        """The tile that the observer has drawn, and those taken for a choice."""
        if drawn is not self._drawn:
            self._drawn = drawn
            clear(image, WIDTH, WIDTH)
            if drawn is not None:
                tile = drawn
                image[WIDTH + tile] = 1
        if taken or self._took:
            self._took = len(taken) > 0
            clear(image, 2 * WIDTH, WIDTH)
            for tile in taken:
                image[2 * WIDTH + tile % WIDTH] += 1

    def _tiles(self, image: bytearray, table: Table) -> None:
        """The planes of tiles that belong to no seat."""
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
        image[TABLE + 10] = len(table.wild)

    def _whose(self, image: bytearray, table: Table) -> None:
        """Whose the deal, the turn and the tiles on offer are, who is out, and what each has."""
        now = table.dealer if table.seated else NOBODY
        if now != self._dealer:
            move(image, DEALER, self._dealer, now)
            self._dealer = now
        now = table.offerer if table.offered else NOBODY
        if now != self._offerer:
            move(image, OFFERER, self._offerer, now)
            self._offerer = now
        if table.turn is not self._turn:
            self._write_turn(image, table.turn)
        if table.out is not self._out:
            self._out = table.out
            name_seats(image, OUT, len(self._seats), table.out)
        if table.gone is not self._gone:
            self._gone = table.gone
            name_seats(image, GONE, len(self._seats), table.gone)
        if table.wins is not self._wins:
            self._write_wins(image, table.wins)
        if table.scores is not self._scores:
            self._write_scores(image, table.scores)

    def _write_turn(self, image: bytearray, turn: Turn) -> None:
        self._turn = turn
        image[TABLE + 9] = _began(turn.began)
        if turn.seat != self._on_turn:
            move(image, TURN, self._on_turn, turn.seat)
            self._on_turn = turn.seat

    def _write_wins(self, image: bytearray, wins: Sequence[Won]) -> None:
        self._wins = wins
        name_seats(image, WINS, len(self._seats), ())
        for won in wins:
            seat = won.seat
            image[SHARED + seat * BLOCK + WINS] += 1

    def _write_scores(self, image: bytearray, scores: Sequence[int]) -> None:
        self._scores = scores
        for seat in range(len(scores)):
            at, score = SHARED + seat * BLOCK + IN_DEBT, scores[seat]
            image[at] = score < 0
            score = min(-score if score < 0 else score, 65535)
            image[at + 1] = score >> 8
            image[at + 2] = score & 255

    def _numbers(self, image: bytearray, table: Table, stage: str, number: int) -> None:
        """The numbers of the table."""
        image[TABLE] = table.players
        image[TABLE + 1] = min(table.streak, 255)
        image[TABLE + 2] = min(table.left, 255)
        image[TABLE + 3] = table.kongs
        image[TABLE + 6] = min(number, 255)
        if table.dice is not self._dice:
            self._write_dice(image, table.dice)
        if stage is not self._stage:
            self._stage = stage
            image[TABLE + 8] = self._stages[stage] if stage else 0

    def _write_dice(self, image: bytearray, dice: Sequence[int]) -> None:
        """The last two dice."""
        self._dice = dice
        thrown = len(dice)
        image[TABLE + 4] = dice[thrown - 2] if thrown > 1 else 0
        image[TABLE + 5] = dice[thrown - 1] if thrown else 0

    def write_hidden(self, out: Row, base: int, table: Table, wall: Wall, seat: int) -> None:
        """Write what the seat may not know from `base` on, where all is 0."""
        if base < 0 or base > len(out) - HIDDEN:
            raise ValueError(f"{len(out)} bytes do not hold {HIDDEN} from {base} on")
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


def move(image: bytearray, column: int, before: int, now: int) -> None:
    """Let a column say 1 of another seat, or of nobody."""
    if before >= 0:
        image[SHARED + before * BLOCK + column] = 0
    if now >= 0:
        image[SHARED + now * BLOCK + column] = 1


def name_seats(image: bytearray, column: int, players: int, seats: Sequence[int]) -> None:
    """Let a column say 1 of these seats and 0 of the others."""
    for seat in range(players):
        image[SHARED + seat * BLOCK + column] = seat in seats


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

# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True
"""What lies before one seat, as planes that everybody may see. Its C types are in before.pxd.

The planes are kept from one observation to the next; what is still the same object, or the same
river with more tiles in it, is not written again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quexiang.engine.events import Meld, Value
from quexiang.engine.player import Player
from quexiang.engine.table import Table
from quexiang.env import layout
from quexiang.env.copying import clear

WIDTH = layout.WIDTH
MARKS = layout.MARKS
NUMBERS = layout.NUMBERS * WIDTH
HIDDEN_KONGS = layout.HIDDEN_KONGS


class Before:
    """Writes the planes of one seat into an image of the table."""

    __slots__ = (
        "_at",
        "_length",
        "_marks",
        "_melds",
        "_pile",
        "_piles",
        "_river",
        "_seat",
        "_shown",
        "_slots",
        "_taken",
    )

    def __init__(self, seat: int, at: int, slots: Mapping[str, int], pile: str) -> None:
        self._seat, self._at = seat, at
        self._slots, self._pile = dict(slots), pile
        """The columns of the public marks, and the pile that has a plane of its own."""
        self._melds: Sequence[Meld] | None = None
        self._river: list[int] | None = None
        self._taken: Sequence[int] | None = None
        self._length = 0
        self._shown = False
        self._piles: dict[str, tuple[int, ...]] = {}
        self._marks: dict[str, Value] = {}

    def refresh(self, image: bytearray, table: Table, shown: bool) -> None:  # noqa: FBT001 - C has no keywords
        """Write what has changed; concealed kongs are shown only if the rules say so."""
        player = table.seats[self._seat]
        if player.melds is not self._melds or shown != self._shown:
            self._write_melds(image, player, shown)
        if player.river is not self._river or player.taken is not self._taken:
            self._rewrite_river(image, player)
        self._add_to_river(image, player)
        if (player.piles or self._piles) and player.piles != self._piles:
            self._write_piles(image, player)
        self._write_numbers(image, table, player)
        if (player.marks or self._marks) and player.marks != self._marks:
            self._marks = player.marks.copy()
            write_marks(image, self._at + NUMBERS + MARKS, self._marks, self._slots)

    def _write_melds(self, image: bytearray, player: Player, shown: bool) -> None:  # noqa: FBT001 - likewise
        at = self._at
        self._melds, self._shown = player.melds, shown
        clear(image, at, 4 * WIDTH)
        hidden = 0
        for meld in player.melds:
            kind = meld.kind
            if kind == "chow":
                count(image, at, meld.tiles)
            elif kind == "pong":
                count(image, at + WIDTH, meld.tiles)
            elif kind != "concealed":
                count(image, at + 2 * WIDTH, meld.tiles)
            elif shown:
                count(image, at + 3 * WIDTH, meld.tiles)
            else:
                hidden += 1
        image[at + NUMBERS + 3] = len(player.melds)
        image[at + NUMBERS + HIDDEN_KONGS] = hidden

    def _rewrite_river(self, image: bytearray, player: Player) -> None:
        """Begin the river anew, without what was claimed; its tiles are added after this."""
        at, river = self._at + 4 * WIDTH, player.river
        self._river, self._taken, self._length = player.river, player.taken, 0
        clear(image, at, 3 * WIDTH)
        self._add_to_river(image, player)
        for index in player.taken:
            tile = river[index]
            image[at + tile] -= 1
            image[at + WIDTH + tile] += 1

    def _add_to_river(self, image: bytearray, player: Player) -> None:
        """Add the discards that came since: how many of a kind, and the place of the last one."""
        at, river = self._at + 4 * WIDTH, player.river
        latest = at + 2 * WIDTH
        for place in range(self._length, len(river)):
            tile = river[place]
            image[at + tile] += 1
            image[latest + tile] = place + 1
        self._length = len(river)

    def _write_piles(self, image: bytearray, player: Player) -> None:
        at = self._at + 7 * WIDTH
        clear(image, at, 2 * WIDTH)
        for key, tiles in player.piles.items():
            count(image, at if key == self._pile else at + WIDTH, tiles)
        self._piles = player.piles.copy()

    def _write_numbers(self, image: bytearray, table: Table, player: Player) -> None:
        at, seat, hand = self._at + NUMBERS, self._seat, player.hand
        image[at] = 1
        image[at + 1] = table.seated and seat == table.dealer
        image[at + 2] = hand.size + player.hidden
        image[at + 5] = table.turn.seat == seat
        image[at + 6] = len(table.offered) > 0 and table.offerer == seat
        image[at + 7] = len(table.out) > 0 and seat in table.out
        image[at + 8] = len(table.gone) > 0 and seat in table.gone
        image[at + 9] = 0
        for won in table.wins:
            image[at + 9] += won.seat == seat
        score = table.scores[seat]
        image[at + 10] = score < 0
        score = min(-score if score < 0 else score, 65535)
        image[at + 11] = score >> 8
        image[at + 12] = score & 255


def count(image: bytearray, at: int, tiles: Sequence[int]) -> None:
    """Count tiles in a plane."""
    for tile in tiles:
        image[at + tile] += 1


def mark(value: Value) -> int:
    """A mark as a number: its value and one more, or how many it lists."""
    number = value if isinstance(value, int) else len(value)
    return min(max(number, 0) + 1, 255)


def write_marks(
    image: bytearray, at: int, marks: Mapping[str, Value], slots: Mapping[str, int]
) -> None:
    """Write the marks that have a column."""
    clear(image, at, WIDTH - MARKS)
    for key, value in marks.items():
        if key in slots:
            column = slots[key]
            image[at + column] = mark(value)

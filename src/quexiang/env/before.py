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
from quexiang.env import layout
from quexiang.env.copying import clear
from quexiang.env.identity import same_items

WIDTH = layout.WIDTH
COLUMNS = layout.MARK_SLOTS
"""How many columns of a plane of numbers are for marks."""
NUMBERS = layout.NUMBERS * WIDTH
SIZE = NUMBERS + layout.SEAT_PLACES["size"]
MELDS = NUMBERS + layout.SEAT_PLACES["melds"]
HIDDEN_KONGS = NUMBERS + layout.SEAT_PLACES["hidden_kongs"]


class Marks:
    """Writes the marks of a seat or of the table: for all the public ones, for the owner all."""

    __slots__ = ("_at", "_open", "_slots", "kept", "own", "secret")

    def __init__(self, at: int, slots: Mapping[str, int], public: Mapping[str, int]) -> None:
        self._at = at
        self._slots, self._open = dict(slots), dict(public)
        """The columns of all marks, and of the public ones."""
        self.kept: list[object] = []
        self.own = bytearray(COLUMNS)
        """The columns as their owner sees them."""
        self.secret = False
        """Whether others see less."""

    def refresh(self, image: bytearray, marks: Mapping[str, Value]) -> None:
        """Write the marks if they have changed."""
        if not same_items(self.kept, marks):
            self._write(image, marks)

    def _write(self, image: bytearray, marks: Mapping[str, Value]) -> None:
        own = self.own
        self.kept, self.secret = items_of(marks), False
        clear(image, self._at, COLUMNS)
        clear(own, 0, COLUMNS)
        for key, value in marks.items():
            if key in self._slots:
                column, number = self._slots[key], mark(value)
                own[column] = number
                if key in self._open:
                    image[self._at + column] = number
                else:
                    self.secret = True


class Before:
    """Writes the planes of one seat into an image of the table."""

    __slots__ = (
        "_at",
        "_length",
        "_melds",
        "_pile",
        "_piles",
        "_river",
        "_shown",
        "_taken",
        "hidden_kongs",
        "marks",
    )

    def __init__(self, at: int, marks: Marks, pile: str) -> None:
        self._at, self._pile = at, pile
        """Where its planes begin, and the pile that has a plane of its own."""
        self.marks = marks
        self.hidden_kongs = 0
        """How many concealed kongs others do not see."""
        self._melds: Sequence[Meld] | None = None
        self._river: list[int] | None = None
        self._taken: Sequence[int] | None = None
        self._length = 0
        self._shown = False
        self._piles: list[object] = []

    def refresh(self, image: bytearray, player: Player, shown: bool) -> None:  # noqa: FBT001 - C has no keywords
        """Write what has changed; concealed kongs are shown only if the rules say so."""
        if player.melds is not self._melds or shown != self._shown:
            self._write_melds(image, player, shown)
        if player.river is not self._river or player.taken is not self._taken:
            self._rewrite_river(image, player)
        elif len(player.river) != self._length:
            self._add_to_river(image, player)
        if (player.piles or self._piles) and not same_items(self._piles, player.piles):
            self._write_piles(image, player)
        marks = self.marks
        if player.marks or marks.kept:
            marks.refresh(image, player.marks)
        hand = player.hand
        image[self._at + SIZE] = hand.size + player.hidden

    def _write_melds(self, image: bytearray, player: Player, shown: bool) -> None:  # noqa: FBT001 - likewise
        at = self._at
        self._melds, self._shown = player.melds, shown
        self.hidden_kongs = 0
        clear(image, at, 4 * WIDTH)
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
                self.hidden_kongs += 1
        image[at + MELDS] = len(player.melds)
        image[at + HIDDEN_KONGS] = self.hidden_kongs

    def _rewrite_river(self, image: bytearray, player: Player) -> None:
        """Begin the river anew, without what was claimed."""
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
        self._piles = items_of(player.piles)


def count(image: bytearray, at: int, tiles: Sequence[int]) -> None:
    """Count tiles in a plane."""
    for tile in tiles:
        image[at + tile] += 1


def mark(value: Value) -> int:
    """A mark as a number: its value and one more, or how many it lists."""
    number = value if isinstance(value, int) else len(value)
    return min(max(number, 0) + 1, 255)


def items_of(items: Mapping[str, object]) -> list[object]:
    """Keys and values, one after the other."""
    return [one for item in items.items() for one in item]

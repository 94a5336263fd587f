"""The wall: a row of tiles taken from the front and the back; an input of the round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from quexiang.tiles import Tile


class Wall:
    """A shuffled row of tiles; copies share the row."""

    __slots__ = ("_back", "_front", "_tiles")

    def __init__(self, tiles: Iterable[Tile]) -> None:
        self._tiles = tuple(tiles)
        self._front = 0
        self._back = len(self._tiles)

    @property
    def left(self) -> int:
        """How many tiles are left."""
        return self._back - self._front

    def set_apart(self, count: int) -> None:
        """Take the last tiles out of the round unseen."""
        self._back -= count

    def deal(self, seat: int, count: int) -> tuple[Tile, ...]:
        """Take tiles off the front for a seat."""
        start = self._front
        self._front += count
        return tuple(self._tiles[start : self._front])

    def front(self) -> Tile:
        """Take the foremost tile."""
        tile = self._tiles[self._front]
        self._front += 1
        return tile

    def back(self) -> Tile:
        """Take the last tile."""
        self._back -= 1
        return self._tiles[self._back]

    def indicator(self, *, back: bool) -> Tile:
        """Take the tile that is turned up to fix the wild faces."""
        return self.back() if back else self.front()

    def turn_up(self, count: int) -> tuple[Tile, ...]:
        """Take tiles off the front that are turned up after a win, as many as there are."""
        return self.deal(0, min(count, self.left))

    def pick(self, last: int, count: int) -> tuple[Tile, ...]:
        """Take `count` tiles going towards the front, beginning `last` places before the end."""
        row = list(self._tiles[self._front : self._back])
        first = max(count - 1, len(row) - 1 - last)
        taken = tuple(row[first - step] for step in range(count))
        del row[first - count + 1 : first + 1]
        self._tiles, self._front, self._back = tuple(row), 0, len(row)
        return taken

    def begin_play(self) -> int:
        """The openings are over; tell how many tiles are left."""
        return self.left

    def rest(self) -> tuple[Tile, ...]:
        """The tiles that are left, front first."""
        return tuple(self._tiles[self._front : self._back])

    def copy(self) -> Wall:
        """Give an independent copy."""
        new: Wall = Wall.__new__(type(self))
        new._tiles = self._tiles
        new._front = self._front
        new._back = self._back
        return new


class Dice:
    """Chance outside the wall, an input of the round: the n-th result is asked by number."""

    __slots__ = ("_at", "_choose", "_next")

    def __init__(self, at: Callable[[int], int], choose: Callable[[int], int]) -> None:
        self._at = at
        self._choose = choose
        self._next = 0

    def throw(self, count: int) -> tuple[int, ...]:
        """Throw `count` dice."""
        start = self._next
        self._next += count
        return tuple(self._at(number) for number in range(start, self._next))

    def result(self, number: int) -> int:
        """Tell the n-th result without throwing."""
        return self._at(number)

    def choose(self, count: int) -> int:
        """Choose one of `count` seats."""
        return self._choose(count)

    def beginning(self, results: Sequence[int]) -> Dice:
        """Dice that fall so at first, then as these do."""
        return Dice(partial(_given, tuple(results), self._at), self._choose)

    def fresh(self) -> Dice:
        """The same dice before the first throw."""
        return Dice(self._at, self._choose)

    def copy(self) -> Dice:
        """Give an independent copy."""
        new = self.fresh()
        new._next = self._next
        return new


def _given(results: tuple[int, ...], later: Callable[[int], int], number: int) -> int:
    """A given result, or a later one."""
    return results[number] if number < len(results) else later(number)


def deal_hands(wall: Wall, order: Sequence[int], size: int, extra: int) -> list[list[Tile]]:
    """Deal in passes of four from the dealer on, then singles, then the dealer's extra tile."""
    hands: list[list[Tile]] = [[] for _ in order]
    for count in [4] * (size // 4) + [1] * (size % 4):
        for seat in order:
            hands[seat] += wall.deal(seat, count)
    hands[order[0]] += wall.deal(order[0], extra)
    return hands

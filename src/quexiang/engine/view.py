"""A view: the fold of what one seat saw. There is no other way to build one, for bots too."""

from __future__ import annotations

from collections.abc import Iterator

from quexiang.engine.actions import Seat
from quexiang.engine.events import Event
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.tiles import Tile


class View:
    """What a seat (None: a spectator) knows of a round, folded when it is looked at."""

    __slots__ = ("_read", "_table", "log", "rules", "seat")

    def __init__(self, rules: Ruleset, log: list[Event], seat: Seat | None) -> None:
        self.rules = rules
        self.log = log
        self.seat = seat
        self._table: Table | None = None
        self._read = 0

    @property
    def table(self) -> Table:
        """The table as far as this seat can know it."""
        table, log = self._table, self.log
        if table is None:
            table = self._table = self.rules.new_table()
        for event in log[self._read :] if self._read < len(log) else ():
            seen = event.seen_by(self.seat)
            if seen is not None:
                table.apply(seen)
        self._read = len(log)
        return table

    def seen(self) -> list[Event]:
        """All events as this seat saw them."""
        events = (event.seen_by(self.seat) for event in self.log)
        return [event for event in events if event is not None]


def visible(table: Table) -> Iterator[Tile]:
    """All tiles that the seat of a view can see, its own included."""
    for player in table.seats:
        yield from player.hand.tiles()
        taken = player.taken
        yield from (t for at, t in enumerate(player.river) if at not in taken)
        for meld in player.melds:
            yield from meld.tiles
        for pile in player.piles.values():
            yield from pile
    yield from table.turned
    yield from table.set_aside
    if table.indicator is not None:
        yield table.indicator


def drawable(rules: Ruleset, table: Table) -> int:
    """How many tiles can be drawn until the rules say that the wall is used up."""
    trial = table.copy()
    low, high = 0, table.left
    while low < high:
        middle = (low + high) // 2
        trial.left = table.left - middle
        low, high = (low, middle) if rules.exhausted(trial) else (middle + 1, high)
    return low

"""A view: the fold of what one seat saw. There is no other way to build one, for bots too."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quexiang.engine.actions import Seat
    from quexiang.engine.events import Event
    from quexiang.engine.ruleset import Ruleset
    from quexiang.engine.table import Table


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

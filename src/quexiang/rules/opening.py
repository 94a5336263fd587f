"""Phases that open a round in several towns."""

from __future__ import annotations

from collections.abc import Iterable

from quexiang.engine.events import Due, Event
from quexiang.engine.rule import Phase
from quexiang.engine.table import Table


class RollDice(Phase):
    """Dice are thrown by the system and shown to all."""

    zh = "掷骰"

    def __init__(self, rule: str, *, count: int) -> None:
        self.ids = (rule,)
        self.count = count

    def begin(self, table: Table) -> Iterable[Event]:
        """Throw once."""
        if table.dice:
            return (self.done(table),)
        return (Due("roll", count=self.count),)


class Deal(Phase):
    """发牌: the tiles are dealt in passes from the dealer on."""

    zh = "发牌"

    def __init__(self, rule: str) -> None:
        self.ids = (rule,)

    def begin(self, table: Table) -> Iterable[Event]:
        """Deal once."""
        if table.seats[table.dealer].size:
            return (self.done(table),)
        return (Due("deal"),)


class TurnIndicator(Phase):
    """翻牌: a tile is turned up that fixes the wild faces."""

    zh = "翻牌"

    def __init__(self, rule: str, *, back: bool) -> None:
        self.ids = (rule,)
        self.back = back

    def begin(self, table: Table) -> Iterable[Event]:
        """Turn until one counts."""
        if table.indicator is not None:
            return (self.done(table),)
        return (Due("turn_up", back=self.back, purpose="indicator"),)

"""Calls of what a rulebook says. Compiled, calls.pyx stands for it and goes straight to C."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from quexiang.engine.actions import Offer, Seat
from quexiang.engine.events import Event
from quexiang.engine.table import Table


class Call:
    """A method of a rule, a stage or a ruleset, ready to be called; each kind by its name."""

    __slots__ = ("method",)

    def __init__(self, asked: object, name: str) -> None:
        self.method: Callable[..., Any] = getattr(asked, name)

    def __call__(self, *given: object) -> Any:  # noqa: ANN401 - whatever the method gives
        """Call it, whatever it is."""
        return self.method(*given)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """What the rule offers."""
        found: Sequence[Offer] = self.method(table, seat)
        return found

    def binds(self, table: Table, seat: Seat, action: Offer) -> bool:
        """Whether the rule binds the seat."""
        found: bool = self.method(table, seat, action)
        return found

    def forbids(self, table: Table, seat: Seat, action: Offer) -> str | None:
        """The id with which the rule forbids the action."""
        found: str | None = self.method(table, seat, action)
        return found

    def candidates(self, stage: object, table: Table) -> Sequence[Seat]:
        """The seats that the ruleset wants asked."""
        found: Sequence[Seat] = self.method(stage, table)
        return found

    def exhausted(self, table: Table) -> bool:
        """Whether the ruleset lets nobody draw any more."""
        found: bool = self.method(table)
        return found

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """What follows by the rule."""
        found: Iterable[Event] = self.method(table, event)
        return found

"""Calls of what a rulebook says. Compiled, calls.pyx stands for it and goes straight to C."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from quexiang.engine.actions import Offer, Seat
from quexiang.engine.events import Event
from quexiang.engine.table import Table


class Call:
    """A method of a rule, a stage or a ruleset, ready to be called; each kind by its name."""

    __slots__ = ("after", "binds", "candidates", "exhausted", "forbids", "method", "offers")

    offers: Callable[[Table, Seat], Sequence[Offer]]
    binds: Callable[[Table, Seat, Offer], bool]
    forbids: Callable[[Table, Seat, Offer], str | None]
    candidates: Callable[[object, Table], Sequence[Seat]]
    exhausted: Callable[[Table], bool]
    after: Callable[[Table, Event], Iterable[Event]]

    def __init__(self, asked: object, name: str) -> None:
        method: Callable[..., Any] = getattr(asked, name)
        self.method = self.offers = self.binds = self.forbids = method
        self.candidates = self.exhausted = self.after = method

    def __call__(self, *given: object) -> Any:  # noqa: ANN401 - whatever the method gives
        """Call it, whatever it is."""
        return self.method(*given)

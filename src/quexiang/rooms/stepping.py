"""A round step by step, as a client draws it: replays, examples of rules, practice tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from quexiang.engine import events as ev
from quexiang.rooms.shown import Shower, ShownTable
from quexiang.rooms.wire import event_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quexiang.engine.actions import Seat

HEADS: Final = (
    *(ev.Indicated, ev.Drawn, ev.Discarded, ev.Melded, ev.KongDeclared, ev.Laid),
    *(ev.TurnedUp, ev.Cast, ev.Won, ev.Ended),
)
"""What begins a step of its own; everything else belongs to the step before it."""
HIDDEN: Final = (ev.Due, ev.Answered)


class ShownMoment(Struct):
    """What happened, and the table as it is then."""

    events: list[dict[str, Any]]
    view: ShownTable


class Stepper:
    """Folds the events of a round, and shows the table on the way."""

    def __init__(
        self, shower: Shower, seat: Seat | None, *, is_open: bool, number: int = 1
    ) -> None:
        self.shower = shower
        self.seat = seat
        self.is_open = is_open
        self.number = number
        self.table = shower.rules.new_table()

    def fold(self, events: Sequence[ev.Event]) -> list[dict[str, Any]]:
        """Take in events and give those that can be told."""
        told = []
        for event in events:
            seen = event if self.is_open else event.seen_by(self.seat)
            if seen is None:
                continue
            self.table.apply(seen)
            if not isinstance(seen, HIDDEN):
                told.append(event_out(seen))
        return told

    def take(self, events: Sequence[ev.Event]) -> ShownMoment:
        """Take in events and show what they led to."""
        told = self.fold(events)
        return ShownMoment(told, self.shower.show(self.table, self.seat, self.number))

    def all(self, events: Sequence[ev.Event]) -> list[ShownMoment]:
        """A whole round."""
        return [self.take(step) for step in steps(events)]


def steps(events: Sequence[ev.Event]) -> Iterator[list[ev.Event]]:
    """Cut events into steps; the deal up to the first move is one."""
    step: list[ev.Event] = []
    for event in events:
        if isinstance(event, HEADS) and any(not isinstance(other, HIDDEN) for other in step):
            yield step
            step = []
        step.append(event)
    if step:
        yield step

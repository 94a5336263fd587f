"""What each seat has been told of a round, and what is held back for a moment.

After a tile was laid on offer the table rests, whether anybody is asked or not; what follows is
told when the rest is over. So the time that passes does not tell who was asked, or that nobody was.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

from quexiang.engine import events as ev
from quexiang.engine.wire import event_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quexiang.engine.actions import Seat
    from quexiang.engine.ruleset import Ruleset
    from quexiang.rooms.effects import Pace
    from quexiang.rooms.shown import ShownSeat

ON_OFFER: Final = (ev.Discarded, ev.KongDeclared, ev.TurnedUp, ev.Cast)
AT_ONCE: Final = (ev.Marked, ev.Unmarked, ev.Due)
"""What belongs to the moment of the event before it."""


class Horizon:
    """Up to where the events of a round may be told."""

    __slots__ = ("end", "rests_until")

    def __init__(self, end: int = 0) -> None:
        self.end = end
        self.rests_until = 0.0

    def advance(self, events: Sequence[ev.Event], now: float, pace: Pace) -> bool:
        """Go on as far as the rests allow; tell whether anything new may be told."""
        before = self.end
        while self.end < len(events) and now >= self.rests_until:
            self.end, last = moment(events, self.end)
            if last is not None:
                self.rests_until = now + (pace.think if isinstance(last, ev.Drawn) else pace.rest)
        return self.end > before


def moment(events: Sequence[ev.Event], start: int) -> tuple[int, ev.Event | None]:
    """Where the next moment ends after which the table rests, and what it rests after."""
    for place in range(start, len(events)):
        event = events[place]
        if isinstance(event, ON_OFFER) or _goes_by_itself(events, place):
            return _end(events, place), event
    return len(events), None


def _end(events: Sequence[ev.Event], place: int) -> int:
    end = place + 1
    while end < len(events) and isinstance(events[end], AT_ONCE):
        end += 1
    return end


def _goes_by_itself(events: Sequence[ev.Event], place: int) -> bool:
    """A sealed hand discards what it draws; it must look as if it had been asked."""
    drawn, end = events[place], _end(events, place)
    if not isinstance(drawn, ev.Drawn) or end == len(events):
        return False
    after = events[end]
    return isinstance(after, ev.Discarded) and after.seat == drawn.seat


class Stream:
    """The events of a match as one seat (None: the public) is told them, each with its version."""

    __slots__ = ("floor", "kept", "outs", "read", "rules", "seat", "table", "told")

    def __init__(
        self, rules: Ruleset, seat: Seat | None, version: int, outs: dict[int, dict[str, Any]]
    ) -> None:
        self.rules = rules
        self.seat = seat
        self.told: list[dict[str, Any]] = []
        self.floor = version
        self.outs = outs
        """The events of the round as they travel, by identity: most are the same for all."""
        self.begin_round()

    @property
    def version(self) -> int:
        """The number of events told so far."""
        return self.floor + len(self.told)

    def begin_round(self) -> None:
        """Look at an empty table again; what was told before can no longer be asked for."""
        self.floor = self.version
        self.told = []
        self.table = self.rules.new_table()
        self.read = 0
        self.kept: dict[Seat, ShownSeat] = {}

    def advance(self, events: Sequence[ev.Event], end: int) -> None:
        """Take in the events up to the horizon."""
        for event in events[self.read : end]:
            seen = self.seen(event)
            if seen is not None:
                self._touch(seen)
                self.table.apply(seen)
                self.kept.pop(self.table.turn.seat, None)
                self.told.append(self._out(event, seen))
        self.read = max(self.read, end)

    def _out(self, event: ev.Event, seen: ev.Event) -> dict[str, Any]:
        if seen is not event:
            return event_out(seen)
        out = self.outs.get(id(event))
        if out is None:
            out = self.outs[id(event)] = event_out(event)
        return out

    def _touch(self, event: ev.Event) -> None:
        """Forget how the seats looked that an event changes."""
        seat = getattr(event, "seat", None)
        if seat is None:
            self.kept.clear()
            return
        source = (
            event.meld.source if isinstance(event, ev.Melded) else getattr(event, "source", None)
        )
        for touched in (seat, source, self.table.turn.seat):
            if touched is not None:
                self.kept.pop(touched, None)

    def seen(self, event: ev.Event) -> ev.Event | None:
        """The event as this stream may know it."""
        return event.seen_by(self.seat)

    def since(self, version: int) -> list[dict[str, Any]] | None:
        """The events after a version, None where they are no longer at hand."""
        if not self.floor <= version <= self.version:
            return None
        return self.told[version - self.floor :]


class OpenStream(Stream):
    """Everything, for those who watch with a delay."""

    __slots__ = ("number", "queue")

    def __init__(self, rules: Ruleset) -> None:
        self.queue: deque[tuple[float, int, tuple[ev.Event, ...]]] = deque()
        """What is to be told, with its time and the number of its round."""
        self.number = 0
        super().__init__(rules, None, 0, {})

    def seen(self, event: ev.Event) -> ev.Event | None:
        """All but what only the engine needs."""
        return None if isinstance(event, ev.Due | ev.Answered) else event

    @property
    def due(self) -> float | None:
        """When there is something to tell."""
        return self.queue[0][0] if self.queue else None

    def release(self, now: float) -> bool:
        """Take in what is old enough; tell whether there was anything."""
        before = self.version
        while self.queue and self.queue[0][0] <= now:
            _, number, events = self.queue.popleft()
            if number != self.number:
                self.begin_round()
                self.number = number
            self.read = 0
            self.advance(events, len(events))
        return self.version > before

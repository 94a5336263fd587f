"""Up to where a round may be sent, and what is held back for a moment.

After a tile was laid on offer the table rests, whether anybody is asked or not; what follows is
sent when the rest is over. In an even tempo that is as long as a claim may take, so the time that
passes tells nothing; in a natural one a longer pause tells that somebody was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from quexiang.engine import events as ev
from quexiang.engine.actions import Seat

ON_OFFER: Final = (ev.Discarded, ev.KongDeclared, ev.TurnedUp, ev.Cast)
AT_ONCE: Final = (ev.Marked, ev.Unmarked, ev.Due)
"""What belongs to the moment of the event before it."""


class Horizon:
    """Up to where the events of a round may be sent."""

    __slots__ = ("end", "rests_until")

    def __init__(self, end: int = 0) -> None:
        self.end = end
        self.rests_until = 0.0

    def advance(
        self,
        events: Sequence[ev.Event],
        now: float,
        rest: float,
        think: Callable[[int, Seat], float],
    ) -> bool:
        """Go on as far as the rests allow; tell whether anything new may be sent."""
        before = self.end
        while self.end < len(events) and now >= self.rests_until:
            self.end, last = moment(events, self.end)
            if last is not None:
                span = think(self.end, last.seat) if isinstance(last, ev.Drawn) else rest
                self.rests_until = now + span
        return self.end > before


def moment(events: Sequence[ev.Event], start: int) -> tuple[int, ev.Event | None]:
    """Where the next moment ends after which the table rests, and what it rests after."""
    for place in range(start, len(events)):
        event = events[place]
        if isinstance(event, ON_OFFER) or _goes_by_itself(events, place):
            return _end(events, place), event
    return len(events), None


def is_on_offer(events: Sequence[ev.Event], end: int) -> bool:
    """Whether what lies at the end of these events is a tile that somebody may be asked about."""
    for place in range(end - 1, -1, -1):
        if not isinstance(events[place], (*AT_ONCE, ev.Answered)):
            return isinstance(events[place], ON_OFFER)
    return False


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

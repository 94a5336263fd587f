"""A round step by step, as one seat or one who sees everything is shown it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from quexiang.engine import events as ev
from quexiang.engine.actions import Seat
from quexiang.engine.ruleset import Ruleset
from quexiang.present.feed import Chronicle, Feed, OpenFeed, SentEvent
from quexiang.present.painter import Painter
from quexiang.present.story import Sentence, Storyteller
from quexiang.present.table import TableView
from quexiang.rulebook import Variant

JOINING: Final = (
    ev.Marked,
    ev.Unmarked,
    ev.Out,
    ev.Due,
    ev.Answered,
    ev.Seated,
    ev.Rolled,
    ev.Dealt,
)
"""What belongs to the thing that happened before it."""
SETTLING: Final = (ev.Paid, ev.Revealed, ev.Left, ev.Ended)


class RoundStep(Struct):
    """One thing that happened, and the table after it."""

    events: list[dict[str, Any]]
    story: list[Sentence | None]
    """For each event its sentence, null where there is nothing to tell."""
    view: TableView


class Stepper:
    """Shows the events of a round, as far as one may know them."""

    def __init__(
        self, variant: Variant, rules: Ruleset, seat: Seat | None, *, is_open: bool, number: int
    ) -> None:
        self.painter = Painter(variant, rules)
        story = Storyteller(variant, rules)
        self.stream: Feed = (
            OpenFeed(rules, story) if is_open else Feed(rules, seat, 0, Chronicle(story))
        )
        self.number = number

    def step(self, events: Sequence[ev.Event], end: int) -> RoundStep:
        """What is new up to an event, and the table then."""
        told = self.skip(events, end)
        view = self.painter.show(self.stream.table, self.stream.seat, self.number)
        return RoundStep([one.event for one in told], [one.sentence for one in told], view)

    def skip(self, events: Sequence[ev.Event], end: int) -> list[SentEvent]:
        """What is new up to an event, without looking at the table."""
        since = self.stream.version
        self.stream.advance(events, end)
        return self.stream.since(since) or []


def ends(events: Sequence[ev.Event]) -> list[int]:
    """Where each thing that happened ends: after a draw, a discard, a meld, the settlement."""
    found: list[int] = []
    head: ev.Event | None = None
    for place, event in enumerate(events):
        if head is not None and _begins(event, head):
            found.append(place)
            head = event
        head = head or event
    return [*found, len(events)] if events else []


def _begins(event: ev.Event, head: ev.Event) -> bool:
    if isinstance(event, JOINING):
        return False
    if isinstance(event, SETTLING):
        return not isinstance(head, (ev.Won, *SETTLING))
    return not (isinstance(event, ev.Won) and isinstance(head, ev.Won))

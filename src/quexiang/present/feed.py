"""The events of a match as one seat, the public or a delayed watcher is sent them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from quexiang.engine import events as ev
from quexiang.engine.actions import Seat
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.wire import event_out
from quexiang.present.story import Sentence, Storyteller
from quexiang.present.table import SeatView


class SentEvent(NamedTuple):
    """An event as it travels, and its sentence."""

    event: dict[str, Any]
    sentence: Sentence | None


class Chronicle:
    """The events of a round as they travel, made once for all who see them whole."""

    __slots__ = ("known", "story")

    def __init__(self, story: Storyteller) -> None:
        self.story = story
        self.known: dict[int, SentEvent] = {}
        """By identity: the events of a round live as long as it."""

    def sent(self, event: ev.Event, seen: ev.Event) -> SentEvent:
        """An event as somebody sees it."""
        if seen is not event:
            return SentEvent(event_out(seen), self.story.tell(seen))
        known = self.known.get(id(event))
        if known is None:
            known = self.known[id(event)] = SentEvent(event_out(event), self.story.tell(event))
        return known


class Feed:
    """The events of a match as one seat (None: the public) is sent them, each with its version."""

    __slots__ = ("chronicle", "floor", "kept", "match", "read", "rules", "seat", "sent", "table")

    def __init__(
        self,
        rules: Ruleset,
        seat: Seat | None,
        version: int,
        chronicle: Chronicle,
        match: str = "",
    ) -> None:
        self.match = match
        self.rules = rules
        self.seat = seat
        self.sent: list[SentEvent] = []
        self.floor = version
        self.chronicle = chronicle
        self.begin_round()

    @property
    def version(self) -> int:
        """The number of events sent so far."""
        return self.floor + len(self.sent)

    def begin_round(self) -> None:
        """Look at an empty table again; what was sent before can no longer be asked for."""
        self.floor = self.version
        self.sent = []
        self.table = self.rules.new_table()
        self.read = 0
        self.kept: dict[Seat, SeatView] = {}

    def advance(self, events: Sequence[ev.Event], end: int) -> None:
        """Take in the events up to the horizon."""
        for event in events[self.read : end]:
            seen = self.seen(event)
            if seen is not None:
                self._touch(seen)
                self.table.apply(seen)
                self.kept.pop(self.table.turn.seat, None)
                self.sent.append(self.chronicle.sent(event, seen))
        self.read = max(self.read, end)

    def _touch(self, event: ev.Event) -> None:
        """Forget how the seats looked that an event changes."""
        seat = getattr(event, "seat", None)
        if seat is None:
            self.kept.clear()
            return
        source = (
            event.meld.source if isinstance(event, ev.Melded) else getattr(event, "source", None)
        )
        receiver = event.receiver if isinstance(event, ev.Passed) else None
        for touched in (seat, source, receiver, self.table.turn.seat):
            if touched is not None:
                self.kept.pop(touched, None)

    def seen(self, event: ev.Event) -> ev.Event | None:
        """The event as this feed may know it."""
        return event.seen_by(self.seat)

    def since(self, version: int) -> list[SentEvent] | None:
        """The events after a version, None where they are no longer at hand."""
        if not self.floor <= version <= self.version:
            return None
        return self.sent[version - self.floor :]


class OpenFeed(Feed):
    """Everything, for those who watch with a delay."""

    __slots__ = ("number",)

    def __init__(self, rules: Ruleset, story: Storyteller, match: str = "") -> None:
        self.number = 0
        """The round that is shown."""
        super().__init__(rules, None, 0, Chronicle(story), match)

    def begin_round(self) -> None:
        """Forget the events of the round before, whose identities may come again."""
        super().begin_round()
        self.chronicle = Chronicle(self.chronicle.story)

    def seen(self, event: ev.Event) -> ev.Event | None:
        """All but what only the engine needs."""
        return None if isinstance(event, ev.Due | ev.Answered) else event

    def show(self, number: int, events: Sequence[ev.Event]) -> None:
        """Take in the next events of a round."""
        if number != self.number:
            self.begin_round()
            self.number = number
        self.read = 0
        self.advance(events, len(events))

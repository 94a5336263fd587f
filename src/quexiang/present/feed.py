"""The events of a match as one seat, the public or a delayed watcher is sent them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from quexiang.engine import events as ev
from quexiang.engine.actions import Seat
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.wire import event_out
from quexiang.present.story import Sentence, Storyteller

EVERY_SEAT: Final = range(4)


class SentEvent(NamedTuple):
    """An event as it travels, and its sentence."""

    event: dict[str, Any]
    sentence: Sentence | None


def _out(event: ev.Event) -> dict[str, Any]:
    is_usual = isinstance(event, ev.Drawn | ev.Discarded)
    return _usual(event) if is_usual else event_out(event)


@cache
def _usual(event: ev.Event) -> dict[str, Any]:
    """A draw or a discard as it travels, the same at every table."""
    return event_out(event)


class Chronicle:
    """The events of a round as they travel, made once for all who see the same."""

    __slots__ = ("known", "story")

    def __init__(self, story: Storyteller) -> None:
        self.story = story
        self.known: dict[ev.Event, SentEvent] = {}

    def sent(self, seen: ev.Event) -> SentEvent:
        """An event as somebody sees it."""
        known = self.known.get(seen)
        if known is None:
            known = self.known[seen] = SentEvent(_out(seen), self.story.tell(seen))
        return known


class Feed:
    """The events of a match as one seat (None: the public) is sent them, each with its version."""

    __slots__ = (
        "chronicle",
        "floor",
        "match",
        "read",
        "rules",
        "seat",
        "sent",
        "table",
        "touched",
    )

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

    @property
    def moment(self) -> int:
        """Where it is in its round, the same for all feeds that have read as far."""
        return self.read

    def begin_round(self) -> None:
        """Look at an empty table again; what was sent before can no longer be asked for."""
        self.floor = self.version
        self.sent = []
        self.table = self.rules.new_table()
        self.read = 0
        self.touched: set[Seat] = set(EVERY_SEAT)
        """The seats that have changed since they were drawn."""

    def advance(self, events: Sequence[ev.Event], end: int) -> None:
        """Take in the events up to the horizon."""
        for event in events[self.read : end]:
            seen = self.seen(event)
            if seen is not None:
                self._touch(seen)
                self.table.apply(seen)
                self.touched.add(self.table.turn.seat)
                self.sent.append(self.chronicle.sent(seen))
        self.read = max(self.read, end)

    def _touch(self, event: ev.Event) -> None:
        """Note the seats that an event changes."""
        seat: Seat | None = getattr(event, "seat", None)
        if seat is None:
            self.touched.update(EVERY_SEAT)
            return
        self.touched.add(seat)
        self.touched.add(self.table.turn.seat)
        match event:
            case ev.Melded(meld=ev.Meld(source=int(source))) | ev.Laid(source=int(source)):
                self.touched.add(source)
            case ev.Passed(receiver=receiver):
                self.touched.add(receiver)
            case _:
                pass

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

    @property
    def moment(self) -> int:
        """Its scenes are read one by one, each from its beginning."""
        return self.version

    def begin_round(self) -> None:
        """Forget the events of the round before."""
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

"""A round as all its beholders are shown it: what they see alike is drawn once.

A `Drawing` is kept in parts, so that the next one can be told as a change: the fields of the table
that are new, and of each seat those that are.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from quexiang.engine.actions import Seat
from quexiang.engine.wire import maybe_letter
from quexiang.present.feed import Feed
from quexiang.present.painter import Painter
from quexiang.present.table import FactView, SeatView, TableView, WaitView

Change = dict[str, Any]
"""As it travels: fields of a table by name; under `seats`, by letter, fields of seats."""
OWN: Final = ("me", "seats", "facts", "waits")
"""The fields of a table that differ from one beholder to the other."""
ALIKE: Final = tuple(name for name in TableView.__struct_fields__ if name not in OWN)
OF_SEAT: Final = SeatView.__struct_fields__


class Drawing(Struct, frozen=True):
    """A table as one beholder was shown it."""

    alike: TableView
    """What all are shown; the rest of it is empty."""
    me: Seat | None
    seats: list[SeatView]
    facts: list[FactView]
    waits: list[WaitView]

    def whole(self) -> TableView:
        """All of it."""
        return replace(
            self.alike,
            me=maybe_letter(self.me),
            seats=self.seats,
            facts=self.facts,
            waits=self.waits,
        )


class Canvas:
    """Draws one round, for all who look at the same moment of it."""

    __slots__ = (
        "_alike",
        "_at",
        "_before",
        "_changed",
        "_drawn",
        "_moved",
        "_others",
        "number",
        "painter",
    )

    def __init__(self, painter: Painter, number: int) -> None:
        self.painter = painter
        self.number = number
        self._at: int | None = None
        """The moment that is drawn."""
        self._alike: TableView | None = None
        self._before: TableView | None = None
        self._changed: Change = {}
        """What is new in it since the moment before."""
        self._others: dict[Seat, SeatView] = {}
        """The seats as everybody else sees them."""
        self._moved: dict[Seat, tuple[SeatView, SeatView, Change]] = {}
        """Seats as others saw them before, as they see them now, and what is new."""
        self._drawn: dict[Seat | None, tuple[int, Drawing]] = {}
        """What each was shown last, at which version."""

    def last(self, seat: Seat | None) -> Drawing | None:
        """What a seat, or the public, was shown last."""
        known = self._drawn.get(seat)
        return None if known is None else known[1]

    def draw(self, feed: Feed, *, remarks: bool = True) -> Drawing:
        """Draw a feed's table; without `remarks`, what the rules reckon is left out."""
        painter, table, me = self.painter, feed.table, feed.seat
        version, drawing = self._drawn.get(me, (None, None))
        if drawing is not None and version == feed.version:
            return drawing
        alike = self._drawn_alike(feed, remarks=remarks)
        seats = [self._seat(feed, seat) for seat in range(len(table.seats))]
        facts = painter.facts(table, me) if remarks else []
        waits = painter.waits(table, me) if remarks and me is not None else []
        drawing = Drawing(alike, me, seats, facts, waits)
        self._drawn[me] = feed.version, drawing
        feed.touched.clear()
        return drawing

    def _drawn_alike(self, feed: Feed, *, remarks: bool) -> TableView:
        """What all see, drawn for the first of them."""
        if self._alike is None or self._at != feed.moment:
            alike = self.painter.alike(feed.table, self.number, remarks=remarks)
            for seat in feed.touched:
                self._others.pop(seat, None)
            self._before, self._alike, self._at = self._alike, alike, feed.moment
            self._changed = {} if self._before is None else _news(self._before, alike, ALIKE)
        return self._alike

    def _seat(self, feed: Feed, seat: Seat) -> SeatView:
        if seat == feed.seat:
            known = None if seat in feed.touched else self.last(seat)
            return self.painter.seat(feed.table, seat) if known is None else known.seats[seat]
        found = self._others.get(seat)
        if found is None:
            found = self._others[seat] = self.painter.seat(feed.table, seat)
        return found

    def change(self, old: Drawing, new: Drawing) -> Change:
        """What turns one drawing of this round into another."""
        if old.alike is self._before and new.alike is self._alike:
            change = self._changed.copy()
        else:
            change = _news(old.alike, new.alike, ALIKE)
        if old.facts != new.facts:
            change["facts"] = new.facts
        if old.waits != new.waits:
            change["waits"] = new.waits
        seats = {}
        for seat, (was, now) in enumerate(zip(old.seats, new.seats, strict=True)):
            if was is not now and (news := self._seat_news(seat, was, now)):
                seats[now.seat] = news
        if seats:
            change["seats"] = seats
        return change

    def _seat_news(self, seat: Seat, was: SeatView, now: SeatView) -> Change:
        """What is new of a seat; reckoned once for all who see the same of it."""
        known = self._moved.get(seat)
        if known is not None and known[0] is was and known[1] is now:
            return known[2]
        news = _news(was, now, OF_SEAT)
        if now is self._others.get(seat):
            self._moved[seat] = was, now, news
        return news


def _news(old: Struct, new: Struct, names: tuple[str, ...]) -> Change:
    """The fields that are not as they were."""
    if old is new:
        return {}
    return {name: value for name in names if (value := getattr(new, name)) != getattr(old, name)}


def fold(view: TableView, change: Change) -> TableView:
    """The table after a change that was received."""
    told = msgspec.to_builtins(view)
    seats = change.get("seats", {})
    told["seats"] = [{**seat, **seats.get(seat["seat"], {})} for seat in told["seats"]]
    return msgspec.convert({**told, **change, "seats": told["seats"]}, TableView)

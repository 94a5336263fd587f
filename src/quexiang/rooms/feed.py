"""What has been sent of a round, and to whom."""

from __future__ import annotations

from quexiang.engine import events as ev
from quexiang.engine.actions import Seat
from quexiang.engine.table import Table
from quexiang.present.canvas import Canvas, Change, Drawing
from quexiang.present.feed import Chronicle, Feed, OpenFeed
from quexiang.present.painter import Painter
from quexiang.present.story import Storyteller
from quexiang.protocol import outgoing
from quexiang.rooms.broadcast import Broadcast
from quexiang.rooms.core import Connection, Core
from quexiang.rooms.horizon import ON_OFFER, Horizon, is_on_offer, moment
from quexiang.rooms.pauses import pause


class Feeds:
    """The feeds of a match: one for each seat, the public's, and that of delayed watchers."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.painter: Painter | None = None
        self._horizon = Horizon()
        self._number = 0
        """The round that is shown."""
        self._canvas: Canvas | None = None
        self._feeds: dict[Seat | None, Feed] = {}
        self._last: list[ev.Event] = []
        """The last round of the match that is over, as far as it was shown."""
        opened = core.state.opened
        self._broadcast = Broadcast(opened.delay) if opened.watching == "delayed" else None

    # Rounds.

    def begin_round(self) -> None:
        """Show an empty table."""
        state = self.core.state
        assert state.match is not None
        variant, rules = state.match.variant, state.match.rules
        story = Storyteller(variant, rules)
        if self.painter is None or self.painter.rules is not rules:
            self.painter = Painter(variant, rules)
        self._number = len(state.match.rounds)
        self._canvas = Canvas(self.painter, self._number)
        self._horizon = Horizon()
        chronicle = Chronicle(story)
        self._feeds = {
            seat: Feed(rules, seat, version, chronicle, state.match_id or "")
            for seat, version in state.versions.items()
        }

    def resume_round(self) -> None:
        """Show a round that was read from the log: all of it has been sent."""
        self.begin_round()
        self._horizon.end = len(self.core.state.events)
        if self.core.window is not None:
            self._horizon.rests_until = self.core.now + self.core.window
        self._film(0)

    def finish_match(self) -> None:
        """Keep the last round for those who were away."""
        state = self.core.state
        if self._broadcast is not None:
            self._broadcast.cut()
        if state.match is not None and state.match.rounds:
            self._last = state.events[: self._horizon.end]

    # Time.

    @property
    def is_complete(self) -> bool:
        """Whether nothing is held back."""
        return self._horizon.end == len(self.core.state.events)

    def is_resting(self, now: float) -> bool:
        """Whether, in an even tempo, a tile on offer rests or something is held back."""
        if self.core.window is None or self.core.state.match is None:
            return False
        return not self.is_complete or now < self._horizon.rests_until

    @property
    def shown(self) -> list[ev.Event]:
        """The events that have been sent."""
        return self.core.state.events[: self._horizon.end]

    def advance(self) -> bool:
        """Let the rests pass that are over; tell whether anything new may be sent."""
        before, pace = self._horizon.end, self.core.pace
        rest = pace.rest if self.core.window is None else self.core.window
        events, now = self.core.state.events, self.core.now
        advanced = self._horizon.advance(events, now, rest, self._pause)
        if not self.is_complete:
            self.core.wake(self._horizon.rests_until)
        if advanced:
            self._film(before)
        return advanced

    def pause(self, seat: Seat) -> float:
        """How long a bot takes for its turn now."""
        return self._pause(self._horizon.end, seat)

    def _pause(self, end: int, seat: Seat) -> float:
        """How long a turn takes that is decided at once, for all that can be seen up to there."""
        state = self.core.state
        seed = f"{state.match_id} {self._number}"
        return pause(self.core.pace.think, seed, state.events[:end], seat)

    @property
    def rests_until(self) -> float | None:
        """In an even tempo, while a tile is on offer: when its time is up; else None."""
        if self.core.window is None:
            return None
        on_offer = is_on_offer(self.core.state.events, self._horizon.end)
        return self._horizon.rests_until if on_offer else None

    # Delayed watchers.

    def _film(self, start: int) -> None:
        """Keep what has just been sent for those who watch with a delay."""
        state, broadcast = self.core.state, self._broadcast
        if broadcast is None:
            return
        broadcast.film(state.events[start : self._horizon.end], self.core.now)
        assert state.match is not None
        if state.match.round.over and self.is_complete:
            assert state.match_id is not None
            assert self.painter is not None
            broadcast.finish(state.match_id, self._number, self.painter)

    def release(self) -> bool:
        """Send delayed watchers what is old enough."""
        broadcast = self._broadcast
        if broadcast is None or broadcast.due is None:
            return False
        if self.core.now < broadcast.due:
            self.core.wake(broadcast.due)
            return False
        shown = broadcast.release()
        if isinstance(shown, outgoing.Over):
            for reader in self._watchers():
                self.core.send(reader, shown)
        else:
            feed, since = shown
            self._send_to(feed, self._watchers(), since, None)
        return True

    def send_over(self, over: outgoing.Over) -> None:
        """Tell everybody that the match is over; delayed watchers when they have seen it all."""
        watchers = self._watchers()
        is_later = self._broadcast is not None and self._broadcast.end(over)
        for connection in self.core.connections:
            if not (is_later and connection in watchers):
                self.core.send(connection, over)

    # What is sent.

    def of(self, seat: Seat | None) -> Feed | None:
        """What a seat, or one without a seat, may be sent of the match; brought up to date."""
        state = self.core.state
        if seat is None and state.opened.watching != "public":
            return None if self._broadcast is None else self._broadcast.feed
        if state.match is None or not state.match.rounds:
            return None
        feed = self._feeds[seat]
        feed.advance(state.events, self._horizon.end)
        return feed

    def last(self, seat: Seat | None) -> Feed | None:
        """What a seat, or the public, was sent of the match that is over."""
        feed = self._feeds.get(seat)
        if feed is not None:
            feed.advance(self._last, len(self._last))
        return feed

    def send(self, clock: outgoing.Clock | None) -> None:
        """Send all seats and the public what is new to them."""
        state = self.core.state
        for seat, feed in self._feeds.items():
            if seat is None and state.opened.watching != "public":
                continue
            readers = self._readers(feed)
            if readers:
                since = feed.version
                feed.advance(state.events, self._horizon.end)
                if feed.version > since:
                    self._send_to(feed, readers, since, clock)

    def _readers(self, feed: Feed) -> list[Connection]:
        if feed.seat is not None:
            return self.core.at(feed.seat)
        return self._watchers()

    def _watchers(self) -> list[Connection]:
        core = self.core
        seated = {chair.person.id for chair in core.state.chairs if chair.person and not chair.gone}
        return [reader for reader in core.connections if reader.person.id not in seated]

    def _send_to(
        self, feed: Feed, readers: list[Connection], since: int, clock: outgoing.Clock | None
    ) -> None:
        """Send what is new: the table as it changed to those who can fold it."""
        with self.core.rendering:
            canvas = self._canvas_of(feed)
            before, now = canvas.last(feed.seat), self._drawn(feed)
            news: outgoing.Changes | None = None
            whole: outgoing.Events | outgoing.Snapshot | None = None
            for reader in readers:
                if reader.changes and before is not None and reader.shown is before:
                    news = news or self._changes(feed, since, canvas.change(before, now), clock)
                    self.core.send(reader, news)
                else:
                    whole = whole or self.frame(feed, since, clock)
                    self.core.send(reader, whole)
                reader.shown = now

    def bring(
        self, reader: Connection, feed: Feed, since: int, clock: outgoing.Clock | None
    ) -> None:
        """Bring a connection up to date, with the whole table."""
        self.core.send(reader, self.frame(feed, since, clock))
        reader.shown = self._drawn(feed)

    def frame(
        self, feed: Feed, since: int, clock: outgoing.Clock | None
    ) -> outgoing.Events | outgoing.Snapshot:
        """What is new since a version, or all of the table where that is no longer known."""
        match, view, version = feed.match, self._drawn(feed).whole(), feed.version
        number, clock = view.round, self._clock_for(feed, clock)
        missed = feed.since(since)
        if missed is None:
            return outgoing.Snapshot(
                match=match, round=number, version=version, view=view, clock=clock
            )
        return outgoing.Events(
            match=match,
            round=number,
            since=since,
            version=version,
            events=[sent.event for sent in missed],
            story=[sent.sentence for sent in missed],
            view=view,
            clock=clock,
        )

    def _changes(
        self, feed: Feed, since: int, change: Change, clock: outgoing.Clock | None
    ) -> outgoing.Changes:
        """What is new since a version that has just been sent."""
        missed = feed.since(since)
        assert missed is not None
        return outgoing.Changes(
            match=feed.match,
            round=self._canvas_of(feed).number,
            since=since,
            version=feed.version,
            events=[sent.event for sent in missed],
            story=[sent.sentence for sent in missed],
            table=change,
            clock=self._clock_for(feed, clock),
        )

    def _clock_for(self, feed: Feed, clock: outgoing.Clock | None) -> outgoing.Clock | None:
        """Nobody's clock runs in what is shown later."""
        return None if isinstance(feed, OpenFeed) else clock

    def _canvas_of(self, feed: Feed) -> Canvas:
        broadcast, canvas = self._broadcast, self._canvas
        if broadcast is not None and feed is broadcast.feed:
            canvas = broadcast.canvas
        assert canvas is not None
        return canvas

    def _drawn(self, feed: Feed) -> Drawing:
        """The table; where the rules' own remarks on it fail, without them."""
        canvas = self._canvas_of(feed)
        try:
            return canvas.draw(feed)
        except Exception as fault:  # noqa: BLE001 - reported with the other effects
            self.core.out.faults.append(fault)
        return canvas.draw(feed, remarks=False)

    def table_seen(self, seat: Seat, *, on_offer: bool) -> Table:
        """The table as the seat saw it: now, or when a tile was last on offer."""
        assert self.core.state.match is not None
        events, end = self.core.state.events, self._horizon.end
        if on_offer:
            places = (at for at in range(end - 1, -1, -1) if isinstance(events[at], ON_OFFER))
            place = next(places, None)
            end = end if place is None else min(end, moment(events, place)[0])
        seen = (event.seen_by(seat) for event in events[:end])
        table = self.core.state.match.rules.new_table()
        return table.fold(event for event in seen if event is not None)

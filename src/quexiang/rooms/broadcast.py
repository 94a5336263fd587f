"""Rounds for those who watch with a delay: all hands open, and only once a round is over.

A round is shown at its own pace, as late as the room says, or as long as it took where that is
longer, and after the rounds before it: so nobody at the table can be told of a hand that is still
being played.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from msgspec import Struct

from quexiang.engine.events import Event
from quexiang.present.canvas import Canvas
from quexiang.present.feed import OpenFeed
from quexiang.present.painter import Painter
from quexiang.present.story import Storyteller
from quexiang.protocol import outgoing


class Scene(Struct, frozen=True):
    """Events of a finished round, and when they are shown."""

    due: float
    match: str
    number: int
    painter: Painter
    events: tuple[Event, ...]


class Broadcast:
    """What delayed watchers are shown, and what waits for its time."""

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self.feed: OpenFeed | None = None
        """The match on air."""
        self.canvas: Canvas | None = None
        """The round on air."""
        self._filmed: list[tuple[float, tuple[Event, ...]]] = []
        """The round that is being played, with the times at which its events were sent."""
        self._scenes: deque[Scene | tuple[float, outgoing.Over]] = deque()
        self._last = 0.0

    @property
    def due(self) -> float | None:
        """When there is something to show."""
        if not self._scenes:
            return None
        scene = self._scenes[0]
        return scene.due if isinstance(scene, Scene) else scene[0]

    def film(self, events: Sequence[Event], now: float) -> None:
        """Keep what has just been sent of the round that is being played."""
        self._filmed.append((now, tuple(events)))

    def cut(self) -> None:
        """Forget a round that was broken off."""
        self._filmed = []

    def finish(self, match: str, number: int, painter: Painter) -> None:
        """The round is over: all of it will be shown."""
        if not self._filmed:
            return
        first, last = self._filmed[0][0], self._filmed[-1][0]
        shift = max(self.delay, last - first, self._last - first)
        for at, events in self._filmed:
            self._scenes.append(Scene(at + shift, match, number, painter, events))
        self._last = last + shift
        self.cut()

    def end(self, over: outgoing.Over) -> bool:
        """Tell of the end of a match after its last scene; False if nothing waits."""
        if self._scenes:
            self._scenes.append((self._last, over))
        return bool(self._scenes)

    def release(self) -> tuple[OpenFeed, int] | outgoing.Over:
        """Show the next scene: the feed that went on, and since when, or the end of a match."""
        scene = self._scenes.popleft()
        if not isinstance(scene, Scene):
            return scene[1]
        feed, painter = self.feed, scene.painter
        if feed is None or feed.match != scene.match:
            story = Storyteller(painter.variant, painter.rules)
            feed = self.feed = OpenFeed(painter.rules, story, scene.match)
        if feed.number != scene.number:
            self.canvas = Canvas(painter, scene.number)
        since = feed.version
        feed.show(scene.number, scene.events)
        return feed, since

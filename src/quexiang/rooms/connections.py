"""People who come, come back and go: the welcome, and what they missed."""

from __future__ import annotations

from collections.abc import Callable

from quexiang.engine.actions import Seat
from quexiang.engine.wire import maybe_letter
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.incoming import SPEAKS
from quexiang.protocol.phrases import phrases_of
from quexiang.protocol.room import RoomView
from quexiang.rooms.ask import Asks
from quexiang.rooms.core import Connection, Core
from quexiang.rooms.feed import Feeds
from quexiang.rooms.messages import Connected, Disconnected
from quexiang.rooms.shuffle import FairShuffle


class Arrivals:
    """Lets people in and brings them up to date."""

    def __init__(
        self,
        core: Core,
        feeds: Feeds,
        asks: Asks,
        shuffle: FairShuffle,
        view: Callable[[], RoomView],
    ) -> None:
        self.core = core
        self.feeds = feeds
        self.asks = asks
        self.shuffle = shuffle
        self.view = view

    def connected(self, message: Connected) -> None:
        """Somebody connected: welcome him and send what he missed."""
        hello = message.hello
        connection = self.core.connections.open(message.connection, message.person, hello)
        self.core.announce()
        with self.core.rendering:
            self._welcome(connection, hello)

    def hello_again(self, connection: Connection, frame: incoming.Hello) -> None:
        """A second hello on the same socket: the same answer."""
        connection.shuffles, connection.changes = frame.shuffles, frame.changes
        self._welcome(connection, frame)

    def disconnected(self, message: Disconnected) -> None:
        """A connection is no more."""
        if self.core.connections.get(message.connection) is not None:
            self.core.connections.close(message.connection, self.core.now)
            self.core.announce()

    def resync(self, connection: Connection, frame: incoming.Resync) -> None:
        """Send a snapshot, or the round from its beginning."""
        feed = self.feeds.of(self.core.state.seat_of(connection.person.id))
        if frame.events and feed is not None:
            self._catch_up(connection, feed.match, feed.floor)
        else:
            self._catch_up(connection, "", 0)

    def _welcome(self, connection: Connection, hello: incoming.Hello) -> None:
        phrases = phrases_of(self.core.state.variant)
        welcome = outgoing.Welcome(
            speaks=SPEAKS,
            you=connection.person,
            room=self.view(),
            phrases=[outgoing.Phrase(key, text.zh, text.en) for key, text in phrases.items()],
            now=int(self.core.now * 1000),
            seat=maybe_letter(self.core.state.seat_of(connection.person.id)),
        )
        self.core.send(connection, welcome)
        self._catch_up(connection, hello.match, hello.version)

    def _catch_up(self, connection: Connection, match: str, version: int) -> None:
        """Send what a connection missed since this version, or everything at once."""
        core, seat = self.core, self.core.state.seat_of(connection.person.id)
        feed = self.feeds.of(seat)
        if core.state.match is None and feed is None:
            self._send_end(connection, seat, match, version)
            return
        if feed is not None and feed.version > 0:
            since = version if match == feed.match else -1
            if since < feed.version:
                self.feeds.bring(connection, feed, since, self.asks.clock())
        ask = self.asks.of(seat)
        if ask is not None:
            core.send(connection, self.asks.frame(ask))
        shuffle, proof = self.shuffle.frame(), self.shuffle.proof()
        if shuffle is not None and seat is not None:
            core.send(connection, shuffle)
        if proof is not None:
            core.send(connection, proof)

    def _send_end(
        self, connection: Connection, seat: Seat | None, match: str, version: int
    ) -> None:
        """How a match ended; unless it was dissolved, all hands are open then."""
        state = self.core.state
        result = state.result
        if result is None or result.match != match:
            return
        may_see = seat is not None or state.opened.watching == "public"
        feed = self.feeds.last(seat) if may_see and result.how != "dissolved" else None
        if feed is not None and feed.version > version:
            self.feeds.bring(connection, feed, version, None)
        self.core.send(connection, outgoing.Over(result=result))

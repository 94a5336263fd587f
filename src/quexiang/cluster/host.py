"""The rooms of this node, and the sockets of other nodes at them."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from quexiang.cluster.envelopes import (
    Answer,
    AnyQuestion,
    Attach,
    Closed,
    Left,
    Look,
    Passed,
    Start,
)
from quexiang.cluster.post import Post
from quexiang.errors import UnknownVariant
from quexiang.protocol.byes import MOVED
from quexiang.rooms.hub import Elsewhere, Hub
from quexiang.rooms.messages import Begin, Connected, Received
from quexiang.rooms.runner import Runner

NOT_MINE = Answer(is_mine=False)
NO_ROOM = Answer(exists=False)


class FarSocket:
    """A socket of another node, as a room uses it."""

    def __init__(self, host: Host, gateway: str, number: int) -> None:
        self._host = host
        self._gateway = gateway
        self._number = number

    def send(self, frame: bytes) -> None:
        """Queue a frame."""
        self._host.post.send_frame(self._gateway, self._number, frame)

    def close(self, code: int, frame: bytes = b"") -> None:
        """Send a last frame and close."""
        self._host.forget(self._gateway, self._number)
        self._host.post.send(self._gateway, Closed(self._number, code, frame))


class Guest(Struct, frozen=True):
    """A socket of another node at a room: its number there is another than at its gateway."""

    runner: Runner
    connection: int


class Host:
    """Answers other nodes as the owner of rooms."""

    def __init__(self, hub: Hub, post: Post) -> None:
        self.hub = hub
        self.post = post
        self._guests: dict[tuple[str, int], Guest] = {}

    def __len__(self) -> int:
        return len(self._guests)

    def gateways(self) -> dict[str, Counter[str]]:
        """How many sockets each room has at each other node."""
        found: dict[str, Counter[str]] = {}
        for (gateway, _), guest in self._guests.items():
            found.setdefault(guest.runner.key, Counter())[gateway] += 1
        return found

    async def answer(self, question: AnyQuestion) -> Answer:
        """Answer a question about a room, which is read from its log if need be."""
        try:
            runner = await self.hub.find(question.room)
        except (Elsewhere, UnknownVariant):
            return NOT_MINE
        if runner is None:
            return NOT_MINE if self.hub.stopping else NO_ROOM
        match question:
            case Attach():
                self._let_in(runner, question)
            case Start():
                runner.post(Begin())
            case Look():
                return Answer(view=await self.hub.view(question.room))
        return Answer()

    def _let_in(self, runner: Runner, wish: Attach) -> None:
        number = self.hub.next_connection()
        self._guests[wish.gateway, wish.socket] = Guest(runner, number)
        socket = FarSocket(self, wish.gateway, wish.socket)
        runner.connect(number, socket, Connected(number, wish.person, wish.hello))

    def passed(self, gateway: str, passed: Passed) -> None:
        """A frame of a client; of a socket that is not here it is lost, and its link is told."""
        guest = self._guests.get((gateway, passed.socket))
        if guest is None:
            self.post.send(gateway, Closed(passed.socket, MOVED))
        else:
            guest.runner.post(Received(guest.connection, passed.frame))

    def left(self, gateway: str, left: Left) -> None:
        """A client is gone."""
        guest = self._guests.pop((gateway, left.socket), None)
        if guest is not None:
            guest.runner.disconnect(guest.connection)

    def forget(self, gateway: str, number: int) -> None:
        """A room has let a socket go."""
        self._guests.pop((gateway, number), None)

    def lose(self, gateway: str | None = None) -> None:
        """What a gateway sent may be lost (all of them without a name): its links attach again."""
        for (sender, number), guest in list(self._guests.items()):
            if gateway in (None, sender):
                del self._guests[sender, number]
                guest.runner.disconnect(guest.connection)
                self.post.send(sender, Closed(number, MOVED))

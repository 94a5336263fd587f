"""The sockets of this node, and the way to their rooms on any node."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Final, TypeVar

import structlog
from sqlalchemy.exc import DBAPIError

from quexiang.cluster.bus import Unanswered
from quexiang.cluster.envelopes import Answer, AnyQuestion, Attach, Closed, Left, Passed, Sent
from quexiang.cluster.link import Here, Link
from quexiang.cluster.post import Post
from quexiang.errors import UnknownVariant
from quexiang.protocol.byes import BROKEN, MOVED, NO_ROOM, RESTART, bye
from quexiang.protocol.incoming import AnyIncoming, Hello
from quexiang.protocol.room import Profile
from quexiang.rooms.hub import Elsewhere, Hub
from quexiang.rooms.runner import Runner, Socket, nickname
from quexiang.store.database import is_away

logger = structlog.get_logger(__name__)

WAITS: Final = (0.02, 0.05, *(0.1,) * 60)
"""Seconds between the attempts to find the owner of a room; longer while a dead one has it."""
LONGEST: Final = 0.5
Ask = Callable[[str, AnyQuestion], Awaitable[Answer]]
Result = TypeVar("Result")


class NotMine(Unanswered):
    """The node that was asked is not the owner, or not any more."""


class There:
    """An end at a room of another node."""

    def __init__(self, gateway: Gateway, link: Link, owner: str, number: int) -> None:
        self.link = link
        self.owner = owner
        self._gateway = gateway
        self._number = number

    def pass_on(self, frame: AnyIncoming) -> None:
        """Pass a frame of the client to the room."""
        self._gateway.post.send(self.owner, Passed(self._number, frame))

    def leave(self) -> None:
        """The client is gone, or the link is attached elsewhere."""
        self._gateway.attached.pop(self._number, None)
        self._gateway.post.send(self.owner, Left(self._number))


class Gateway:
    """Attaches links to their rooms, and again where a room moves."""

    def __init__(self, hub: Hub, post: Post, ask: Ask, *, is_alone: bool) -> None:
        self.hub = hub
        self.is_alone = is_alone
        """No other node can be asked: a room that lives elsewhere is for the client to follow."""
        self.attached: dict[int, There] = {}
        """The ends at other nodes, by their numbers."""
        self.post = post
        self._ask = ask
        self._numbers = count(1)

    def enter(self, key: str, socket: Socket, person: Profile, hello: Hello) -> Link:
        """A client wants into a room."""
        link = Link(key, socket, person, hello)
        link.follows = not self.is_alone
        self._attach(link)
        return link

    # Finding the room.

    def _attach(self, link: Link) -> None:
        if not link.has_left:
            link.task = asyncio.create_task(self._find(link), name="link")

    async def _find(self, link: Link) -> None:
        try:
            found = await self.at_owner(
                link.key,
                lambda runner: self._attach_here(link, runner),
                lambda owner: self._attach_there(link, owner),
            )
        except Elsewhere as elsewhere:
            link.socket.close(MOVED, bye(MOVED, elsewhere.at))
        except Unanswered:
            link.socket.close(MOVED, bye(MOVED))
        except UnknownVariant:
            link.socket.close(NO_ROOM, bye(NO_ROOM))
        except Exception:
            logger.exception("could not find a room", room=nickname(link.key))
            link.socket.close(BROKEN, bye(BROKEN))
        else:
            if not found:
                code = RESTART if self.hub.stopping else NO_ROOM
                link.socket.close(code, bye(code))

    async def at_owner(
        self,
        key: str,
        here: Callable[[Runner], Awaitable[Result]],
        there: Callable[[str], Awaitable[Result]],
    ) -> Result | None:
        """Do something with a room where it lives, which may change meanwhile; None without it."""
        for wait in WAITS:
            try:
                runner = await self.hub.find(key)
                return None if runner is None else await here(runner)
            except Elsewhere as elsewhere:
                if self.is_alone:
                    raise
                try:
                    return await there(elsewhere.server)
                except NotMine:
                    await asyncio.sleep(wait)
                except Unanswered:
                    await asyncio.sleep(max(wait, min(elsewhere.left, LONGEST)))
            except (DBAPIError, OSError) as error:
                if self.is_alone or not is_away(error):
                    raise
                await asyncio.sleep(LONGEST)
        raise Unanswered(key)

    async def _attach_here(self, link: Link, runner: Runner) -> bool:
        Here(link, runner, self.hub.next_connection(), self._let_go).enter()
        return True

    async def _attach_there(self, link: Link, owner: str) -> bool:
        number = next(self._numbers)
        end = self.attached[number] = There(self, link, owner, number)
        wish = Attach(link.key, self.hub.server, number, link.person, link.hello)
        try:
            answer = await self._ask(owner, wish)
        except (Exception, asyncio.CancelledError):
            end.leave()
            raise
        if number not in self.attached:
            raise Unanswered(owner)  # lost again before the answer came
        if answer.exists:
            link.attached(end)
        else:
            del self.attached[number]
        return answer.exists

    # What comes from the owners.

    def sent(self, owner: str, sent: Sent) -> None:
        """A frame for some clients."""
        for number in sent.sockets:
            end = self.attached.get(number)
            if end is None:
                self.post.send(owner, Left(number))
            else:
                end.link.send(sent.frame)

    def closed(self, closed: Closed) -> None:
        """A room lets a client go."""
        end = self.attached.pop(closed.socket, None)
        if end is not None and end.link.end is end:
            end.link.end = None
            self._let_go(end.link, closed.code, closed.frame)

    def lose(self, owner: str | None = None) -> None:
        """What an owner sent may be lost (all of them without a name): attach again."""
        for number, end in list(self.attached.items()):
            if owner in (None, end.owner):
                del self.attached[number]
                if end.link.end is end:
                    end.link.detach()
                    self._attach(end.link)

    def _let_go(self, link: Link, code: int, frame: bytes) -> None:
        """Follow a room that has moved, or is read again; otherwise the client is told."""
        if link.follows and (code == MOVED or (code == BROKEN and link.forgives())):
            self._attach(link)
        else:
            link.socket.close(code, frame)

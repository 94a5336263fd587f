"""One node: its gateway, its rooms for others, and its place among the nodes of a database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

import structlog
from sqlalchemy.exc import DBAPIError

from quexiang.cluster.bus import Bus, Unanswered
from quexiang.cluster.envelopes import (
    Answer,
    AnyEnvelope,
    AnyQuestion,
    Attach,
    Closed,
    Left,
    Look,
    Passed,
    Sent,
    Start,
    pack,
    read_answer,
    read_question,
)
from quexiang.cluster.gateway import Gateway, NotMine
from quexiang.cluster.host import Host
from quexiang.cluster.nodes import Nodes
from quexiang.cluster.post import Post
from quexiang.protocol.log import Opened
from quexiang.protocol.room import Profile, RoomView
from quexiang.rooms.hub import Hub, RoomPlan
from quexiang.rooms.messages import Begin
from quexiang.rooms.runner import Runner, nickname

logger = structlog.get_logger(__name__)

LEASE: Final = 2.0
"""Seconds for which a node of a cluster owns its rooms without a sign of life."""
PATIENCE: Final = 1.0
"""Seconds in which an owner answers; it may have to read the room's log."""
DRAIN: Final = 0.1
DRAINS: Final = 100
"""Seconds between the attempts to hand rooms over that rest; with the last they go all the same."""
SETTLED: Final = 20.0
"""Seconds for which a room stays where it is before it may follow its people."""
DRIFTS: Final = 16
"""Rooms that follow their people at a time."""
SHARE: Final = 1.25
SLACK: Final = 8
"""A node takes rooms until it has SHARE times as many as the other, and SLACK more."""


class Node:
    """A server among others, or alone."""

    def __init__(
        self,
        hub: Hub,
        bus: Bus,
        *,
        is_alone: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.hub = hub
        self.bus = bus
        self.is_alone = is_alone
        self._clock = clock
        self._prefix = "quexiang"
        self._build()

    def _build(self) -> None:
        server = self.hub.server
        self.post = Post(self.bus, server, self._subject, take=self._take, lost=self._lose)
        self.nodes = Nodes(self.bus, server, f"{self._prefix}.alive", self._clock)
        self.gateway = Gateway(self.hub, self.post, self._ask, is_alone=self.is_alone)
        self.host = Host(self.hub, self.post)

    async def open(self, installation: str) -> None:
        """Take part; nodes of the same installation, that is of one database, know each other."""
        self._prefix = f"quexiang.{installation}"
        self._build()
        await self.bus.open(self._changed)
        await self.post.open()
        await self.nodes.open()
        await self.bus.serve(f"{self._subject(self.hub.server)}.ask", self._answer)
        self.beat()

    def beat(self) -> None:
        """Give a sign of life, mourn the dead, and let go of what is no longer one's own."""
        self.nodes.say(len(self.hub.runners), is_draining=not self._takes_rooms)
        self.post.prove()
        if not self.is_alone:
            self.hub.expire()
        for node in self.nodes.dead():
            self._lose(node)
            self.post.forget(node)

    # Rooms, wherever they are.

    @property
    def _takes_rooms(self) -> bool:
        """Not while it stops, nor while it does not reach the database."""
        return not self.hub.stopping and self.hub.is_leased

    async def open_room(
        self, plan: RoomPlan, owner: Profile, *, bots: str = "", begins: bool = False
    ) -> Opened:
        """Open a room on the least loaded node, and begin its match if all seats are filled."""
        own = len(self.hub.runners) if self._takes_rooms else None
        server = self.nodes.least_loaded(own)
        if server in (None, self.hub.server):
            runner = await self.hub.open(plan, owner, bots=bots)
            if begins:
                runner.post(Begin())
            return runner.room.state.opened
        self.nodes.placed(server)
        opened = await self.hub.place(plan, owner, bots=bots, server=server)
        if begins:
            await self._begin(opened.key)
        return opened

    async def _begin(self, key: str) -> None:
        async def here(runner: Runner) -> Answer:
            runner.post(Begin())
            return Answer()

        try:
            await self.gateway.at_owner(key, here, lambda owner: self._ask(owner, Start(key)))
        except Unanswered:
            logger.warning("a room waits for its people to begin", room=nickname(key))

    async def view(self, key: str) -> RoomView | None:
        """A room from outside, as its owner knows it, or else its log."""
        if not self.is_alone and key not in self.hub.runners:
            owner = await self.hub.store.leases.owner(key)
            if owner.server not in ("", self.hub.server):
                try:
                    return (await self._ask(owner.server, Look(key))).view
                except Unanswered:
                    logger.info("an owner does not answer", owner=owner.at)
        return await self.hub.view(key)

    async def drain(self) -> None:
        """Hand the rooms over, one after the other, before the node stops."""
        self.hub.stopping = True
        self.beat()
        for left in reversed(range(DRAINS)):
            await self._give_away(even_resting=not left)
            if not self.hub.runners or self._whither() is None:
                return
            await asyncio.sleep(DRAIN)

    async def _give_away(self, *, even_resting: bool) -> None:
        for key, runner in list(self.hub.runners.items()):
            to = self._whither()
            if to is not None and (even_resting or runner.may_move()):
                await self._move(key, to)

    def _whither(self) -> str | None:
        """Who is given the next room; without the database nobody can be."""
        return self.nodes.least_loaded() if self.hub.is_leased else None

    async def drift(self) -> int:
        """Let rooms follow their people to the node where most of them are; tell how many do."""
        moves = list(islice(self._drifting(), DRIFTS))
        for key, to in moves:
            await self._move(key, to)
        return len(moves)

    async def _move(self, key: str, to: str) -> None:
        self.nodes.placed(to)
        try:
            async with asyncio.timeout(self.hub.lease):
                await self.hub.hand_over(key, to)
        except (DBAPIError, OSError) as error:  # whoever comes takes it when the lease is over
            logger.warning("could not hand a room over", why=type(error).__name__)

    def _drifting(self) -> Iterator[tuple[str, str]]:
        """Settled rooms, each with the node of its people, if that is not much busier."""
        most = SLACK + len(self.hub.runners) * SHARE
        settled = self.hub.clock() - SETTLED
        for key, counts in self.host.gateways().items():
            runner = self.hub.runners.get(key)
            ((node, people),) = counts.most_common(1)
            load = self.nodes.load_of(node)
            if runner is None or runner.began > settled or load is None or load > most:
                continue
            if 2 * people > len(runner.sockets) and runner.may_move():
                yield key, node

    # The bus.

    def _subject(self, node: str) -> str:
        return f"{self._prefix}.node.{node}"

    async def _ask(self, owner: str, question: AnyQuestion) -> Answer:
        subject = f"{self._subject(owner)}.ask"
        answer = read_answer(await self.bus.ask(subject, pack(question), PATIENCE))
        self.nodes.met(owner)
        if not answer.is_mine:
            raise NotMine(owner)
        return answer

    async def _answer(self, payload: bytes) -> bytes:
        question = read_question.decode(payload)
        if isinstance(question, Attach):
            self.nodes.met(question.gateway)
        return pack(await self.host.answer(question))

    def _take(self, sender: str, envelope: AnyEnvelope) -> None:
        match envelope:
            case Passed():
                self.host.passed(sender, envelope)
            case Left():
                self.host.left(sender, envelope)
            case Sent():
                self.gateway.sent(sender, envelope)
            case Closed():
                self.gateway.closed(envelope)

    def _lose(self, node: str) -> None:
        """What a node sent may be lost."""
        logger.warning("lost touch with a node", node=node)
        self.gateway.lose(node)
        self.host.lose(node)

    def _changed(self, is_up: bool) -> None:  # noqa: FBT001 - as the bus calls it
        """The way to the other nodes is lost, or there again."""
        logger.warning("the bus is back" if is_up else "the bus is lost")
        if not is_up:
            self.post.begin_anew()
            self.gateway.lose()
            self.host.lose()

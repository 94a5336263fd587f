"""Clients that play over real sockets, some of them badly behaved."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Self

import msgspec

from quexiang.bots import make_bot
from quexiang.client import Client, RemoteTable
from quexiang.client.knowledge import answer, offers
from quexiang.protocol import incoming, outgoing
from quexiang.protocol.room import RoomView

PATIENCE = 600.0
"""Seconds after which a test gives up; nothing else depends on them."""


class Player:
    """A person who plays at random, with what goes wrong on the way."""

    def __init__(self, address: str, name: str, seed: str, mischief: float = 0.0) -> None:
        self.client = Client(address)
        self.name = name
        self.random = random.Random(seed)
        self.bot = make_bot("random", seed)
        self.mischief = mischief
        self.over: outgoing.Over | None = None
        self.acknowledged: list[str] = []
        self.answers: set[str] = set()
        """The ids of the answers that were sent."""
        self.errors: list[outgoing.Error] = []
        self.sent = 0
        self.silent = 0
        """So many asks are left unanswered."""
        self.votes = 0
        self.was_asked = False
        self.table: RemoteTable | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave no socket behind, whatever happened."""
        if self.table is not None:
            await self.table.__aexit__(None, None, None)

    async def sit(self, key: str) -> RemoteTable:
        await self.client.guest(self.name)
        await self.join(key)
        assert self.table is not None
        await self.table.say(incoming.Sit())
        await self.table.say(incoming.Ready())
        return self.table

    async def join(self, key: str) -> RemoteTable:
        """Go to a room; after a lost connection come back quickly."""
        self.table = self.client.join(key)
        self.table.longest_wait = 0.1
        await self.table.__aenter__()
        return self.table

    async def play(self) -> outgoing.Over:
        """Play until the match is over."""
        assert self.table is not None
        async for frame in self.table:
            await self._take(self.table, frame)
            if self.over is not None:
                return self.over
        raise AssertionError("the socket was closed")

    async def play_round(self, number: int) -> None:
        """Play until this round, or the match, is over."""
        assert self.table is not None
        async for frame in self.table:
            await self._take(self.table, frame)
            if self.over or (isinstance(frame, outgoing.Events) and ends(frame, number)):
                return

    async def _take(self, table: RemoteTable, frame: outgoing.Outgoing) -> None:
        match frame:
            case outgoing.Ask() if table.known is not None and table.known.is_whole:
                await self._answer(table, frame)
            case outgoing.Ask() | outgoing.Snapshot():
                await table.say(incoming.Resync(events=True))
            case outgoing.Done(id=message):
                self.acknowledged.append(message)
            case outgoing.Error():
                self.errors.append(frame)
            case outgoing.RoomUpdate(room=room):
                await self._vote(table, room)
                if table.is_entrusted:
                    await table.say(incoming.Back())
            case outgoing.Over():
                self.over = frame

    async def _vote(self, table: RemoteTable, room: RoomView) -> None:
        """Refuse the first proposal, agree to the next."""
        asked = room.ballot is not None and table.seat in room.ballot.waiting
        if asked and not self.was_asked:
            self.votes += 1
            await table.say(incoming.Vote(agree=self.votes > 1))
        self.was_asked = asked

    async def _answer(self, table: RemoteTable, ask: outgoing.Ask) -> None:
        if self.silent:
            self.silent -= 1
            return
        assert table.known is not None
        frame = answer(ask, self.bot.choose(table.known.view, offers(ask)))
        if self.random.random() < self.mischief:
            await self._misbehave(table, frame)
        else:
            self.sent += 1
            message = f"{self.name}-{self.sent}"
            self.answers.add(message)
            await table.say(msgspec.structs.replace(frame, id=message))

    async def _misbehave(self, table: RemoteTable, frame: incoming.Answer) -> None:
        match self.random.randrange(4):
            case 0:  # the same frame twice
                message = await table.say(frame)
                await table.say(
                    incoming.Answer(
                        ask=frame.ask, choice=frame.choice, id=message, tiles=frame.tiles
                    )
                )
            case 1:  # a stale answer before, nonsense after
                await table.say(incoming.Answer(ask=frame.ask - 1, choice=0))
                await table.say(frame)
                await table.say(incoming.Answer(ask=frame.ask, choice=400))
            case 2:  # lose the line after the answer
                await table.say(frame)
                await table.drop()
            case _:  # lose the line before it
                await table.drop()
                await asyncio.sleep(0.01)


def ends(frame: outgoing.Events, number: int) -> bool:
    """Tell whether this round, or a later one, is over."""
    return frame.round >= number and frame.view.stage == "over"


async def until(is_so: Callable[[], object]) -> None:
    """Wait for something that is bound to happen, however slow the machine is."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():  # noqa: ASYNC110 - it happens in other tasks and processes
            await asyncio.sleep(0.01)


@asynccontextmanager
async def company(players: list[Player]) -> AsyncIterator[list[Player]]:
    """People whose sockets are closed in the end."""
    async with AsyncExitStack() as stack:
        for player in players:
            await stack.enter_async_context(player)
        yield players


async def play_all(players: list[Player]) -> list[outgoing.Over]:
    """Everybody plays until the match is over; if one cannot, nobody goes on."""
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        playing = [group.create_task(player.play()) for player in players]
    return [task.result() for task in playing]


async def seated(variant: str, players: list[Player], **wishes: object) -> str:
    """Open a room and let everybody sit down; the first one is the owner."""
    owner = players[0]
    await owner.client.guest(owner.name)
    key = await owner.client.open_room(variant, **wishes)
    await owner.join(key)
    for player in players[1:]:
        await player.sit(key)
    return key


async def start(table: RemoteTable | None) -> None:
    """The owner starts as soon as it is possible."""
    assert table is not None
    async for frame in table:
        if isinstance(frame, outgoing.Welcome | outgoing.RoomUpdate) and frame.room.can_start:
            await table.say(incoming.Start())
            return

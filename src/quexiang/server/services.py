"""What the routes use: the store, the rooms, tokens, rates, measures."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import Counter
from collections.abc import Callable
from typing import Final, Protocol

from litestar.di import NamedDependency
from msgspec.structs import replace

from quexiang.protocol.room import Profile
from quexiang.rooms.bots import BotPool
from quexiang.rooms.core import RoomPace
from quexiang.rooms.hub import Hub
from quexiang.rooms.messages import Shut
from quexiang.rooms.runner import clock
from quexiang.server.limits import Rates
from quexiang.server.metrics import Metrics
from quexiang.server.refusals import Refusal, not_known
from quexiang.server.requests import AnyConnection, token_of
from quexiang.server.reviews import Reviews
from quexiang.server.settings import Settings
from quexiang.server.tokens import Tokens, new_key
from quexiang.store import Store
from quexiang.store.people import Person

FAREWELL: Final = 2.0
SWEEP: Final = 600.0
NOTICE: Final = 5.0
FORGOTTEN: Final = 24 * 3600.0


class OpenSocket(Protocol):
    """A client's socket, as far as it is counted and ended."""

    number: int
    address: str

    def farewell(self) -> asyncio.Task[None]:
        """The server stops; the task is done when the client has been told."""


def _pace(settings: Settings) -> RoomPace:
    pace = RoomPace.scaled(settings.pace)
    return pace if settings.between is None else replace(pace, between=settings.between)


def _chance(seed: str) -> Callable[[int], bytes]:
    return random.Random(seed).randbytes if seed else secrets.token_bytes  # noqa: S311 - tests only


class Services:
    """Everything of one server that outlives a request."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.settings = settings
        self.store = Store(settings.database_url)
        self.metrics = Metrics()
        self.hub = Hub(self.store, _pace(settings), _chance(settings.seed))
        self.hub.measures = self.metrics
        self.bots = self.hub.bots = BotPool(settings.minds)
        self.reviews = Reviews()
        self.reviewing = Rates(*limits.reviews)
        self.tokens = Tokens(new_key())
        self.sockets: dict[int, OpenSocket] = {}
        self.addresses: Counter[str] = Counter()
        self.guests = Rates(*limits.guests)
        self.logins = Rates(*limits.logins)
        self.codes = Rates(*limits.codes)
        self.rooms = Rates(*limits.rooms)
        self.studies = Rates(*limits.studies)
        self._sweeper: asyncio.Task[None] | None = None
        self._noticer: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the database and begin to sweep."""
        await self.store.migrate()
        self.tokens = Tokens(await self.store.setting("token_key", new_key()))
        self._sweeper = asyncio.create_task(self._sweep())
        self._noticer = asyncio.create_task(self._notice())

    async def say_goodbye(self) -> None:
        """Finish what is being written, then tell everybody to come back."""
        await self.hub.stop()
        writers = [socket.farewell() for socket in self.sockets.values()]
        if writers:
            await asyncio.wait(writers, timeout=FAREWELL)

    async def stop(self) -> None:
        """Let go of everything."""
        for task in (self._sweeper, self._noticer):
            if task is not None:
                task.cancel()
        await self.say_goodbye()
        self.bots.stop()
        self.reviews.stop()
        await self.store.close()

    async def _sweep(self) -> None:
        """Close rooms that everybody has forgotten."""
        while True:
            await asyncio.sleep(SWEEP)
            for key in await self.store.rooms.stale(clock() - FORGOTTEN):
                runner = await self.hub.find(key)
                if runner is not None and not runner.sockets:
                    runner.post(Shut("forgotten"))

    def enter(self, socket: OpenSocket) -> None:
        """A socket has been opened."""
        self.sockets[socket.number] = socket
        self.addresses[socket.address] += 1

    def go(self, socket: OpenSocket) -> None:
        """A socket is no more."""
        del self.sockets[socket.number]
        self.addresses[socket.address] -= 1
        if not self.addresses[socket.address]:
            del self.addresses[socket.address]

    async def _notice(self) -> None:
        """Let go of rooms that an operator has closed in the database."""
        while True:
            await asyncio.sleep(NOTICE)
            for key in await self.store.admin.closed_since(clock() - 4 * NOTICE):
                if key in self.hub.runners:
                    self.hub.runners[key].post(Shut("operator"))

    def measured(self) -> bytes:
        """All measures, as Prometheus reads them."""
        journal = self.store.journal
        return self.metrics.text(
            rooms=len(self.hub.runners),
            sockets=len(self.sockets),
            entries=journal.appended,
            commits=journal.commits,
        )

    async def whose(self, token: str) -> Person | None:
        """The person of a token, if it is still good."""
        claim = self.tokens.read(token)
        person = None if claim is None else await self.store.people.by_id(claim.person)
        if claim is None or person is None or person.sessions != claim.session:
            return None
        return person

    async def person(self, connection: AnyConnection) -> Person:
        """Who makes a request, or a refusal."""
        person = await self.whose(token_of(connection))
        if person is None:
            raise not_known()
        if person.banned:
            raise Refusal(403, "banned", "这个名字被停用了", "This account is locked")
        return person


Served = NamedDependency[Services]
"""How a route asks for the services."""


def profile_of(person: Person) -> Profile:
    """A person as others see him."""
    return Profile(person.id, person.name, person.login is None)

"""What the routes use: the store, the rooms, tokens, rates, measures."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Protocol

import structlog
from litestar.di import NamedDependency
from msgspec.structs import replace
from sqlalchemy.exc import DBAPIError

from quexiang.protocol.room import Profile
from quexiang.rooms.bots import BotPool
from quexiang.rooms.core import RoomPace
from quexiang.rooms.hub import Elsewhere, Hub, new_server
from quexiang.rooms.messages import Shut
from quexiang.rooms.wallclock import wall_clock
from quexiang.server.attempts import Attempts
from quexiang.server.gate import Gate
from quexiang.server.metrics import Metrics
from quexiang.server.readiness import Readiness
from quexiang.server.refusals import Refusal, not_known
from quexiang.server.requests import AnyConnection, network_of, token_of
from quexiang.server.reviews import Reviews
from quexiang.server.settings import Settings
from quexiang.server.tasks import Tasks
from quexiang.server.today import Daily
from quexiang.server.tokens import Claim, Tokens, new_key
from quexiang.server.workers import Workers
from quexiang.store import Store
from quexiang.store.database import is_away
from quexiang.store.people import Person
from quexiang.store.sessions import Visitor

logger = structlog.get_logger(__name__)
FAREWELL: Final = 2.0
SWEEP: Final = 600.0
NOTICE: Final = 5.0
BEAT: Final = 2.0
DAY: Final = 24 * 3600.0
FORGOTTEN: Final = DAY
WAITS: Final = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds between the attempts to reach a database when a server starts."""


class OpenSocket(Protocol):
    """A client's socket, as far as it is counted and ended."""

    number: int
    network: str
    claim: Claim | None
    """Who it is, and by which session."""

    def farewell(self) -> asyncio.Task[None]:
        """The server stops; the task is done when the client has been told."""

    def hang_up(self) -> None:
        """The session of this socket has ended."""


def _pace(settings: Settings) -> RoomPace:
    pace = RoomPace.scaled(settings.pace)
    return pace if settings.between is None else replace(pace, between=settings.between)


def _chance(seed: str) -> Callable[[int], bytes]:
    return random.Random(seed).randbytes if seed else secrets.token_bytes  # noqa: S311 - tests only


async def patiently(opens: Callable[[], Awaitable[None]]) -> None:
    """Open the database; one that is just restarting is waited for."""
    for wait in WAITS:
        try:
            return await opens()
        except (DBAPIError, OSError) as error:
            if not is_away(error):
                raise
            logger.warning("waiting for the database", seconds=wait)
            await asyncio.sleep(wait)
    return await opens()


class Services:
    """Everything of one server that outlives a request."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.settings = settings
        self.clock = wall_clock
        self.store = Store(settings.database_url)
        self.metrics = Metrics()
        self.bots = BotPool(settings.minds)
        self.hub = Hub(
            self.store,
            _pace(settings),
            _chance(settings.seed),
            bots=self.bots,
            address=settings.address,
        )
        self.hub.measures = self.metrics
        self.reviews = Reviews(limits.waiting)
        self.daily = Daily(self.store.daily)
        self.studying = Workers("study", threads=settings.workers, waiting=limits.waiting)
        self.hashing = Workers("hash", threads=settings.workers, waiting=limits.waiting)
        self.tokens = Tokens(new_key())
        self.gate = Gate(limits)
        self.attempts = Attempts(limits.known_logins)
        self.tasks = Tasks(self.metrics)
        self.readiness = Readiness(settings, self.store, self.tasks)
        self.sockets: dict[int, OpenSocket] = {}
        self.networks: Counter[str] = Counter()
        self.listens = ("127.0.0.1", 0)
        """The address and port at which it listens."""
        self.neighbours: set[str] = set()
        """The addresses of the servers of this database."""

    async def start(self) -> None:
        """Open the database, say where this server lives, and begin to sweep."""
        await patiently(self._arrive)
        self.tasks.every(BEAT, "lease", self._beat)
        self.tasks.every(SWEEP, "sweep", self._sweep)
        self.tasks.every(NOTICE, "notice", self._notice)

    async def _arrive(self) -> None:
        await self.store.migrate()
        self.hub.server = new_server()
        await self.store.leases.arrive(self.hub.address)
        await self._beat()
        self.tokens = Tokens(await self.store.setting("token_key", new_key()))

    async def say_goodbye(self) -> None:
        """Finish what is being written, then tell everybody to come back."""
        await self.tasks.stop()
        await self.hub.stop()
        writers = [socket.farewell() for socket in self.sockets.values()]
        if writers:
            await asyncio.wait(writers, timeout=FAREWELL)

    async def stop(self) -> None:
        """Let go of everything."""
        await self.say_goodbye()
        self.bots.stop()
        self.reviews.stop()
        self.daily.stop()
        self.studying.stop()
        self.hashing.stop()
        await self.store.close()

    async def _beat(self) -> None:
        """Keep the rooms of this server, and see which other servers live."""
        await self.hub.beat()
        self.neighbours = await self.store.leases.addresses()

    @property
    def origins(self) -> frozenset[str]:
        """Other origins whose pages may use this server; those of its neighbours may."""
        return frozenset({*self.settings.origins, *self.neighbours})

    async def _sweep(self) -> None:
        """Close rooms that everybody has forgotten, and forget sessions."""
        await self.store.sessions.sweep(self.clock())
        for key in await self.store.rooms.stale(self.clock() - FORGOTTEN):
            with suppress(Elsewhere):
                runner = await self.hub.find(key)
                if runner is not None and not runner.sockets:
                    runner.post(Shut("forgotten"))

    async def _notice(self) -> None:
        """Let go of rooms that an operator has closed or set aside in the database."""
        for key in await self.store.admin.shut_since(self.clock() - 4 * NOTICE):
            if key in self.hub.runners:
                self.hub.runners[key].lose()

    def wait(self, kind: str, connection: AnyConnection) -> float:
        """Count a request of a kind: 0, or the seconds until there is room for it."""
        claim = self.tokens.read(token_of(connection))
        return self.gate.wait(kind, network_of(connection), claim.person if claim else None)

    def enter(self, socket: OpenSocket) -> None:
        """A socket has been opened."""
        self.sockets[socket.number] = socket
        self.networks[socket.network] += 1

    def go(self, socket: OpenSocket) -> None:
        """A socket is no more."""
        del self.sockets[socket.number]
        self.networks[socket.network] -= 1
        if not self.networks[socket.network]:
            del self.networks[socket.network]

    def measured(self) -> bytes:
        """All measures, as Prometheus reads them."""
        journal = self.store.journal
        return self.metrics.text(
            rooms=len(self.hub.runners),
            sockets=len(self.sockets),
            entries=journal.appended,
            commits=journal.commits,
        )

    async def visitor(self, token: str) -> Visitor | None:
        """Who has a token, if it is still good; using it keeps it so."""
        claim, now = self.tokens.read(token), self.clock()
        if claim is None:
            return None
        found = await self.store.sessions.visitor(claim.person, claim.session, now)
        if found is not None and now - found.session.seen > DAY:
            await self.store.sessions.touch(found.session, now, self.expiry(now))
        return found

    def expiry(self, now: float) -> float:
        """Until when a token is good that is used now."""
        return now + self.settings.token_days * DAY

    def hang_up(self, person: str, *, session: str = "", but: str = "") -> None:
        """Close the sockets of a session that has ended, or of all but one."""
        for socket in self.sockets.values():
            claim = socket.claim
            if claim is None or claim.person != person or claim.session == but:
                continue
            if session in ("", claim.session):
                socket.hang_up()

    async def person(self, connection: AnyConnection) -> Person:
        """Who makes a request, or a refusal."""
        return (await self.known(connection)).person

    async def known(self, connection: AnyConnection) -> Visitor:
        """Who makes a request and by which session, or a refusal."""
        visitor = await self.visitor(token_of(connection))
        if visitor is None:
            raise not_known()
        if visitor.person.banned:
            raise Refusal(403, "banned", "这个名字被停用了", "This account is locked")
        return visitor


Served = NamedDependency[Services]
"""How a route asks for the services."""


def profile_of(person: Person) -> Profile:
    """A person as others see him."""
    return Profile(person.id, person.name, person.login is None)

"""What the routes use: the store, the rooms, tokens, rates, measures."""

from __future__ import annotations

import asyncio
import random
import secrets
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import structlog
from litestar.di import NamedDependency
from msgspec.structs import replace
from sqlalchemy.exc import DBAPIError

from quexiang.cluster.bus import LocalBus
from quexiang.cluster.crew import Crew, CrewPool
from quexiang.cluster.metered import MeteredBus
from quexiang.cluster.nats_bus import NatsBus
from quexiang.cluster.node import LEASE, Node
from quexiang.cluster.work import REVIEW, THINK
from quexiang.errors import UnknownVariant
from quexiang.protocol.byes import BYES, RESTART
from quexiang.protocol.codec import write
from quexiang.protocol.room import Profile
from quexiang.rooms.core import RoomPace
from quexiang.rooms.hub import Elsewhere, Hub, new_server
from quexiang.rooms.messages import Shut
from quexiang.rooms.wallclock import wall_clock
from quexiang.server.attempts import Attempts
from quexiang.server.endings import Endings, OpenSocket
from quexiang.server.gate import Gate
from quexiang.server.metrics import Metrics
from quexiang.server.networks import Networks
from quexiang.server.readiness import Readiness
from quexiang.server.refusals import Refusal, not_known
from quexiang.server.requests import AnyConnection, network_of, token_of
from quexiang.server.reviews import Reviews
from quexiang.server.settings import Settings
from quexiang.server.tally import WHOLE, Tally
from quexiang.server.tasks import Tasks
from quexiang.server.today import Daily
from quexiang.server.tokens import Tokens, new_key
from quexiang.server.workers import Workers
from quexiang.store import Store
from quexiang.store.database import is_away
from quexiang.store.people import Person
from quexiang.store.sessions import Visitor
from quexiang.store.tables import INSTALLATION

logger = structlog.get_logger(__name__)
FAREWELL: Final = 2.0
SWEEP: Final = 600.0
NOTICE: Final = 5.0
BEATS: Final = 4
"""Signs of life in the time of a lease."""
SIGN: Final = 0.5
"""Seconds between the signs of life that other nodes hear."""
DOZE: Final = 10.0
DRIFT: Final = 5.0
ASLEEP: Final = 60.0
"""Seconds after which a room sleeps that nobody watches and that waits for nothing."""
HURRY: Final = 200
"""Milliseconds after which the clients of a node that stops come back, to another one."""
DAY: Final = 24 * 3600.0
FORGOTTEN: Final = DAY
WAITS: Final = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds between the attempts to reach a database when a server starts."""


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
            if not is_away(error) or isinstance(error, socket.gaierror):  # mostly misspelt
                raise
            why = str(getattr(error, "orig", error))
            logger.warning("waiting for the database", seconds=wait, why=why)
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
        bus = NatsBus(settings.nats) if settings.nats else LocalBus()
        self.bus = MeteredBus(bus, self.metrics)
        crew = Crew(self.bus) if settings.nats else None
        self.bots = CrewPool(THINK, settings.minds, crew=crew, measures=self.metrics)
        self.hub = Hub(
            self.store,
            _pace(settings),
            _chance(settings.seed),
            bots=self.bots,
            address=settings.address,
        )
        self.hub.lease = LEASE if settings.nats else self.hub.lease
        self.node = Node(self.hub, self.bus, is_alone=not settings.nats)
        self.hub.measures = self.metrics
        reviewing = CrewPool(REVIEW, 1, crew=crew, measures=self.metrics)
        self.reviews = Reviews(limits.waiting, reviewing)
        self.daily = Daily(self.store.daily)
        self.studying = Workers("study", threads=settings.workers, waiting=limits.waiting)
        self.hashing = Workers("hash", threads=settings.workers, waiting=limits.waiting)
        self.tokens = Tokens(new_key())
        self.gate = Gate(limits)
        self.attempts = Attempts(limits.known_logins)
        self.tasks = Tasks(self.metrics)
        self.readiness = Readiness(settings, self.store, self.hub, self.tasks, self.bus)
        self.sockets: dict[int, OpenSocket] = {}
        self.networks = Networks()
        self.tally = Tally(self.networks)
        self.endings = Endings(self.sockets, self.store.sessions)
        self.listens = ("127.0.0.1", 0)
        """The address and port at which it listens."""
        self.neighbours: set[str] = set()
        """The addresses of the servers of this database."""

    async def start(self) -> None:
        """Open the database, say where this server lives, and begin to sweep."""
        await patiently(self._arrive)
        installation = await self.store.setting(INSTALLATION, new_key())
        await self.node.open(installation)
        if self.settings.nats:
            await self._join(f"quexiang.{installation}")
        self.tasks.every(SIGN, "sign of life", self._sign)
        self.tasks.every(self.hub.lease / BEATS, "lease", self._beat)
        self.tasks.every(DOZE, "doze", self._doze)
        self.tasks.every(DRIFT, "drift", self._drift)
        self.tasks.every(SWEEP, "sweep", self._sweep)
        self.tasks.every(NOTICE, "notice", self._notice)

    async def _arrive(self) -> None:
        await self.store.migrate()
        self.hub.server = new_server()
        await self.store.leases.arrive(self.hub.address)
        await self._beat()
        self.tokens = Tokens(await self.store.setting("token_key", new_key()))

    async def _join(self, nodes: str) -> None:
        """Count, and end sessions, together with the other nodes of this database."""
        self.gate.share(self.tally)
        self.attempts.share(self.tally)
        await self.tally.join(self.bus, f"{nodes}.counts", self.hub.server)
        await self.endings.join(self.bus, f"{nodes}.ended")
        self.tasks.every(WHOLE, "counts", self.tally.beat)

    async def say_goodbye(self) -> None:
        """Finish what is being written, then tell everybody to come back."""
        await self.node.drain()
        await self.tasks.stop()
        await self.hub.stop()
        writers = [socket.farewell() for socket in self.sockets.values()]
        if writers:
            await asyncio.wait(writers, timeout=FAREWELL)

    async def stop(self) -> None:
        """Let go of everything."""
        await self.say_goodbye()
        self.tally.leave()
        await self.bus.close()
        self.bots.stop()
        self.reviews.stop()
        self.daily.stop()
        self.studying.stop()
        self.hashing.stop()
        await self.store.close()

    async def _beat(self) -> None:
        """Keep the rooms of this server, and see which other servers live.

        In a cluster a lease is short: a database that is away is tried again with the next beat.
        """
        try:
            await self.hub.beat()
            self.neighbours = await self.store.leases.addresses()
        except (DBAPIError, OSError) as error:
            if self.node.is_alone or not is_away(error):
                raise
            logger.warning("could not renew the lease", why=type(error).__name__)

    async def _sign(self) -> None:
        self.node.beat()

    async def _doze(self) -> None:
        await self.hub.doze(ASLEEP)

    async def _drift(self) -> None:
        await self.node.drift()

    @property
    def farewell(self) -> bytes:
        """The last frame to a client when this server stops."""
        last = BYES[RESTART]
        return write(last if self.node.is_alone else replace(last, retry_ms=HURRY))

    @property
    def origins(self) -> frozenset[str]:
        """Other origins whose pages may use this server; those of its neighbours may."""
        return frozenset({*self.settings.origins, *self.neighbours})

    async def _sweep(self) -> None:
        """Close rooms that everybody has forgotten, and forget sessions."""
        await self.store.sessions.sweep(self.clock())
        now, idle = self.clock(), self.hub.pace.idle
        for key in await self.store.rooms.stale(now - FORGOTTEN, now - idle):
            with suppress(Elsewhere, UnknownVariant):
                runner = await self.hub.find(key)
                if runner is not None and not runner.sockets:
                    runner.post(Shut("forgotten"))

    async def _notice(self) -> None:
        """See what an operator has done in the database: rooms closed, people locked out."""
        await self.endings.check(self.clock())
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
        self.networks.enter(socket.network)

    def go(self, socket: OpenSocket) -> None:
        """A socket is no more."""
        del self.sockets[socket.number]
        self.networks.leave(socket.network)

    def measured(self) -> bytes:
        """All measures, as Prometheus reads them."""
        journal = self.store.journal
        return self.metrics.text(
            leased=self.hub.is_leased,
            rooms=len(self.hub.runners),
            sockets=len(self.sockets),
            far=len(self.node.gateway.attached),
            entries=journal.appended,
            commits=journal.commits,
            unkept=journal.unkept,
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

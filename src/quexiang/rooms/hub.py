"""All rooms of one server: opened, found, read from their logs when somebody comes."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b32encode
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog
from msgspec import Struct

from quexiang.errors import UnknownVariant
from quexiang.protocol.log import AnyEntry, BotSat, Opened, RoomClosed, Sat
from quexiang.protocol.room import Advising, ClockRules, Pace, Profile, RoomView, Watching
from quexiang.rooms import messages
from quexiang.rooms.bots import BotPool
from quexiang.rooms.core import RoomPace
from quexiang.rooms.index import append_of
from quexiang.rooms.kept import Kept
from quexiang.rooms.room import Room
from quexiang.rooms.runner import Bots, Measures, Runner, nickname
from quexiang.rooms.sound import NOBODYS, Damaged, Onlooker, sound
from quexiang.rooms.state import RoomState
from quexiang.rooms.wallclock import wall_clock
from quexiang.rulebook import Options, Variant
from quexiang.store import Append, Conflict, Head, Store
from quexiang.store.leases import Claim
from quexiang.study.statistics import match_ended

logger = structlog.get_logger(__name__)

KEY_BYTES: Final = 10
"""A room's key is sixteen letters and digits, which no chat or command line breaks."""
CODE_BYTES: Final = 8
TRIES: Final = 20
CODES: Final = 10**6
LEASE: Final = 10.0
"""Seconds for which a server owns its rooms without a sign of life."""
FAREWELL: Final = 2.0
LOADS: Final = 8
"""Rooms that are claimed and read at a time: a room may be locked for a while by a server that was
stopped while it wrote, and the lease needs a connection to the database all the same."""


def new_server() -> str:
    """An id for a server, which is never used again."""
    return secrets.token_hex(8)


class RoomPlan(Struct, frozen=True, kw_only=True):
    """What a room is to be; checked."""

    variant: Variant
    options: Options
    players: int
    clock: ClockRules = ClockRules()
    watching: Watching = "public"
    delay: int = 180
    public: bool = False
    advice: Advising = "alone"
    scenario: str = ""
    pace: Pace = "usual"
    seat: int = 0
    """Where the creator sits."""


def _first_entries(
    plan: RoomPlan, owner: Profile, bots: str, chance: Callable[[int], bytes]
) -> list[AnyEntry]:
    opened = Opened(
        key=b32encode(chance(KEY_BYTES)).decode().lower(),
        code=f"{int.from_bytes(chance(CODE_BYTES)) % CODES:06d}",
        variant=plan.variant.key,
        version=plan.variant.version,
        players=plan.players,
        options=dict(plan.options),
        owner=owner,
        clock=plan.clock,
        watching=plan.watching,
        delay=plan.delay,
        public=plan.public,
        advice=plan.advice,
        scenario=plan.scenario,
        pace=plan.pace,
    )
    others = [seat for seat in range(plan.players) if seat != plan.seat]
    return [opened, Sat(plan.seat, owner), *(BotSat(seat, bots) for seat in others if bots)]


class Elsewhere(Exception):
    """Another living server has the room."""

    def __init__(self, owner: Claim) -> None:
        self.at = owner.at
        self.server = owner.server
        self.left = owner.left
        """Seconds until its lease ends, unless it gives a sign of life."""
        super().__init__(owner.at)


class Hub:
    """The rooms that are in memory, and the way to all others."""

    def __init__(
        self,
        store: Kept,
        pace: RoomPace,
        chance: Callable[[int], bytes] | None = None,
        *,
        clock: Callable[[], float] = wall_clock,
        bots: Bots | None = None,
        server: str = "",
        address: str = "",
    ) -> None:
        self.chance = chance or secrets.token_bytes
        self.store = store
        self.pace = pace
        self.clock = clock
        self.bots = bots or BotPool()
        self.server = server or new_server()
        self.address = address
        """Where clients reach this server."""
        self.lease = LEASE
        self.runners: dict[str, Runner] = {}
        self.measures: Measures | None = None
        self.stopping = False
        self.leased = 0.0
        """Until when the rooms of this server are its own."""
        self._loading: dict[str, asyncio.Future[Runner | None]] = {}
        self._loads = asyncio.Semaphore(LOADS)
        self._leaving: dict[str, asyncio.Task[None]] = {}
        self._connections = 0
        self._onlooker = Onlooker(store, pace, self.chance)

    async def beat(self) -> None:
        """Renew the lease of this server's rooms; let go of those that it has lost meanwhile."""
        until = self.clock() + self.lease
        await self.store.leases.beat(self.server, self.address, self.lease)
        self.leased = until
        await self._let_go_of_lost()

    @property
    def is_leased(self) -> bool:
        """Whether the rooms of this server are its own, for all it knows."""
        return self.clock() < self.leased

    def expire(self) -> None:
        """Let go of all rooms if the lease could not be renewed; the database may be silent."""
        if not self.is_leased:
            for runner in list(self.runners.values()):
                runner.abandon()

    async def _let_go_of_lost(self) -> None:
        runners = list(self.runners.values())
        held = await self.store.leases.held(self.server) if runners else {}
        for runner in runners:
            if held.get(runner.key) != runner.head.fence:
                runner.lose()

    async def _live(self) -> None:
        """Renew the lease if it has run out, so that a room that is taken is not taken away."""
        if not self.is_leased:
            await self.beat()

    def next_connection(self) -> int:
        """A number for a new connection."""
        self._connections += 1
        return self._connections

    async def open(self, plan: RoomPlan, owner: Profile, *, bots: str = "") -> Runner:
        """Make a room with its creator on the first seat, and bots of a level on the others."""
        await self._live()
        return self._start(*await self._first(plan, owner, bots, self.server))

    async def place(self, plan: RoomPlan, owner: Profile, *, bots: str = "", server: str) -> Opened:
        """Make a room for another server, which reads it from its log when somebody comes."""
        state, _ = await self._first(plan, owner, bots, server)
        return state.opened

    async def _first(
        self, plan: RoomPlan, owner: Profile, bots: str, server: str
    ) -> tuple[RoomState, Head]:
        """Write the first entries of a room that a server is to have."""
        for _ in range(TRIES):
            entries = _first_entries(plan, owner, bots, self.chance)
            state, head = RoomState.folded(entries), Head(fence=1)
            append = append_of(state, head, entries, self.clock(), server)
            with suppress(Conflict):  # the code is in use
                await self.store.journal.append(append)
                return state, head.after(append)
        raise RuntimeError("no room code is free")

    async def find(self, key: str) -> Runner | None:
        """The room of this key, read from its log if it is not in memory.

        Raises `Elsewhere` where another living server has it, and `UnknownVariant` where only
        another server can play it: one with its town, or of a newer version.
        """
        if key in self._leaving:
            await asyncio.wait([self._leaving[key]])
        runner = self.runners.get(key)
        if runner is not None:
            return runner
        if self.stopping:
            await self._send_on(key)
            return None
        if key not in self._loading:
            task = asyncio.ensure_future(self._load(key))
            self._loading[key] = task
            task.add_done_callback(lambda _done: self._loading.pop(key, None))
        return await asyncio.shield(self._loading[key])

    async def _send_on(self, key: str) -> None:
        """Raise `Elsewhere` where another server has a room that a stopping one does not take.

        One that it was given all the same, before that was known, is for whoever wants it.
        """
        owner = await self.store.leases.owner(key)
        if owner.server == self.server:
            await self.store.leases.give(key, self.server, "")
        elif owner.server:
            raise Elsewhere(owner)

    async def view(self, key: str) -> RoomView | None:
        """A room from outside, None where there is none; it is not taken from anybody."""
        try:
            return await self._look(key)
        except Damaged as damage:
            claim = await self.store.leases.claim(key, self.server)
            if claim.fence:
                await self._set_aside(key, damage)
            return None
        except UnknownVariant as town:
            _no_town(key, town)
            return None

    async def _look(self, key: str) -> RoomView | None:
        runner = self.runners.get(key)
        if runner is not None:
            with suppress(Conflict):  # it has just been closed, or moved
                return await runner.view()
        return await self._onlooker.view(key, self.clock())

    async def _load(self, key: str) -> Runner | None:
        async with self._loads:
            return await self._claim_and_read(key)

    async def _claim_and_read(self, key: str) -> Runner | None:
        if await self.store.rooms.phase_of(key) in NOBODYS:
            return None
        await self._live()
        claim = await self.store.leases.claim(key, self.server)
        if claim.at:
            raise Elsewhere(claim)
        self._moved(_came(claim.server, self.server))
        ended = await self.store.rooms.ended_matches(key)
        rows = await self.store.journal.read(key)
        try:
            state = sound(key, rows, ended)
        except Damaged as damage:
            await self._set_aside(key, damage)
            return None
        except UnknownVariant as town:
            _no_town(key, town)
            await self.store.leases.give(key, self.server, "")
            raise
        return self._start(state, Head.of(rows, claim.fence))

    async def _set_aside(self, key: str, damage: Damaged) -> None:
        logger.error("log is damaged", room=nickname(key), exc_info=damage)
        await self.store.rooms.damage(key, str(damage))

    def _start(self, state: RoomState, head: Head) -> Runner:
        runner = Runner(
            Room(state, self.pace, self.chance),
            head,
            self.store.journal,
            clock=self.clock,
            bots=self.bots,
            gone=self._gone,
        )
        runner.measures = self.measures
        self.runners[runner.key] = runner
        runner.post(messages.Tick())
        return runner

    def _gone(self, runner: Runner) -> None:
        if self.runners.get(runner.key) is runner:
            del self.runners[runner.key]

    async def hand_over(self, key: str, to: str = "") -> None:
        """Let a room go on at another server, or sleep; its people follow it."""
        if key in self.runners and key not in self._leaving:
            task = asyncio.ensure_future(self._hand_over(self.runners[key], to))
            self._leaving[key] = task
            task.add_done_callback(lambda _done: self._leaving.pop(key, None))
            await asyncio.shield(task)

    async def _hand_over(self, runner: Runner, to: str) -> None:
        await runner.stop()
        try:
            await self.store.leases.give(runner.key, self.server, to)
        finally:
            runner.send_on()
        self._moved("handed_over" if to else "slept")

    def _moved(self, how: str) -> None:
        if self.measures is not None:
            self.measures.moved(how)

    async def doze(self, seconds: float) -> int:
        """Let rooms sleep that nobody has watched for so long; tell how many."""
        slept = 0
        for key, runner in list(self.runners.items()):
            if runner.rests(seconds):
                await self.hand_over(key)
                slept += 1
        return slept

    async def stop(self) -> None:
        """Finish what is under way in every room, and let other servers have them.

        What takes longer than the lease could not be written any more.
        """
        self.stopping = True
        stops = [asyncio.create_task(runner.stop()) for runner in self.runners.values()]
        if stops:
            await asyncio.wait(stops, timeout=self.lease)
        try:
            async with asyncio.timeout(FAREWELL):
                await self.store.leases.leave(self.server)
        except Exception:
            logger.exception("could not leave")  # others wait until the lease is over


def _came(before: str, server: str) -> str:
    """How a room has come to a server, by who had it before."""
    if not before:
        return "woken"
    return "received" if before == server else "taken_over"


def _no_town(key: str, town: UnknownVariant) -> None:
    """A room of a town that is not installed waits until it is."""
    logger.warning("town is not installed", room=nickname(key), town=town.key)


async def close_room(store: Store, key: str, why: str) -> bool:
    """End the match of a room, if there is one, and close it; tell whether it was open.

    A server that runs the room finds that its log has gone on, and lets go of it.
    """
    for _ in range(TRIES):
        phase, fence = await store.rooms.phase_of(key), await store.rooms.fence_of(key)
        if phase in (None, "closed"):
            return False
        ended = await store.rooms.ended_matches(key)
        rows = await store.journal.read(key)
        try:
            state = sound(key, rows, ended)
        except Damaged as damage:
            await store.rooms.shut(key, str(damage), wall_clock())
            return True
        with suppress(Conflict):  # somebody acted meanwhile
            await store.journal.append(_closing(state, Head.of(rows, fence), why))
            return True
    raise Conflict(key)


def _closing(state: RoomState, head: Head, why: str) -> Append:
    ended = [] if state.match is None else [match_ended(state.match, "dissolved")]
    entries: list[AnyEntry] = [*ended, RoomClosed(why)]
    for entry in entries:
        state.apply(entry)
    return append_of(state, head, entries, wall_clock())

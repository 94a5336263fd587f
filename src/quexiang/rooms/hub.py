"""All rooms of one server: opened, found, read from their logs when somebody comes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Final

import structlog
from msgspec import Struct

from quexiang.protocol.log import AnyEntry, BotSat, Opened, RoomClosed, Sat
from quexiang.protocol.room import Advising, ClockRules, Profile, RoomView, Watching
from quexiang.rooms import messages
from quexiang.rooms.bots import BotPool
from quexiang.rooms.core import RoomPace
from quexiang.rooms.index import append_of
from quexiang.rooms.load import load
from quexiang.rooms.room import Room
from quexiang.rooms.runner import Measures, Runner, clock, nickname
from quexiang.rooms.state import BrokenLog, RoomState
from quexiang.rulebook import Options, Variant
from quexiang.store import Conflict, Store
from quexiang.study.statistics import match_ended

logger = structlog.get_logger(__name__)

KEY_BYTES: Final = 12
TRIES: Final = 20
CODES: Final = 10**6


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
    seat: int = 0
    """Where the creator sits."""


def _first_entries(plan: RoomPlan, owner: Profile, bots: str) -> list[AnyEntry]:
    opened = Opened(
        key=secrets.token_urlsafe(KEY_BYTES),
        code=f"{secrets.randbelow(CODES):06d}",
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
    )
    others = [seat for seat in range(plan.players) if seat != plan.seat]
    return [opened, Sat(plan.seat, owner), *(BotSat(seat, bots) for seat in others if bots)]


class Hub:
    """The rooms that are in memory, and the way to all others."""

    def __init__(
        self, store: Store, pace: RoomPace, chance: Callable[[int], bytes] | None = None
    ) -> None:
        self.chance = chance or secrets.token_bytes
        self.store = store
        self.pace = pace
        self.runners: dict[str, Runner] = {}
        self.measures: Measures | None = None
        self.bots = BotPool()
        self.stopping = False
        self._loading: dict[str, asyncio.Future[Runner | None]] = {}
        self._connections = 0

    def next_connection(self) -> int:
        """A number for a new connection."""
        self._connections += 1
        return self._connections

    async def open(self, plan: RoomPlan, owner: Profile, *, bots: str = "") -> Runner:
        """Make a room with its creator on the first seat, and bots of a level on the others."""
        for _ in range(TRIES):
            entries = _first_entries(plan, owner, bots)
            state = RoomState.folded(entries)
            try:
                await self.store.journal.append(append_of(state, 0, entries, clock()))
            except Conflict:
                continue  # the code is in use
            return self._start(state, 1)
        raise RuntimeError("no room code is free")

    async def find(self, key: str) -> Runner | None:
        """The room of this key, read from its log if it is not in memory."""
        runner = self.runners.get(key)
        if runner is not None or self.stopping:
            return runner
        if key not in self._loading:
            task = asyncio.ensure_future(self._load(key))
            self._loading[key] = task
            task.add_done_callback(lambda _done: self._loading.pop(key, None))
        return await asyncio.shield(self._loading[key])

    async def view(self, key: str) -> RoomView | None:
        """A room from outside, None where there is none."""
        runner = await self.find(key)
        try:
            return None if runner is None else await runner.view()
        except Conflict:
            return None  # it has just been closed, or moved

    async def _load(self, key: str) -> Runner | None:
        if await self.store.rooms.phase_of(key) in (None, "closed"):
            return None
        rows = await self.store.journal.read(key)
        ended = await self.store.rooms.ended_matches(key)
        try:
            state = load(rows, ended)
        except BrokenLog:
            logger.exception("log does not replay", room=nickname(key))
            return None
        return self._start(state, rows[-1][0])

    def _start(self, state: RoomState, version: int) -> Runner:
        room = Room(state, self.pace, self.chance)
        runner = Runner(room, version, self.store, self._gone, self.bots)
        runner.measures = self.measures
        self.runners[runner.key] = runner
        runner.post(messages.Tick())
        return runner

    def _gone(self, runner: Runner) -> None:
        if self.runners.get(runner.key) is runner:
            del self.runners[runner.key]

    async def stop(self) -> None:
        """Finish what is under way in every room."""
        self.stopping = True
        await asyncio.gather(*(runner.stop() for runner in list(self.runners.values())))


async def close_room(store: Store, key: str, why: str) -> bool:
    """End the match of a room, if there is one, and close it; tell whether it was open.

    A server that runs the room finds that its log has gone on, and lets go of it.
    """
    for _ in range(TRIES):
        if await store.rooms.phase_of(key) in (None, "closed"):
            return False
        rows = await store.journal.read(key)
        state = load(rows, await store.rooms.ended_matches(key))
        ended = [] if state.match is None else [match_ended(state.match, "dissolved")]
        entries: list[AnyEntry] = [*ended, RoomClosed(why)]
        for entry in entries:
            state.apply(entry)
        try:
            await store.journal.append(append_of(state, rows[-1][0], entries, clock()))
        except Conflict:
            continue  # somebody acted meanwhile
        return True
    raise Conflict(key)

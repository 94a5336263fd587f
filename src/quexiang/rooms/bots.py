"""Where bots think: the quick ones in a thread, the searching one in processes of its own.

A process is sent only what the seat has seen, so it could not look at a hidden tile if it tried.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Final

import msgspec
import structlog
from msgspec import Struct

from quexiang.bots import BOTS, make_bot
from quexiang.bots.bot import Judged
from quexiang.engine.actions import AnyAction, OpenChoice, Seat
from quexiang.engine.events import AnyEvent
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.view import View
from quexiang.rooms.messages import BotAdvised, BotChose, Thinking
from quexiang.text import Text
from quexiang.variants import variant_named

logger = structlog.get_logger(__name__)

HEAVY: Final = frozenset({"master"})
STAND_IN: Final = "expert"
"""Who answers where a process does not, or not in time."""

Work = Callable[[str], bytes]
"""What a process is asked to do: JSON in, JSON out."""


class NoProcess(Exception):
    """There is none: think here."""


class Job(Struct, frozen=True):
    """What a process must know to think for a seat."""

    variant: str
    options: dict[str, bool | int | str]
    players: int
    seat: Seat
    seen: list[AnyEvent]
    offers: list[AnyAction | OpenChoice]
    level: str
    seed: str


class JudgedAction(Struct, frozen=True):
    """A judged choice on its way between processes."""

    action: AnyAction
    value: float
    why: Text


_JOB: Final = msgspec.json.Decoder(Job)
_JUDGED: Final = msgspec.json.Decoder(list[JudgedAction])


class BotPool:
    """Runs bots without blocking the event loop."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def think(self, thinking: Thinking, seed: str) -> BotChose | BotAdvised:
        """A bot's choice, or its advice."""
        if thinking.level in HEAVY:
            try:
                async with asyncio.timeout(thinking.within):
                    return thinking.done(await self._elsewhere(thinking, seed))
            except NoProcess:
                pass
            except (BrokenProcessPool, TimeoutError) as error:
                logger.warning("a bot stands in", level=thinking.level, why=type(error).__name__)
                return await asyncio.to_thread(ponder, thinking, STAND_IN, seed)
        if BOTS[thinking.level].at_once:
            return ponder(thinking, thinking.level, seed)
        return await asyncio.to_thread(ponder, thinking, thinking.level, seed)

    async def run(self, work: Work, text: str) -> bytes:
        """Run heavy work in a process of the pool; it is lost if the process dies."""
        if not self.processes:
            raise NoProcess
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._running(), work, text)
        except BrokenProcessPool:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop the worker processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.processes, get_context("spawn"), initializer=_be_quiet
            )
        return self._pool

    async def _elsewhere(self, thinking: Thinking, seed: str) -> list[Judged]:
        text = msgspec.json.encode(_job(thinking, seed)).decode()
        found = _JUDGED.decode(await self.run(judge, text))
        return [Judged(each.action, each.value, each.why) for each in found]


def ponder(thinking: Thinking, level: str, seed: str) -> BotChose | BotAdvised:
    """Let a bot of a level think here and now."""
    bot = make_bot(level, seed)
    if thinking.connection is None:
        chosen = bot.choose(thinking.view, thinking.offers)
        return thinking.done([Judged(chosen, 0.0, Text("", ""))])
    return thinking.done(bot.judge(thinking.view, thinking.offers))


def _job(thinking: Thinking, seed: str) -> Job:
    view = thinking.view
    assert view.seat is not None
    origin = view.rules.origin
    return Job(
        origin.variant,
        origin.options,
        view.rules.players,
        view.seat,
        view.seen(),  # type: ignore[arg-type]  # all kinds are listed
        thinking.offers,  # type: ignore[arg-type]  # likewise
        thinking.level,
        seed,
    )


def judge(text: str) -> bytes:
    """In a worker process: judge the choices and encode the result."""
    job = _JOB.decode(text)
    view = View(_rules(job.variant, _key(job), job.players), list(job.seen), job.seat)
    judged = make_bot(job.level, job.seed).judge(view, job.offers)
    return msgspec.json.encode(judged)


def _key(job: Job) -> tuple[tuple[str, bool | int | str], ...]:
    return tuple(job.options.items())


@lru_cache(maxsize=16)
def _rules(
    variant: str, options: tuple[tuple[str, bool | int | str], ...], players: int
) -> Ruleset:
    town = variant_named(variant)
    return town.room(town.choose(dict(options), players), players)


def _be_quiet() -> None:
    """Leave interrupts to the server; but where it is killed, go with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_go_with_parent, daemon=True).start()


def _go_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)

"""The workers of a cluster as a node asks them, and a pool that does itself what they do not."""

from __future__ import annotations

import time
from typing import Final, Protocol

from quexiang.cluster.bus import Bus, Unanswered
from quexiang.cluster.work import PATIENCE, Done, Taken, Working, read_answer, subject
from quexiang.rooms.bots import BotPool, Work

OFFERS: Final = 3
"""So many workers are asked, one after the other, before a node does the work itself."""
OFFERED: Final = 0.2
"""Seconds in which a worker must take or refuse what it is offered."""
SIGN_OF_LIFE: Final = PATIENCE + 0.25
"""Seconds after which a worker that says nothing is given up."""


class Declined(Exception):
    """No worker does it: all that were asked are busy, or one is lost or failed."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


class WorkMeasures(Protocol):
    """Who counts work."""

    def worked(self, kind: str, where: str, seconds: float) -> None:
        """Work is done: by a worker, here, in a thread, or nowhere in time."""

    def declined(self, kind: str, why: str) -> None:
        """No worker did it."""


class Crew:
    """All workers that are reached by a bus."""

    def __init__(
        self, bus: Bus, *, offered: float = OFFERED, sign_of_life: float = SIGN_OF_LIFE
    ) -> None:
        self._bus = bus
        self._offered = offered
        self._sign_of_life = sign_of_life

    async def do(self, kind: str, text: str) -> bytes:
        """Have work done by any of them; raises `Declined`."""
        taken = await self._offer(subject(kind), text.encode())
        while True:
            try:
                told = await self._bus.ask(taken.at, b"%d" % taken.job, self._sign_of_life)
            except Unanswered:
                raise Declined("lost") from None
            match read_answer(told):
                case Done(result=result):
                    return bytes(result)
                case Working():
                    continue
                case _:
                    raise Declined("failed")

    async def _offer(self, to: str, payload: bytes) -> Taken:
        for _ in range(OFFERS):
            try:
                answer = read_answer(await self._bus.ask(to, payload, self._offered))
            except Unanswered:
                raise Declined("unanswered") from None
            if isinstance(answer, Taken):
                return answer
        raise Declined("busy")


class CrewPool(BotPool):
    """Work of one kind: done by the crew, if there is one that can, or in processes here."""

    def __init__(
        self, kind: str, processes: int, *, crew: Crew | None, measures: WorkMeasures
    ) -> None:
        super().__init__(processes)
        self._kind = kind
        self._crew = crew
        self._measures = measures

    async def run(self, work: Work, text: str) -> bytes:
        """Run heavy work, wherever that is."""
        begun = time.monotonic()
        where = "nowhere" if self.processes else "thread"
        try:
            found = await self._by_crew(text)
            if found is not None:
                where = "worker"
                return found
            found = await super().run(work, text)
            where = "here"
            return found
        finally:
            self._measures.worked(self._kind, where, time.monotonic() - begun)

    async def _by_crew(self, text: str) -> bytes | None:
        if self._crew is None:
            return None
        try:
            return await self._crew.do(self._kind, text)
        except Declined as declined:
            self._measures.declined(self._kind, declined.why)
            return None

"""Tables whose people write down what they do, played while something goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from histories import History, Witness, check
from players import company, seated, start, until
from test_kill import log_of, rounds_of

from quexiang.protocol import outgoing

CLOCK = {"decision": 60, "bank": 600}


@dataclass
class Table:
    """Four people at a room."""

    town: str
    history: History = field(default_factory=History)
    people: list[Witness] = field(default_factory=list)
    key: str = ""

    @property
    def told(self) -> int:
        return self.history.count("ok")

    @property
    def is_over(self) -> bool:
        """Whether the match was played to its end; nothing is acknowledged any more."""
        return any(person.over is not None for person in self.people)

    def sit(self, person: Witness) -> None:
        person.history = self.history
        self.people.append(person)

    async def begin(self, group: asyncio.TaskGroup) -> list[asyncio.Task[outgoing.Over]]:
        """Open the room, sit down and play for as long as a match can be."""
        wishes = {"options": {"rounds": rounds_of(self.town)}, "clock": CLOCK}
        self.key = await seated(self.town, list(self.people), **wishes)
        playing = [group.create_task(person.play()) for person in self.people[1:]]
        await start(self.people[0].table)  # whoever is at home elsewhere may be sent here
        return [*playing, group.create_task(self.people[0].play())]


@asynccontextmanager
async def played(tables: Sequence[Table]) -> AsyncIterator[None]:
    """People play at all tables; in the end, whatever happened meanwhile, all tables go on."""
    everybody = [person for table in tables for person in table.people]
    async with company([*everybody]), asyncio.TaskGroup() as group:
        playing = [task for table in tables for task in await table.begin(group)]
        yield
        await progress(tables)
        for task in playing:
            task.cancel()


async def progress(tables: Sequence[Table]) -> None:
    """Wait until something was acknowledged at every table that is not over."""
    before = [(table, table.told) for table in tables]
    await until(lambda: all(table.told > told or table.is_over for table, told in before))


def judge(tables: Sequence[Table], url: str) -> None:
    """What everybody did and was told must fit one order, and that order is the log's."""
    for table in tables:
        lines, _ = asyncio.run(log_of(url, table.key))
        check(table.history, lines)

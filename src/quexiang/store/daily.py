"""The hands of the days, and what everybody answered."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from quexiang.store.database import Database
from quexiang.store.tables import DAILY, DAILY_ANSWERS


class DailyHands:
    """The tables of the daily hands."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def hand(self, day: str) -> str | None:
        """The hand of a day as it was kept."""
        wanted = select(DAILY.c.hand).where(DAILY.c.day == day)
        async with self.database.reading() as connection:
            return (await connection.execute(wanted)).scalar()

    async def keep(self, day: str, hand: str) -> str:
        """Keep the hand of a day, and give the one that was kept first."""
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(DAILY), {"day": day, "hand": hand})
        except IntegrityError:
            return await self.hand(day) or hand
        return hand

    async def answer(self, day: str, person: str, tile: str, now: float) -> bool:
        """Enter an answer; false if there is one already."""
        row = {"day": day, "person": person, "tile": tile, "at": now}
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(DAILY_ANSWERS), row)
        except IntegrityError:
            return False
        return True

    async def answers_of(self, person: str, limit: int) -> dict[str, str]:
        """What a person answered lately, by day."""
        columns = DAILY_ANSWERS.c
        wanted = select(columns.day, columns.tile).where(columns.person == person)
        async with self.database.reading() as connection:
            rows = await connection.execute(wanted.order_by(columns.day.desc()).limit(limit))
            return {row.day: row.tile for row in rows}

    async def counts(self, day: str) -> Counter[str]:
        """How many chose each tile."""
        columns = DAILY_ANSWERS.c
        wanted = select(columns.tile, func.count()).where(columns.day == day).group_by(columns.tile)
        async with self.database.reading() as connection:
            return Counter({tile: int(count) for tile, count in await connection.execute(wanted)})

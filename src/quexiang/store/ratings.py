"""A rating per variant for matches between people, by the Plackett–Luce model of openskill.

Ratings follow from the ended matches in their order. They are brought up to date when somebody
looks at them, each match once, in one transaction with the note that it has been rated.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from openskill.models import PlackettLuce
from sqlalchemy import delete, insert, select, update

from quexiang.store.tables import MATCH_SEATS, MATCHES, PEOPLE, RATINGS

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from quexiang.store.database import Database

MODEL = PlackettLuce()
COUNTED = ("finished", "abandoned")


class Rating(Struct, frozen=True):
    """What is believed of a person's skill; `ordinal` is what he is at least, most likely."""

    variant: str
    mu: float
    sigma: float
    matches: int

    @property
    def ordinal(self) -> float:
        """One number to show."""
        return round(self.mu - 3 * self.sigma, 2)


class Ranked(Struct, frozen=True):
    """One on the ladder of a town."""

    person: str
    name: str
    rating: float
    matches: int


class Ratings:
    """The table of ratings."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._one = asyncio.Lock()

    async def of_person(self, person: str) -> dict[str, Rating]:
        """The ratings of a person, by variant."""
        await self.catch_up()
        wanted = select(RATINGS).where(RATINGS.c.person == person)
        async with self.database.reading() as connection:
            rows = await connection.execute(wanted)
            found = [Rating(row.variant, row.mu, row.sigma, row.matches) for row in rows]
        return {rating.variant: rating for rating in found}

    async def ladder(self, variant: str, limit: int) -> list[Ranked]:
        """Who is best in a town, by what he is at least; those who are banned are left out."""
        await self.catch_up()
        least = RATINGS.c.mu - 3 * RATINGS.c.sigma
        wanted = (
            select(PEOPLE.c.id, PEOPLE.c.name, RATINGS.c.matches, least.label("least"))
            .join(PEOPLE, PEOPLE.c.id == RATINGS.c.person)
            .where(RATINGS.c.variant == variant, PEOPLE.c.banned.is_(False))
            .order_by(least.desc(), PEOPLE.c.id)
        )
        async with self.database.reading() as connection:
            rows = await connection.execute(wanted.limit(limit))
            return [Ranked(row.id, row.name, round(row.least, 2), row.matches) for row in rows]

    async def catch_up(self) -> int:
        """Rate all matches that have ended since; tell how many."""
        wanted = select(MATCHES.c.id, MATCHES.c.variant, MATCHES.c.how).where(
            MATCHES.c.ended.is_not(None), MATCHES.c.rated.is_(None)
        )
        async with self._one:
            async with self.database.reading() as connection:
                rows = (await connection.execute(wanted.order_by(MATCHES.c.ended))).all()
            for row in rows:
                async with self.database.writing() as connection:
                    await _rate(connection, row)
        return len(rows)


async def _rate(connection: AsyncConnection, match: Any) -> None:  # noqa: ANN401 - a row
    """Note first that the match is rated: whoever comes second finds nothing to do."""
    mine = update(MATCHES).where(MATCHES.c.id == match.id, MATCHES.c.rated.is_(None))
    done = await connection.execute(mine.values(rated=match.how in COUNTED))
    if not done.rowcount or match.how not in COUNTED:
        return
    wanted = select(MATCH_SEATS).where(MATCH_SEATS.c.match == match.id)
    seats = (await connection.execute(wanted)).all()
    people = [seat.person for seat in seats]
    if None in people or len(set(people)) < len(people):  # a bot, or one who is forgotten
        return
    await _enter(connection, match.variant, people, [-(seat.total or 0) for seat in seats])


async def _enter(
    connection: AsyncConnection, variant: str, people: list[str], ranks: list[int]
) -> None:
    wanted = select(RATINGS).where(RATINGS.c.variant == variant, RATINGS.c.person.in_(people))
    rows = (await connection.execute(wanted.with_for_update())).all()
    known = {row.person: row for row in rows}
    teams = [
        [MODEL.rating(mu=known[one].mu, sigma=known[one].sigma) if one in known else MODEL.rating()]
        for one in people
    ]
    rated = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    gone = delete(RATINGS).where(RATINGS.c.variant == variant, RATINGS.c.person.in_(people))
    await connection.execute(gone)
    rows_now = [
        {
            "person": one,
            "variant": variant,
            "mu": team[0].mu,
            "sigma": team[0].sigma,
            "matches": 1 + (known[one].matches if one in known else 0),
        }
        for one, team in zip(people, rated, strict=True)
    ]
    await connection.execute(insert(RATINGS), rows_now)

"""The matches of a person, and what they come to."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from sqlalchemy import func, select

from quexiang.store.database import Database
from quexiang.store.tables import LOG, MATCH_SEATS, MATCHES


class PlayedMatch(Struct, omit_defaults=True):
    """A match in which a person had a seat."""

    id: str
    variant: str
    my_seat: int
    started: float
    names: list[str]
    bots: list[str]
    ended: float | None = None
    how: str | None = None
    rounds: int = 0
    totals: list[int] = []


class EndedMatch(Struct):
    """The end of a match in which a person had a seat."""

    id: str
    variant: str
    my_seat: int
    started: float
    lines: str
    """The last entries of its log."""


class Sums(Struct):
    """What the ended matches of a person in one town come to."""

    variant: str
    matches: int
    rounds: int
    wins: int
    self_draws: int
    fed: int
    points: int


class History:
    """Reads the tables of matches."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of_person(
        self, person: str, variant: str | None, before: float | None, limit: int
    ) -> list[PlayedMatch]:
        """The matches of a person, newest first."""
        wanted = select(MATCHES, MATCH_SEATS.c.seat).join(
            MATCH_SEATS, MATCH_SEATS.c.match == MATCHES.c.id
        )
        wanted = wanted.where(MATCH_SEATS.c.person == person)
        if variant is not None:
            wanted = wanted.where(MATCHES.c.variant == variant)
        if before is not None:
            wanted = wanted.where(MATCHES.c.started < before)
        async with self.database.reading() as connection:
            newest = wanted.order_by(MATCHES.c.started.desc()).limit(limit)
            rows = (await connection.execute(newest)).all()
            found = [
                PlayedMatch(row.id, row.variant, row.seat, row.started, [], [], row.ended, row.how)
                for row in rows
            ]
            for played, row in zip(found, rows, strict=True):
                played.rounds = _count(row.rounds)
            by_id = {played.id: played for played in found}
            seats = select(MATCH_SEATS).where(MATCH_SEATS.c.match.in_(by_id))
            for seat in await connection.execute(seats.order_by(MATCH_SEATS.c.seat)):
                by_id[seat.match].names.append(seat.name)
                by_id[seat.match].bots.append(seat.bot)
                if seat.total is not None:
                    by_id[seat.match].totals.append(seat.total)
        return found

    async def has_played(self, person: str) -> bool:
        """Whether a person has ever begun a match."""
        wanted = select(MATCH_SEATS.c.match).where(MATCH_SEATS.c.person == person).limit(1)
        async with self.database.reading() as connection:
            return (await connection.execute(wanted)).first() is not None

    async def ended(self) -> list[str]:
        """All matches that are over."""
        wanted = select(MATCHES.c.id).where(MATCHES.c.ended.is_not(None)).order_by(MATCHES.c.id)
        async with self.database.reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def log(self, match: str) -> list[str]:
        """The entries of a match, one to a line."""
        wanted = select(LOG.c.lines).where(LOG.c.match == match).order_by(LOG.c.version)
        async with self.database.reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def ends(self, person: str, limit: int) -> list[EndedMatch]:
        """How the newest matches of a person ended."""
        newest = (
            select(MATCHES.c.id, MATCHES.c.variant, MATCH_SEATS.c.seat, MATCHES.c.started)
            .join(MATCH_SEATS, MATCH_SEATS.c.match == MATCHES.c.id)
            .where(MATCH_SEATS.c.person == person, MATCHES.c.ended.is_not(None))
            .order_by(MATCHES.c.started.desc())
            .limit(limit)
        )
        async with self.database.reading() as connection:
            rows = (await connection.execute(newest)).all()
            last = (
                select(LOG.c.match, func.max(LOG.c.version).label("version"))
                .where(LOG.c.match.in_([row.id for row in rows]))
                .group_by(LOG.c.match)
                .subquery()
            )
            is_last = (LOG.c.match == last.c.match) & (LOG.c.version == last.c.version)
            wanted = select(LOG.c.match, LOG.c.lines).join(last, is_last)
            lines = {row.match: row.lines for row in await connection.execute(wanted)}
        return [
            EndedMatch(row.id, row.variant, row.seat, row.started, lines.get(row.id, ""))
            for row in rows
        ]

    async def sums(self, person: str) -> list[Sums]:
        """What the ended matches of a person come to, town by town."""
        seats = MATCH_SEATS.c
        wanted = (
            select(
                MATCHES.c.variant,
                func.count(),
                func.sum(seats.wins),
                func.sum(seats.self_draws),
                func.sum(seats.fed),
                func.sum(seats.total),
            )
            .join(MATCH_SEATS, seats.match == MATCHES.c.id)
            .where(seats.person == person, MATCHES.c.ended.is_not(None))
            .group_by(MATCHES.c.variant)
            .order_by(MATCHES.c.variant)
        )
        played = (
            select(MATCHES.c.variant, MATCHES.c.rounds)
            .join(MATCH_SEATS, seats.match == MATCHES.c.id)
            .where(seats.person == person, MATCHES.c.ended.is_not(None))
        )
        async with self.database.reading() as connection:
            rows = (await connection.execute(wanted)).all()
            rounds = (await connection.execute(played)).all()
        return [
            Sums(
                variant,
                matches,
                sum(_count(one.rounds) for one in rounds if one.variant == variant),
                *(int(number or 0) for number in numbers),
            )
            for variant, matches, *numbers in rows
        ]


def _count(rounds: str | None) -> int:
    return len(msgspec.json.decode(rounds, type=list[list[int]])) if rounds else 0

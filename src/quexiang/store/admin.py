"""What an operator does to people's data: find, ban, give out, forget."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Any

from msgspec.structs import replace
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from quexiang.store.chain import BrokenChain, Row, check_chain, relinked
from quexiang.store.database import Database
from quexiang.store.rooms import DAMAGED
from quexiang.store.tables import (
    BANNED_NAMES,
    DAILY_ANSWERS,
    LOG,
    MATCH_SEATS,
    MATCHES,
    PEOPLE,
    RATINGS,
    ROOM_PEOPLE,
    ROOMS,
    SESSIONS,
)

NOBODY = "已注销"
"""The name of one who is forgotten."""


class Administration:
    """The tables that know people."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def find(self, who: str) -> list[dict[str, Any]]:
        """The people of an id, a login or a name."""
        named = (PEOPLE.c.id == who) | (PEOPLE.c.login == who) | (PEOPLE.c.name == who)
        return await self._rows(select(PEOPLE).where(named).order_by(PEOPLE.c.created))

    async def rooms(self) -> list[dict[str, Any]]:
        """The open rooms, those changed last first."""
        wanted = select(ROOMS).where(ROOMS.c.phase != "closed")
        return await self._rows(wanted.order_by(ROOMS.c.changed.desc()))

    async def _rows(self, wanted: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - any select
        async with self.database.reading() as connection:
            return [dict(row._mapping) for row in await connection.execute(wanted)]

    async def ban_name(self, name: str) -> None:
        """Nobody may take this name any more."""
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(BANNED_NAMES), {"name": name.casefold()})
        except IntegrityError:
            pass  # it is banned already

    async def allow_name(self, name: str) -> None:
        """The name may be taken again."""
        gone = delete(BANNED_NAMES).where(BANNED_NAMES.c.name == name.casefold())
        async with self.database.writing() as connection:
            await connection.execute(gone)

    async def is_banned(self, name: str) -> bool:
        """Tell whether a name may not be taken."""
        wanted = select(BANNED_NAMES.c.name).where(BANNED_NAMES.c.name == name.casefold())
        async with self.database.reading() as connection:
            return (await connection.execute(wanted)).first() is not None

    async def give_out(self, person: str) -> dict[str, Any]:
        """Everything that is known of a person, but the hash of his password."""
        people = await self._rows(select(PEOPLE).where(PEOPLE.c.id == person))
        for row in people:
            row.pop("password")
        seats = select(MATCHES, MATCH_SEATS).join(MATCH_SEATS, MATCH_SEATS.c.match == MATCHES.c.id)
        return {
            "person": people[0] if people else None,
            "sessions": await self._rows(select(SESSIONS).where(SESSIONS.c.person == person)),
            "rooms": await self._rows(select(ROOMS).where(ROOMS.c.creator == person)),
            "sits": await self._rows(select(ROOM_PEOPLE).where(ROOM_PEOPLE.c.person == person)),
            "matches": await self._rows(seats.where(MATCH_SEATS.c.person == person)),
            "ratings": await self._rows(select(RATINGS).where(RATINGS.c.person == person)),
        }

    async def shut_since(self, time: float) -> list[str]:
        """The rooms that were closed after a time, or are set aside."""
        closed = (ROOMS.c.phase == "closed") & (ROOMS.c.changed > time)
        wanted = select(ROOMS.c.key).where(closed | (ROOMS.c.phase == DAMAGED))
        async with self.database.reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def sits_in(self, person: str) -> list[str]:
        """The open rooms in which a person has a seat, or which are his."""
        wanted = (
            select(ROOMS.c.key)
            .outerjoin(ROOM_PEOPLE, ROOM_PEOPLE.c.room == ROOMS.c.key)
            .where(ROOMS.c.phase != "closed")
            .where((ROOM_PEOPLE.c.person == person) | (ROOMS.c.creator == person))
            .distinct()
        )
        async with self.database.reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def forget(self, person: str) -> str:
        """Delete a person; in matches with others an unknown one takes his place."""
        unknown = f"x_{secrets.token_hex(8)}"
        async with self.database.writing() as connection:
            await _rename(connection, person, unknown)
            mine = MATCH_SEATS.c.person == person
            await connection.execute(
                update(MATCH_SEATS).where(mine).values(person=None, name=NOBODY)
            )
            rooms = update(ROOMS).where(ROOMS.c.creator == person)
            await connection.execute(rooms.values(creator=unknown))
            await connection.execute(delete(ROOM_PEOPLE).where(ROOM_PEOPLE.c.person == person))
            await connection.execute(delete(RATINGS).where(RATINGS.c.person == person))
            answers = delete(DAILY_ANSWERS).where(DAILY_ANSWERS.c.person == person)
            await connection.execute(answers)
            await connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person))
            await connection.execute(delete(PEOPLE).where(PEOPLE.c.id == person))
        return unknown


async def _rename(connection: AsyncConnection, person: str, unknown: str) -> None:
    """Take a person out of the logs: they replay the same, with an unknown one in his place."""
    wanted = select(LOG.c.room).where(LOG.c.lines.contains(person)).distinct()
    for room in (await connection.execute(wanted)).scalars().all():
        await _rewrite(connection, room, person, unknown)


async def _rewrite(connection: AsyncConnection, room: str, person: str, unknown: str) -> None:
    """Rewrite a room's log and chain it anew; whoever has the room must read it again."""
    wanted = select(LOG.c.version, LOG.c.match, LOG.c.lines, LOG.c.chain)
    found = await connection.execute(wanted.where(LOG.c.room == room).order_by(LOG.c.version))
    old = [Row(*row) for row in found]
    new = [replace(row, lines=_renamed(row.lines, person, unknown)) for row in old]
    with suppress(BrokenChain):  # what was broken before is not mended by this
        check_chain(room, old)
        new = relinked(room, new)
    for before, after in zip(old, new, strict=True):
        if before != after:
            place = (LOG.c.room == room) & (LOG.c.version == after.version)
            written = update(LOG).where(place).values(lines=after.lines, chain=after.chain)
            await connection.execute(written)
    taken = update(ROOMS).where(ROOMS.c.key == room)
    await connection.execute(taken.values(fence=ROOMS.c.fence + 1, server=""))


def _renamed(lines: str, person: str, unknown: str) -> str:
    return _forget_names(lines.replace(person, unknown), unknown) if person in lines else lines


def _forget_names(lines: str, unknown: str) -> str:
    """Replace the name that stands after an id."""
    parts = lines.split(f'"id":"{unknown}","name":"')
    rest = [NOBODY + part[_name_end(part) :] for part in parts[1:]]
    return f'"id":"{unknown}","name":"'.join([parts[0], *rest])


def _name_end(text: str) -> int:
    """Where a JSON text ends: at the first quotation mark that is not escaped."""
    place = 0
    while text[place] != '"':
        place += 2 if text[place] == "\\" else 1
    return place

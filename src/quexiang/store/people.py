"""People: guests, and accounts that guests have become."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.exc import IntegrityError

from quexiang.store.tables import PEOPLE

if TYPE_CHECKING:
    from sqlalchemy import Row

    from quexiang.store.database import Database


class Person(Struct, frozen=True):
    """Somebody who plays here; without a login a guest."""

    id: str
    name: str
    login: str | None = None
    password: str | None = None
    """The hash of the password."""
    banned: bool = False


class LoginTaken(Exception):
    """Another account has this login."""


class People:
    """The table of people."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, person: str, name: str, now: float) -> Person:
        """Make a guest."""
        values = {"id": person, "name": name, "created": now, "banned": False}
        async with self.database.writing() as connection:
            await connection.execute(insert(PEOPLE), values)
        return Person(person, name)

    async def by_id(self, person: str) -> Person | None:
        """The person of this id."""
        return await self._one(PEOPLE.c.id == person)

    async def by_login(self, login: str) -> Person | None:
        """The account of this login."""
        return await self._one(PEOPLE.c.login == login)

    async def _one(self, condition: ColumnElement[bool]) -> Person | None:
        wanted = select(PEOPLE).where(condition)
        async with self.database.reading() as connection:
            row = (await connection.execute(wanted)).first()
        return None if row is None else person_of(row)

    async def rename(self, person: str, name: str) -> None:
        """Change a name."""
        await self._change(person, name=name)

    async def make_account(self, person: str, login: str, password: str) -> None:
        """A guest becomes an account, or `LoginTaken`."""
        try:
            await self._change(person, login=login, password=password)
        except IntegrityError:
            raise LoginTaken(login) from None

    async def ban(self, person: str, *, banned: bool = True) -> None:
        """Lock somebody out, or let him in again."""
        await self._change(person, banned=banned)

    async def _change(self, person: str, **values: object) -> None:
        async with self.database.writing() as connection:
            await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(**values))


def person_of(row: Row[tuple[object, ...]]) -> Person:
    """A row of people, as a person."""
    return Person(row.id, row.name, row.login, row.password, row.banned)

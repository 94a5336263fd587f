"""Sessions: the tokens of a person that are good, each until it ends or is not used for long."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import ColumnElement, Row, delete, insert, select, update

from quexiang.store.database import Database
from quexiang.store.people import Person, person_of
from quexiang.store.tables import PEOPLE, SESSIONS

DEVICE: int = 120
"""Characters kept of what a program says of itself."""


class Session(Struct, frozen=True, kw_only=True):
    """One token of a person; an ended one tells only from where he used to come."""

    person: str
    id: str
    created: float
    seen: float
    expires: float
    network: str = ""
    """A mark of the network from which it was made."""
    device: str = ""
    ended: bool = False


class Visitor(Struct, frozen=True):
    """Who makes a request, by which session."""

    person: Person
    session: Session


class Sessions:
    """The table of sessions."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, session: Session) -> None:
        """Begin a session."""
        row = {name: getattr(session, name) for name in session.__struct_fields__}
        async with self.database.writing() as connection:
            await connection.execute(insert(SESSIONS), row | {"device": session.device[:DEVICE]})

    async def visitor(self, person: str, session: str, now: float) -> Visitor | None:
        """The person of a session that is good."""
        wanted = (
            select(PEOPLE, *(column.label(f"session_{column.name}") for column in SESSIONS.c))
            .join(SESSIONS, SESSIONS.c.person == PEOPLE.c.id)
            .where(SESSIONS.c.person == person, SESSIONS.c.id == session)
            .where(SESSIONS.c.ended.is_(False), SESSIONS.c.expires > now)
        )
        async with self.database.reading() as connection:
            row = (await connection.execute(wanted)).first()
        return None if row is None else Visitor(person_of(row), _session(row, "session_"))

    async def good(self, claims: Sequence[tuple[str, str]], now: float) -> set[tuple[str, str]]:
        """Those of these sessions, each with its person, by which one may still be here."""
        people = {person for person, _ in claims}
        wanted = (
            select(SESSIONS.c.person, SESSIONS.c.id)
            .join(PEOPLE, PEOPLE.c.id == SESSIONS.c.person)
            .where(SESSIONS.c.person.in_(people))  # by ids too, all pairs would be tried
            .where(SESSIONS.c.ended.is_(False), SESSIONS.c.expires > now)
            .where(PEOPLE.c.banned.is_(False))
        )
        async with self.database.reading() as connection:
            return {(row[0], row[1]) for row in await connection.execute(wanted)}.intersection(
                claims
            )

    async def touch(self, session: Session, now: float, expires: float) -> None:
        """A session was used: it lives on."""
        await self._change(_mine(session.person, session.id), seen=now, expires=expires)

    async def of_person(self, person: str, now: float) -> list[Session]:
        """The sessions of a person that are good, the last used first."""
        wanted = select(SESSIONS).where(SESSIONS.c.person == person, SESSIONS.c.ended.is_(False))
        wanted = wanted.where(SESSIONS.c.expires > now).order_by(SESSIONS.c.seen.desc())
        async with self.database.reading() as connection:
            return [_session(row) for row in await connection.execute(wanted)]

    async def end(self, person: str, session: str) -> bool:
        """End a session; tell whether it was there."""
        return bool(await self._change(_mine(person, session), ended=True))

    async def end_all(self, person: str, *, but: str = "") -> None:
        """End all sessions of a person, perhaps but one."""
        others = (SESSIONS.c.person == person) & (SESSIONS.c.id != but)
        await self._change(others, ended=True)

    async def knows(self, login: str, network: str) -> bool:
        """Tell whether the owner of a login has come from this network before."""
        wanted = (
            select(SESSIONS.c.id)
            .join(PEOPLE, PEOPLE.c.id == SESSIONS.c.person)
            .where(PEOPLE.c.login == login, SESSIONS.c.network == network)
        )
        async with self.database.reading() as connection:
            return (await connection.execute(wanted.limit(1))).first() is not None

    async def sweep(self, now: float) -> None:
        """Forget what has expired."""
        async with self.database.writing() as connection:
            await connection.execute(delete(SESSIONS).where(SESSIONS.c.expires <= now))

    async def _change(self, which: ColumnElement[bool], **values: object) -> int:
        change = update(SESSIONS).where(which, SESSIONS.c.ended.is_(False))
        async with self.database.writing() as connection:
            return (await connection.execute(change.values(**values))).rowcount


def _mine(person: str, session: str) -> ColumnElement[bool]:
    return (SESSIONS.c.person == person) & (SESSIONS.c.id == session)


def _session(row: Row[tuple[object, ...]], prefix: str = "") -> Session:
    names = Session.__struct_fields__
    return Session(**{name: getattr(row, prefix + name) for name in names})

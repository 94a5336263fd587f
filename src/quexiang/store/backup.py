"""A backup of a whole database as one compressed file, the same for SQLite and PostgreSQL.

The file holds lines of JSON: what it is, then for each table its name and its rows, then what each
table must come to. It is read in one moment of the database, while servers go on writing.
"""

from __future__ import annotations

import gzip
import os
import time
from collections.abc import AsyncIterator, Callable, Sequence
from hashlib import sha256
from importlib.metadata import version as program_version
from pathlib import Path
from typing import IO, Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Row, Table, func, literal, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from quexiang.errors import UserError, of_system
from quexiang.store.database import Database
from quexiang.store.schema import WrongVersion, newest, version
from quexiang.store.tables import METADATA, SERVERS

FORMAT: Final = 1
CHUNK: Final = 500
"""Rows that are read and written at once."""
TABLES: Final = {str(one.name): one for one in METADATA.sorted_tables if one is not SERVERS}
"""What is kept; servers are those that live now."""
Progress = Callable[[int, int], None]
"""Is called with rows that are done, and with how many there are."""


class Kept(Struct, frozen=True):
    """A table in a backup."""

    columns: list[str]
    rows: int


class Manifest(Struct, frozen=True, tag="quexiang backup"):
    """The first line of a backup: of which moment, by which program, and how much."""

    format: int
    program: str
    schema: str
    at: float
    tables: dict[str, Kept]

    @property
    def rows(self) -> int:
        """The rows of all tables."""
        return sum(kept.rows for kept in self.tables.values())


class Heading(Struct, frozen=True, tag="table"):
    """The rows that follow are of this table."""

    name: str


class Ended(Struct, frozen=True, tag="end"):
    """The last line of a backup: what the rows of each table come to."""

    digests: dict[str, str]


class Digest:
    """A hash of rows, whatever their order.

    >>> one, other = Digest(), Digest()
    >>> one.add(b"a"), one.add(b"b"), other.add(b"b"), other.add(b"a")
    (None, None, None, None)
    >>> str(one) == str(other) != str(Digest()), one.rows
    (True, 2)
    """

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, row: bytes) -> None:
        """Take a row in."""
        self.rows += 1
        self._sum = (self._sum + int.from_bytes(sha256(row).digest())) % 2**256

    def __str__(self) -> str:
        return f"{self._sum:064x}"


async def back_up(database: Database, path: Path, progress: Progress) -> Manifest:
    """Write a backup; the file is there as a whole or not at all, and for its owner only."""
    part = path.with_name(f"{path.name}.part")
    try:
        with _private(part) as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as file:
                async with database.snapshot() as connection:
                    manifest = await _write(connection, file, progress)
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(path)
    except OSError as error:
        raise of_file(path, error) from None
    finally:
        part.unlink(missing_ok=True)
    return manifest


def of_file(path: Path, error: OSError) -> UserError:
    """What is wrong with a file, in a sentence."""
    why = of_system(error)
    return UserError(f"{path}：{why.zh}", f"{path}: {why.en}")


def _private(path: Path) -> IO[bytes]:
    """A new file that nobody else reads: it holds the key of all tokens."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


async def _write(connection: AsyncConnection, file: gzip.GzipFile, progress: Progress) -> Manifest:
    found = await connection.run_sync(version)
    if found != newest():
        raise WrongVersion(found)
    kept = {name: await _counted(connection, table) for name, table in TABLES.items()}
    manifest = Manifest(FORMAT, program_version("quexiang"), found, time.time(), kept)
    file.write(line(manifest))
    done, digests = (lambda rows: progress(rows, manifest.rows)), dict[str, str]()
    for name, table in TABLES.items():
        file.write(line(Heading(name)))
        digests[name] = str(await read_table(connection, table, done, file.write))
    file.write(line(Ended(digests)))
    return manifest


async def _counted(connection: AsyncConnection, table: Table) -> Kept:
    count = (await connection.execute(select(func.count()).select_from(table))).scalar_one()
    return Kept([str(column.name) for column in table.columns], count)


async def read_table(
    connection: AsyncConnection,
    table: Table,
    done: Callable[[int], None],
    write: Callable[[bytes], object] = lambda _: None,
) -> Digest:
    """Read all rows of a table, each as a line; what they come to."""
    digest = Digest()
    async for chunk in _chunks(connection, table):
        for row in chunk:
            text = line(list(row))
            digest.add(text)
            write(text)
        done(len(chunk))
    return digest


async def _chunks(connection: AsyncConnection, table: Table) -> AsyncIterator[Sequence[Row[Any]]]:
    """The rows by their keys, some at a time; asyncpg leaves a cursor open on a table it read."""
    keys = list(table.primary_key)
    first = select(table).order_by(*keys).limit(CHUNK)
    chunk = (await connection.execute(first)).all()
    while chunk:
        yield chunk
        last = [literal(chunk[-1]._mapping[key], key.type) for key in keys]
        chunk = (await connection.execute(first.where(tuple_(*keys) > tuple_(*last)))).all()


def line(value: object) -> bytes:
    """A line of the file."""
    return msgspec.json.encode(value) + b"\n"

"""A database from a backup: as a whole, compared row by row with what was saved, or not at all."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    MetaData,
    Table,
    case,
    delete,
    func,
    insert,
    inspect,
    literal_column,
    select,
    update,
)
from sqlalchemy.exc import CompileError, DataError, DBAPIError, IntegrityError, StatementError
from sqlalchemy.ext.asyncio import AsyncConnection

from quexiang.errors import UserError
from quexiang.store.backup import (
    CHUNK,
    FORMAT,
    Ended,
    Heading,
    Manifest,
    Progress,
    of_file,
    read_table,
)
from quexiang.store.database import PATIENT, Database
from quexiang.store.leases import CLOCKS
from quexiang.store.schema import WrongVersion, newest, upgrade, version
from quexiang.store.tables import INSTALLATION, METADATA, ROOMS, SERVERS, SETTINGS

BROKEN: Final = (
    EOFError,
    zlib.error,
    FileNotFoundError,
    PermissionError,
    IsADirectoryError,
    gzip.BadGzipFile,
    KeyError,
    ValueError,
    IntegrityError,
    DataError,
    CompileError,
    OverflowError,
)
"""What a file that is damaged, or no backup at all, leads to."""
Value = str | int | float | bool | None
Rows = list[dict[str, Any]]


async def restore(
    database: Database, path: Path, progress: Progress, *, replaces: bool = False
) -> Manifest:
    """Fill a database in one transaction; raises `UserError` and changes nothing if it cannot.

    Whatever is there is thrown away if `replaces`, and otherwise in the way.
    """
    with _told(path), gzip.open(path) as file:
        manifest = _manifest(file)
        async with database.alone() as connection:
            if not database.is_sqlite:
                await connection.exec_driver_sql(PATIENT)
            await connection.run_sync(_refuse_living, CLOCKS[database.is_sqlite])
            highest = await connection.run_sync(_clear, replaces)
            await connection.run_sync(upgrade, manifest.schema)
            tables = await connection.run_sync(_reflected)
            await _fill(connection, tables, manifest, file, progress)
            await connection.run_sync(upgrade)
            await connection.execute(update(ROOMS).values(server="", **_above(highest)))
            await connection.execute(delete(SETTINGS).where(SETTINGS.c.key == INSTALLATION))
    return manifest


def _above(highest: int | None) -> dict[str, ColumnElement[int]]:
    """A server that was paused while its database was replaced must not write into this one."""
    if highest is None:
        return {}
    return {"fence": case((ROOMS.c.fence > highest, ROOMS.c.fence), else_=highest) + 1}


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except UserError:
        raise
    except (*BROKEN, StatementError) as error:
        if isinstance(error, OSError) and error.filename:
            raise of_file(path, error) from None
        if isinstance(error, DBAPIError) and not _is_of_values(error):
            raise
        zh, en = (
            "不是备份，或者坏了；数据库没有动",
            "is no backup, or damaged; the database is as before",
        )
        raise UserError(f"{path}：{zh}", f"{path}: {en}") from None


def _is_of_values(error: DBAPIError) -> bool:
    """Whether the rows are to blame, and not the database; asyncpg looks at values itself."""
    state = str(getattr(error.orig, "sqlstate", None) or "")
    return isinstance(error, BROKEN) or state.startswith("22")


def _manifest(file: IO[bytes] | gzip.GzipFile) -> Manifest:
    found = msgspec.json.decode(file.readline(), type=Manifest)
    if found.format > FORMAT or found.schema > newest():
        raise WrongVersion(found.schema)
    return found


def _refuse_living(connection: Connection, clock: str) -> None:
    """Servers that write while their tables go would write into nothing."""
    if not inspect(connection).has_table(SERVERS.name):
        return
    now = literal_column(clock, Float)
    living = connection.execute(select(SERVERS.c.address).where(SERVERS.c.until > now)).scalars()
    if found := ", ".join(living):
        zh = f"还有服务器在用这个数据库：{found}；先停下，或等它的租约过期"
        raise UserError(zh, f"servers still use this database: {found}; stop them first")


def _clear(connection: Connection, replaces: bool) -> int | None:  # noqa: FBT001 - by run_sync
    """Drop our tables; the highest fence of their rooms, if there are any."""
    found = version(connection)
    if found is not None and found > newest():
        raise WrongVersion(found)
    present = inspect(connection).get_table_names()
    mine = [table for table in METADATA.sorted_tables if table.name in present]
    if found is None and mine:
        names = ", ".join(table.name for table in mine)
        zh = f"数据库里有别的程序的表（{names}）；换一个数据库"
        raise UserError(zh, f"the database has tables of another program ({names}); take another")
    filled = [table for table in mine if table not in (SETTINGS, SERVERS)]
    if not replaces and any(connection.execute(select(one).limit(1)).first() for one in filled):
        zh = "数据库不是空的；换一个，或加 --replace 扔掉里面的"
        raise UserError(zh, "the database is not empty; take another, or --replace what is there")
    fences = select(func.max(ROOMS.c.fence))
    highest = connection.execute(fences).scalar() if _has_fences(connection) else None
    METADATA.drop_all(connection, tables=mine)
    connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
    return highest


def _has_fences(connection: Connection) -> bool:
    found = inspect(connection)
    return found.has_table(ROOMS.name) and any(
        column["name"] == ROOMS.c.fence.name for column in found.get_columns(ROOMS.name)
    )


def _reflected(connection: Connection) -> Mapping[str, Table]:
    """The tables as they were at the time of the backup."""
    metadata = MetaData()
    metadata.reflect(connection)
    return metadata.tables


async def _fill(
    connection: AsyncConnection,
    tables: Mapping[str, Table],
    manifest: Manifest,
    file: IO[bytes] | gzip.GzipFile,
    progress: Progress,
) -> None:
    """Write all rows, read them back, and compare."""
    total, digests = 2 * manifest.rows, dict[str, str]()
    for part in _parts(file, manifest):
        if isinstance(part, Ended):
            digests = part.digests
        else:
            name, rows = part
            await connection.execute(insert(tables[name]), rows)
            progress(len(rows), total)
    for name, kept in manifest.tables.items():
        found = await read_table(connection, tables[name], lambda rows: progress(rows, total))
        if (found.rows, str(found)) != (kept.rows, digests[name]):
            raise ValueError(name)


def _parts(
    file: IO[bytes] | gzip.GzipFile, manifest: Manifest
) -> Iterator[tuple[str, Rows] | Ended]:
    """The rows in order, some at a time, and the end; raises one of `BROKEN` if it is missing."""
    name, rows = "", Rows()
    for raw in file:
        if not raw.startswith(b"{"):
            columns = manifest.tables[name].columns
            values = msgspec.json.decode(raw, type=list[Value])
            rows.append(dict(zip(columns, values, strict=True)))
        if rows and (len(rows) == CHUNK or raw.startswith(b"{")):
            yield name, rows
            rows = []
        if raw.startswith(b"{"):
            found = msgspec.json.decode(raw, type=Heading | Ended)
            if isinstance(found, Ended):
                yield found
            else:
                name = found.name

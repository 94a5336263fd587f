"""A look at a database from outside, which changes nothing in it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import Connection, create_engine

from quexiang.errors import UserError
from quexiang.store.database import Database, address
from quexiang.store.schema import check_fit, newest, version
from quexiang.text import Text

NEW: Final = Text(
    "数据库是空的，第一次启动时建表。", "The database is empty; the first start makes its tables."
)


async def state_of(url: str) -> Text:
    """How the tables of a database are; raises what `mistake` explains, or `WrongVersion`."""
    parsed = address(url)
    if parsed.get_backend_name() == "sqlite":
        return _state_of_file(parsed.database or "")
    database = Database(url)
    try:
        async with database.reading() as connection:
            return await connection.run_sync(_described)
    finally:
        await database.close()


def _state_of_file(file: str) -> Text:
    folder = Path(file).absolute().parent
    if not os.access(folder, os.W_OK | os.X_OK):
        zh, en = (
            "没有这个文件夹，或不能写：先建好",
            "is no folder that can be written to; make it first",
        )
        raise UserError(f"{folder}：{zh}", f"{folder}: {en}")
    if not file or not Path(file).exists():
        return NEW
    place = f"file:{quote(str(Path(file).absolute()))}?mode=ro"
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(place, uri=True))
    try:
        with engine.connect() as connection:
            return _described(connection)
    finally:
        engine.dispose()


def _described(connection: Connection) -> Text:
    found = version(connection)
    if found is None:
        return NEW
    if found < newest():
        zh = f"数据库的表是 {found}，启动时更新到 {newest()}。"
        return Text(zh, f"The tables are of version {found}; the start brings them to {newest()}.")
    check_fit(connection)
    return Text(f"数据库连得上，表是 {found}。", f"The database answers; its tables: {found}.")

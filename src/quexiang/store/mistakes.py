"""What an operator got wrong about the database, in a sentence."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Final

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidRequestError

from quexiang.errors import UserError, of_system
from quexiang.store.database import address
from quexiang.text import Text

EXAMPLES: Final = "sqlite:///quexiang.sqlite, postgresql://user@host/quexiang"
FULL: Final = Text("磁盘满了", "the disk is full")
STATES: Final = {
    "28": Text("用户名或密码不对", "wrong user or password"),
    "3D": Text("没有这个数据库", "there is no such database"),
    "53100": FULL,
    "42501": Text("这个用户没有权限", "the user may not do that"),
}
"""The beginnings of PostgreSQL's states that an operator can mend."""
SQLITE: Final = {
    "unable to open": Text("打不开文件", "the file cannot be opened"),
    "readonly": Text("文件只读", "the file is read-only"),
    "not a database": Text("文件不是数据库", "the file is no database"),
    "disk is full": FULL,
    "disk I/O error": Text("磁盘读写出错", "the disk fails"),
    "locked": Text("别的程序占着它", "another program holds it"),
}
PATIENCE: Final = 30.0
"""Seconds for another program to let go of the file."""
EXPECTED: Final = (ArgumentError, InvalidRequestError, ModuleNotFoundError, DBAPIError, OSError)


def mistake(url: str, error: Exception) -> UserError | None:
    """The error as an operator understands it; None if it is not the operator's."""
    why = _why(error)
    return None if why is None else _told(url, why)


def try_file(url: str) -> None:
    """Open an SQLite file for writing and close it again; raises a sentence if that fails.

    SQLAlchemy's driver does so in a thread, which complains when the program ends at once.
    """
    parsed = address(url)
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return
    try:
        with closing(sqlite3.connect(str(parsed.database), timeout=PATIENCE)) as tried:
            tried.execute("BEGIN IMMEDIATE")
            tried.rollback()
    except sqlite3.Error as error:
        why = _of_sqlite(str(error))
        if why is None:
            raise
        raise _told(url, why) from None


def _told(url: str, why: Text) -> UserError:
    shown = _shown(url)
    return UserError(f"数据库 {shown}：{why.zh}", f"database {shown}: {why.en}")


def _of_sqlite(told: str) -> Text | None:
    return next((text for words, text in SQLITE.items() if words in told), None)


def _shown(url: str) -> str:
    """The address without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return url


def _why(error: Exception) -> Text | None:
    match error:
        case ModuleNotFoundError(name=name):
            return Text(f"要用的 {name} 没有装", f"it needs {name}, which is not installed")
        case DBAPIError():
            return _of_driver(error)
        case ArgumentError() | InvalidRequestError():
            return Text(f"不是这样的地址：{EXAMPLES}", f"is no address such as {EXAMPLES}")
        case OSError():
            why = of_system(error)
            return Text(f"连不上：{why.zh}", f"cannot be reached: {why.en}")
        case _:
            return None


def _of_driver(error: DBAPIError) -> Text | None:
    state = str(getattr(error.orig, "sqlstate", None) or "")
    found = [text for key, text in STATES.items() if state.startswith(key)]
    return found[0] if found else _of_sqlite(str(error.orig))

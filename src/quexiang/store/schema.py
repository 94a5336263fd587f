"""The version of the tables: bringing them to the present form, and whether they fit the program.

Migrations only add, so that a program runs on tables newer than it knows while a cluster is
upgraded node by node. One that must break this names the oldest version that may still run in the
setting `OLDEST`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, select

from quexiang.errors import UserError
from quexiang.store.tables import SETTINGS

if TYPE_CHECKING:
    from alembic.config import Config

OLDEST: Final = "oldest_program"


class WrongVersion(UserError):
    """The tables are older than the program, or so new that it must not touch them."""

    def __init__(self, found: str | None) -> None:
        mine = newest()
        if found is not None and found > mine:
            zh, en = f"装 {found} 以上的程序", f"install a program that knows {found}"
        else:
            zh, en = "quexiang serve 启动时会更新", "quexiang serve brings them up to date"
        zh = f"数据库的表是 {found or '空的'}，程序要 {mine}：{zh}"
        super().__init__(zh, f"the tables are of version {found}, the program's is {mine}: {en}")


def load() -> None:
    """Import what is slow before a transaction is opened, which others wait for."""
    from alembic import command  # noqa: F401, PLC0415 - needed once

    newest()


def upgrade(connection: Connection, target: str = "head") -> None:
    """Bring the tables to the present form; newer ones stay, or are refused."""
    found = version(connection)
    if found is not None and found > newest():
        check_fit(connection)
        return
    from alembic import command  # noqa: PLC0415 - likewise

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, target)


def check_fit(connection: Connection) -> None:
    """Raise `WrongVersion` where this program must not use the tables."""
    found = version(connection)
    if found is None or found < newest() or _oldest(connection) > newest():
        raise WrongVersion(found)


def _oldest(connection: Connection) -> str:
    wanted = select(SETTINGS.c.value).where(SETTINGS.c.key == OLDEST)
    return str(connection.execute(wanted).scalar() or "")


@cache
def newest() -> str:
    """The version of the tables that this program knows; versions are ordered as texts."""
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - likewise

    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def version(connection: Connection) -> str | None:
    """The version of the tables, None where there are none."""
    from alembic.migration import MigrationContext  # noqa: PLC0415 - likewise

    if not inspect(connection).has_table("alembic_version"):
        return None
    return MigrationContext.configure(connection).get_current_revision()


def _config() -> Config:
    from alembic.config import Config  # noqa: PLC0415 - likewise

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config

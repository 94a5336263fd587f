"""Commands that work on the database of a server, whether it runs or not."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import to_builtins
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from quexiang.cli.common import echo_json
from quexiang.cli.errors import missing
from quexiang.cli.texts import Words
from quexiang.errors import UserError
from quexiang.text import Text

if TYPE_CHECKING:  # the server's packages are optional
    from sqlalchemy.engine import URL

    from quexiang.rooms.check import RoomCheck
    from quexiang.store import Store

Url = Annotated[
    str, typer.Option("--database-url", envvar="QUEXIANG_DATABASE_URL", help="SQLite by default.")
]


def with_store(url: str, work: Callable[[Store], Awaitable[Any]], *, is_new: bool = False) -> Any:  # noqa: ANN401 - whatever the work gives
    """Do something with the store at this address, or at that of the configuration file.

    A new one need not be there, and its tables are left as they are.
    """
    try:
        from sqlalchemy.engine import make_url  # noqa: PLC0415 - optional packages

        from quexiang.store import Store  # noqa: PLC0415 - optional packages
        from quexiang.store.mistakes import EXPECTED, mistake, try_file  # noqa: PLC0415 - likewise
    except ModuleNotFoundError as error:
        raise missing(error.name, "server") from None

    url = url or configured_url()

    async def run() -> Any:  # noqa: ANN401 - likewise
        store = Store(url)
        try:
            if not is_new:
                await store.migrate()
            return await work(store)
        finally:
            await store.close()

    try:
        if not is_new:
            _refuse_new(make_url(url))
        try_file(url)
        return asyncio.run(run())
    except EXPECTED as error:
        found = mistake(url, error)
        if found is None:
            raise
        raise found from None


def configured_url(environ: Mapping[str, str] = os.environ) -> str:
    """The database of the file that `QUEXIANG_CONFIG` names, or the default."""
    from quexiang.cli.configuration import FILE, configure  # noqa: PLC0415 - few commands need it

    return configure({}, {}, environ.get(FILE, "")).serving.database_url


def look(url: str) -> Text:
    """Try a database without changing it, and say how its tables are."""
    try:
        from quexiang.store.look import state_of  # noqa: PLC0415 - optional packages
        from quexiang.store.mistakes import EXPECTED, mistake  # noqa: PLC0415 - likewise
    except ModuleNotFoundError as error:
        raise missing(error.name, "server") from None
    try:
        return asyncio.run(state_of(url))
    except EXPECTED as error:
        found = mistake(url, error)
        if found is None:
            raise
        raise found from None


def _refuse_new(url: URL) -> None:
    """Refuse an SQLite file that is not there: whoever asks about a server has one."""
    file = url.database if url.get_backend_name() == "sqlite" else None
    if file and file != ":memory:" and not Path(file).exists():
        zh = f"没有 {file}；到服务器的文件夹里来，或用 --database-url 说在哪里"
        en = f"there is no {file}; go to the server's folder, or name it with --database-url"
        raise UserError(zh, en)


def progress_bar() -> Progress:
    """How far something is, on a terminal only."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    return Progress(*columns, console=console, disable=not console.is_terminal)


def check_rooms(url: str, room: str = "", *, sets_aside: bool) -> list[RoomCheck]:
    """Check all rooms of a database, or that of a code or key; tell on a terminal how far it is."""

    async def work(store: Store) -> list[RoomCheck]:
        from quexiang.rooms.check import check_and_set_aside, check_room  # noqa: PLC0415 - likewise

        check = check_and_set_aside if sets_aside else check_room
        places = await store.rooms.to_check(room)
        if room and not places:
            raise UserError(f"没有房间 {room}", f"there is no room {room}")
        with progress_bar() as progress:
            return [await check(store, place) for place in progress.track(places)]

    found: list[RoomCheck] = with_store(url, work)
    return found


def tell_checks(checks: list[RoomCheck], words: Words, *, as_json: bool) -> None:
    """Say what was found; status 1 where something is damaged."""
    damaged = [check for check in checks if check.damage]
    proven = sum(check.proven for check in checks)
    if as_json:
        rooms = {"rooms": len(checks), "proven": proven, "damaged": to_builtins(damaged)}
        echo_json({"ok": not damaged, **rooms})
    else:
        for check in damaged:
            typer.echo(f"{check.code or check.key}: {check.damage}")
        zh = f"查了 {len(checks)} 间房，{len(damaged)} 间坏了，{proven} 局的洗牌有凭据。"
        en = f"{len(checks)} rooms checked, {len(damaged)} damaged; {proven} shuffles proven."
        typer.echo(words.pick(zh, en))
    if damaged:
        raise typer.Exit(1)

"""Commands that work on the database of a server, whether it runs or not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import to_builtins
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from quexiang.cli.common import echo_json
from quexiang.cli.errors import UserError
from quexiang.cli.texts import Words

if TYPE_CHECKING:  # the server's packages are optional
    from quexiang.rooms.check import RoomCheck
    from quexiang.store import Store

Url = Annotated[
    str, typer.Option("--database-url", envvar="QUEXIANG_DATABASE_URL", help="SQLite by default.")
]


def with_store(url: str, work: Callable[[Store], Awaitable[Any]]) -> Any:  # noqa: ANN401 - whatever the work gives
    """Do something with the store at this address."""
    try:
        from quexiang.server.settings import DATABASE  # noqa: PLC0415 - optional packages
        from quexiang.store import Store  # noqa: PLC0415 - likewise
    except ModuleNotFoundError as error:
        raise UserError(f"{error.name} is missing; pip install 'quexiang[server]'") from None

    async def run() -> Any:  # noqa: ANN401 - likewise
        store = Store(url or DATABASE)
        try:
            await store.migrate()
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def check_rooms(url: str, room: str = "", *, sets_aside: bool) -> list[RoomCheck]:
    """Check all rooms of a database, or that of a code or key; tell on a terminal how far it is."""

    async def work(store: Store) -> list[RoomCheck]:
        from quexiang.rooms.check import check_and_set_aside, check_room  # noqa: PLC0415 - likewise

        check = check_and_set_aside if sets_aside else check_room
        places = await store.rooms.to_check(room)
        if room and not places:
            raise UserError(f"there is no room {room}")
        console = Console(stderr=True)
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
        with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
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

"""`quexiang admin`: rooms and people of a server, straight in its database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from quexiang.cli import backup
from quexiang.cli.common import AsJson, Lang, echo_json
from quexiang.cli.database import Url, check_rooms, tell_checks, with_store
from quexiang.cli.dataset import write_matches
from quexiang.cli.play import Force
from quexiang.cli.runs import Out, RowKind, Rows
from quexiang.cli.texts import Words
from quexiang.errors import UserError

if TYPE_CHECKING:  # the server's packages are optional
    from quexiang.store import Store

admin = typer.Typer(
    help="管理服务器。 Rooms and people of a server; it may be running.",
    no_args_is_help=True,
    add_completion=False,
)
DASHES = {"ignore_unknown_options": True}
"""A name, or the key of an old room, may begin with a dash."""
WHO = "编号、账号或名字。 Id, login or name."
Who = Annotated[str, typer.Argument(metavar="WHO", help=WHO)]
admin.command("backup")(backup.backup)
admin.command("restore")(backup.restore)


@admin.command("rooms")
def rooms(*, database_url: Url = "", lang: Lang) -> None:  # noqa: ARG001 - read for errors
    """列出开着的房间，一行一个。 List the open rooms, one JSON line each, with any damage."""
    for room in with_store(database_url, lambda store: store.admin.rooms()):
        echo_json(room)


@admin.command("close", context_settings=DASHES)
def close(key: str, *, database_url: Url = "", lang: Lang) -> None:
    """关掉一间房，牌局到此为止。 Close a room; its match ends here."""
    from quexiang.rooms.hub import close_room  # noqa: PLC0415 - optional packages

    if not with_store(database_url, lambda store: close_room(store, key, "operator")):
        raise UserError(f"没有开着的房间 {key}", f"there is no open room {key}")
    typer.echo(Words(lang).pick("关了。", "Closed."))


@admin.command("check")
def check(*, database_url: Url = "", lang: Lang, as_json: AsJson = False) -> None:
    """检查所有房间的记录，坏的隔开。 Check the log of every room; damaged ones are set aside."""
    tell_checks(check_rooms(database_url, sets_aside=True), Words(lang), as_json=as_json)


@admin.command("ban", context_settings=DASHES)
def ban(
    who: Who,
    *,
    lift: Annotated[bool, typer.Option("--lift", help="解除。 Let in again.")] = False,
    database_url: Url = "",
    lang: Lang,
) -> None:
    """停用名字和叫这个名字的人。 Lock a name, and whoever has it, out; or let them in again."""

    async def work(store: Store) -> int:
        found = await store.admin.find(who)
        for person in found:
            await store.people.ban(person["id"], banned=not lift)
        await (store.admin.allow_name(who) if lift else store.admin.ban_name(who))
        return len(found)

    count = with_store(database_url, work)
    zh = f"{count} 人，{'可以进来了' if lift else '进不来了'}。"
    typer.echo(Words(lang).pick(zh, f"{count} people {'let in' if lift else 'locked out'}."))


@admin.command("bot")
def bot(
    name: Annotated[str, typer.Argument(metavar="NAME", help="它叫什么。 What it is called.")],
    *,
    database_url: Url = "",
    lang: Lang,  # noqa: ARG001 - read for errors
) -> None:
    """给机器人开账号，打出它的令牌。 Make an account for a bot and print its token as JSON."""
    from quexiang.server.bots import new_bot  # noqa: PLC0415 - optional packages

    echo_json(with_store(database_url, lambda store: new_bot(store, name)))


@admin.command("export", context_settings=DASHES)
def export(
    who: Annotated[str, typer.Argument(metavar="[WHO]", help=WHO)] = "",
    *,
    out: Out = None,
    rows: Rows = RowKind.DECISIONS,
    force: Force = False,
    database_url: Url = "",
    lang: Lang,
) -> None:
    """一个人的全部数据；或所有打完的对局，不带名字。 A person's data, or all matches without names.

    例 Examples:

      quexiang admin export 老周 > zhou.json

      quexiang admin export --out played.parquet --rows rounds
    """
    if bool(who) == bool(out):
        zh, en = "要写一个人，或 --out FILE.parquet", "name a person, or --out FILE.parquet"
        raise UserError(zh, en)
    if out:
        _export_matches(database_url, out, rows, Words(lang), force=force)
        return

    async def work(store: Store) -> dict[str, Any]:
        return await store.admin.give_out(await _one(store, who))

    echo_json(with_store(database_url, work))


def _export_matches(url: str, out: str, rows: RowKind, words: Words, *, force: bool) -> None:
    """Write all matches as data; a person's own are asked for by his name."""
    done, left = with_store(url, lambda store: write_matches(store, out, rows, force=force))
    zh = f"{out}：{done} 场；{left} 场按现在的规则重放不了，没有写。"
    en = f"{out}: {done} matches; {left} do not replay by today's rules and were left out."
    typer.echo(words.pick(zh, en))


@admin.command("delete", context_settings=DASHES)
def delete(
    who: Who,
    *,
    sure: Annotated[bool, typer.Option("--sure", help="真的删。 Really.")] = False,
    database_url: Url = "",
    lang: Lang,
) -> None:
    """删掉一个人的数据，先关掉他在的房间。 Delete a person's data; rooms he sits in are closed."""
    from quexiang.rooms.hub import close_room  # noqa: PLC0415 - optional packages

    async def work(store: Store) -> int:
        person = await _one(store, who)
        keys = await store.admin.sits_in(person)
        if not sure:
            zh = f"{person}：会关掉 {len(keys)} 间开着的房间；真要删就加 --sure"
            raise UserError(zh, f"{person}: {len(keys)} open rooms would be closed; say --sure")
        await store.people.ban(person)
        for key in keys:
            await close_room(store, key, "operator")
        await store.admin.forget(person)
        return len(keys)

    closed = with_store(database_url, work)
    done = Words(lang).pick(f"删了，关了 {closed} 间房。", f"Deleted; {closed} rooms closed.")
    typer.echo(done)


async def _one(store: Store, who: str) -> str:
    found = await store.admin.find(who)
    if len(found) != 1:
        known = ", ".join(f"{person['id']} {person['name']}" for person in found)
        if not found:
            raise UserError(f"{who}：没有这个人", f"{who}: nobody")
        zh = f"{who}：有 {len(found)} 人：{known}"
        raise UserError(zh, f"{who}: {len(found)} people: {known}")
    return str(found[0]["id"])

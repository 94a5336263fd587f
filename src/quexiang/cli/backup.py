"""`quexiang admin backup` and `restore`: a whole server in one file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import to_builtins
from rich.progress import Progress as Bar

from quexiang.cli.common import AsJson, Lang, echo_json
from quexiang.cli.database import Url, check_rooms, progress_bar, tell_checks, with_store
from quexiang.cli.texts import Words
from quexiang.errors import UserError

if TYPE_CHECKING:  # the server's packages are optional
    from quexiang.store import Store
    from quexiang.store.backup import Manifest, Progress

File = Annotated[Path, typer.Argument(metavar="FILE", help="备份文件。 The backup.")]
Force = Annotated[bool, typer.Option("--force", help="盖掉旧文件。 Overwrite a file.")]
Replace = Annotated[
    bool, typer.Option("--replace", help="扔掉库里原有的。 Throw away what the database holds.")
]
Quick = Annotated[
    bool, typer.Option("--quick", help="不重放每局。 Do not replay every match afterwards.")
]


def backup(
    file: File,
    *,
    force: Force = False,
    database_url: Url = "",
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """备份整个数据库，服务器不用停。 Save the whole database; the server may be running.

    例 Examples:

      quexiang admin backup monday.quexiang.gz

      quexiang admin backup monday.quexiang.gz --database-url postgresql://user@/quexiang
    """
    if file.exists() and not force:
        zh = f"{file} 已经有了；换个名字，或加 --force 盖掉"
        raise UserError(zh, f"{file} is there already; take another name, or --force")

    async def work(store: Store) -> Manifest:
        from quexiang.store.backup import back_up  # noqa: PLC0415 - optional packages

        with progress_bar() as bar:
            return await back_up(store.database, file, _advance(bar))

    manifest = with_store(database_url, work)
    if as_json:
        echo_json({"file": str(file), "bytes": file.stat().st_size, **to_builtins(manifest)})
        return
    rooms, rows, size = manifest.tables["rooms"].rows, manifest.rows, file.stat().st_size
    zh = f"备份好了：{file}，{rooms} 间房，共 {rows} 行，{size} 字节。里面有密钥，收好。"
    en = f"Saved: {file}, {rooms} rooms, {rows} rows, {size} bytes. It holds secrets; keep it safe."
    typer.echo(Words(lang).pick(zh, en))


def restore(
    file: File,
    *,
    replace: Replace = False,
    quick: Quick = False,
    database_url: Url = "",
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """从备份恢复到空数据库，逐行核对，再重放每局。 Fill a database from a backup and check it.

    SQLite 的备份也能恢复到 PostgreSQL，反过来也行；先停服务器。
    A backup of either database restores into either; stop the servers first.

    例 Examples:

      quexiang admin restore monday.quexiang.gz --database-url sqlite:///new.sqlite

      quexiang admin restore monday.quexiang.gz --database-url postgresql://user@/quexiang --replace
    """

    async def work(store: Store) -> Manifest:
        from quexiang.store.restore import restore as fill  # noqa: PLC0415 - optional packages

        with progress_bar() as bar:
            return await fill(store.database, file, _advance(bar), replaces=replace)

    manifest = with_store(database_url, work, is_new=True)
    words = Words(lang)
    zh = f"恢复了 {manifest.rows} 行，逐行核对过。"
    en = f"{manifest.rows} rows restored, each compared with the backup."
    typer.echo(words.pick(zh, en), err=as_json)
    if not quick:
        tell_checks(check_rooms(database_url, sets_aside=False), words, as_json=as_json)


def _advance(bar: Bar) -> Progress:
    task = bar.add_task("")

    def advance(rows: int, total: int) -> None:
        bar.update(task, advance=rows, total=total)

    return advance

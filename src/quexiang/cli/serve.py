"""`quexiang serve`: rooms, sockets and the web client."""

from __future__ import annotations

import webbrowser
from threading import Timer
from typing import Annotated

import typer

from quexiang.cli.errors import UserError
from quexiang.server.settings import DATABASE, BadLimit, Limits, Settings, limited

OPEN_AFTER = 2.0  # seconds, for the server to be there


Host = Annotated[str, typer.Option(help="Address; 0.0.0.0 for everybody.")]
Port = Annotated[int, typer.Option(min=0, max=65535)]
DatabaseUrl = Annotated[
    str, typer.Option(envvar="QUEXIANG_DATABASE_URL", help="SQLite by default.")
]
Address = Annotated[
    str,
    typer.Option(
        envvar="QUEXIANG_ADDRESS",
        metavar="URL",
        help="Where clients reach this server, if several share a database.",
    ),
]
PaceFactor = Annotated[float, typer.Option(min=0, max=10, help="1 is usual; 0 never waits.")]
Between = Annotated[
    float | None, typer.Option(min=0, help="Seconds between two rounds, unless all are ready.")
]
Seed = Annotated[str, typer.Option(help="For tests only: repeatable deals.", hidden=True)]
Origins = Annotated[
    list[str] | None, typer.Option(help="Another origin whose pages may use this server.")
]
MindCount = Annotated[
    int, typer.Option(min=0, max=64, help="Processes in which the strongest bots think.")
]
LimitTexts = Annotated[
    list[str] | None,
    typer.Option(
        envvar="QUEXIANG_LIMIT",
        metavar="NAME=NUMBER/SECONDS",
        help="How much an address and a person may do; see docs/hosting.md.",
    ),
]
Crowd = Annotated[
    int, typer.Option(min=1, envvar="QUEXIANG_CROWD", help="People who share one address.")
]
WorkerCount = Annotated[
    int,
    typer.Option(min=1, max=64, envvar="QUEXIANG_WORKERS", help="Threads for replays and scores."),
]
TokenDays = Annotated[
    float,
    typer.Option(min=1, envvar="QUEXIANG_TOKEN_DAYS", help="Days until an unused token expires."),
]
FreeDisk = Annotated[
    int,
    typer.Option(min=0, envvar="QUEXIANG_FREE_DISK", help="Megabytes that /readyz wants free."),
]
OpenPage = Annotated[bool, typer.Option("--open", help="Open the page in a browser.")]


def serve(  # noqa: PLR0913 - one argument for each option
    *,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    database_url: DatabaseUrl = "",
    address: Address = "",
    pace: PaceFactor = 1.0,
    between: Between = None,
    seed: Seed = "",
    origin: Origins = None,
    minds: MindCount = 1,
    limit: LimitTexts = None,
    crowd: Crowd = 1,
    workers: WorkerCount = 2,
    token_days: TokenDays = 180,
    free_disk: FreeDisk = 100,
    open_page: OpenPage = False,
) -> None:
    """开房间，等人来打。Serve rooms, sockets and the web client.

    Examples:
      quexiang serve

      quexiang serve --host 0.0.0.0 --database-url postgresql+asyncpg://user@/quexiang --crowd 100

    """
    settings = Settings(
        database_url=database_url or DATABASE,
        address=address.rstrip("/"),
        pace=pace,
        between=between,
        seed=seed,
        minds=minds,
        origins=tuple(origin or ()),
        workers=workers,
        token_days=token_days,
        free_disk=free_disk,
        limits=_limits(pace, [f"crowd={crowd}", *(limit or ())]),
    )
    _run(settings, host, port, open_page=open_page)


def _limits(pace: float, texts: list[str]) -> Limits:
    usual = Settings.for_tests("").limits if pace == 0 else Limits()
    try:
        return limited(usual, texts)
    except BadLimit as error:
        raise UserError(str(error)) from None


def _run(settings: Settings, host: str, port: int, *, open_page: bool) -> None:
    try:
        from quexiang.server.serve import run  # noqa: PLC0415 - the server's packages are optional
    except ModuleNotFoundError as error:
        typer.echo(f"quexiang: {error.name} is missing; pip install 'quexiang[server]'", err=True)
        raise typer.Exit(2) from None
    if open_page:
        _open_soon(f"http://127.0.0.1:{port}/")
    run(settings, host, port)


def _open_soon(page: str) -> None:
    Timer(OPEN_AFTER, webbrowser.open, (page,)).start()
    typer.echo(f"打牌的地方 Play at {page}  (Ctrl-C 停 to stop)")

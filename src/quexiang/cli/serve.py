"""`quexiang serve`: rooms, sockets and the web client."""

from __future__ import annotations

import webbrowser
from typing import Annotated, Final

import typer

from quexiang.cli.common import Lang
from quexiang.cli.errors import missing
from quexiang.cli.texts import Words
from quexiang.server.settings import DATABASE, Limits, Settings, limited

HELP: Final = """\
开房间，等人来打。Serve rooms, sockets and the web client.

Alone, only this computer reaches it. --lan lets in everybody in the same network.

例 Examples:

  quexiang serve --open

  quexiang serve --lan --open

  quexiang serve --host 0.0.0.0 --database-url postgresql://user@/quexiang --crowd 100
"""
BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
"""Two modules, one above the other, light on dark."""
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only where the user asks for it
Host = Annotated[
    str,
    typer.Option(help="在哪个地址等人；0.0.0.0 谁都能来。 Address; 0.0.0.0 for everybody."),
]
Port = Annotated[int, typer.Option(min=0, max=65535, help="端口；0 随便。 Port; 0 for any.")]
FreePort = Annotated[
    bool, typer.Option("--free-port", help="被占就用后面的。 The next free one if it is taken.")
]
Lan = Annotated[
    bool,
    typer.Option(
        "--lan",
        help="同一网络里的人都能进，画出二维码。 Let everybody in this network in; with a QR code.",
    ),
]
DatabaseUrl = Annotated[
    str,
    typer.Option(envvar="QUEXIANG_DATABASE_URL", help="默认 SQLite。 SQLite by default."),
]
Address = Annotated[
    str,
    typer.Option(
        envvar="QUEXIANG_ADDRESS",
        metavar="URL",
        help="几个服务器共用数据库时，从哪里找到这一个。 Where clients reach this server,"
        " if several share a database.",
    ),
]
PaceFactor = Annotated[
    float, typer.Option(min=0, max=10, help="快慢，1 平常，0 不等。 1 is usual; 0 never waits.")
]
Between = Annotated[
    float | None,
    typer.Option(min=0, help="两局之间几秒。 Seconds between two rounds, unless all are ready."),
]
Seed = Annotated[str, typer.Option(help="For tests only: repeatable deals.", hidden=True)]
Origins = Annotated[
    list[str] | None,
    typer.Option(help="别的网页来路。 Another origin whose pages may use this server."),
]
MindCount = Annotated[
    int,
    typer.Option(
        min=0, max=64, help="宗师用几个进程想。 Processes in which the strongest bots think."
    ),
]
LimitTexts = Annotated[
    list[str] | None,
    typer.Option(
        envvar="QUEXIANG_LIMIT",
        metavar="NAME=NUMBER/SECONDS",
        help="一个地址、一个人能做多少。 How much an address and a person may do;"
        " see docs/hosting.md.",
    ),
]
Crowd = Annotated[
    int,
    typer.Option(
        min=1, envvar="QUEXIANG_CROWD", help="共用地址的人数。 People who share one address."
    ),
]
WorkerCount = Annotated[
    int,
    typer.Option(min=1, max=64, envvar="QUEXIANG_WORKERS", help="算分的线程。 Threads for scores."),
]
TokenDays = Annotated[
    float,
    typer.Option(
        min=1,
        envvar="QUEXIANG_TOKEN_DAYS",
        help="几天不用就失效。 Days until an unused token expires.",
    ),
]
FreeDisk = Annotated[
    int,
    typer.Option(
        min=0, envvar="QUEXIANG_FREE_DISK", help="要空多少 MB。 Megabytes that /readyz wants free."
    ),
]
OpenPage = Annotated[
    bool, typer.Option("--open", help="在浏览器里打开。 Open the page in a browser.")
]


def serve(  # noqa: PLR0913 - one argument for each option
    *,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    free_port: FreePort = False,
    lan: Lan = False,
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
    lang: Lang,
) -> None:
    """Serve rooms, sockets and the web client."""
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
    place = Place(EVERYWHERE if lan else host, port, Words(lang))
    place.serve(settings, next_free=free_port, open_page=open_page)


def _limits(pace: float, texts: list[str]) -> Limits:
    usual = Settings.for_tests("").limits if pace == 0 else Limits()
    return limited(usual, texts)


class Place:
    """Where a server waits for people, and how they are told."""

    def __init__(self, host: str, port: int, words: Words) -> None:
        self.host = host
        self.port = port
        self.words = words
        self.opens = False

    def serve(self, settings: Settings, *, next_free: bool, open_page: bool) -> None:
        """Serve until told to stop."""
        try:
            from quexiang.server import serve as server  # noqa: PLC0415 - optional packages
        except ModuleNotFoundError as error:
            raise missing(error.name, "server") from None
        if next_free:
            self.port = server.free_port(self.host, self.port)
        self.opens = open_page
        server.run(settings, self.host, self.port, self.tell)

    def tell(self, port: int) -> None:
        """Say who can come and how, once they can; open the page if wanted."""
        from quexiang.server.reach import reach_of  # noqa: PLC0415 - optional packages

        page, reach = f"http://127.0.0.1:{port}/", reach_of(self.host, port)
        typer.echo(self.words("play_at", page=page), err=True)
        if reach.here_only:
            typer.echo(self.words("here_only"), err=True)
        elif reach.lan:
            typer.echo(self.words("lan_at", page=f"{reach.lan}/"), err=True)
            typer.echo(qr(f"{reach.lan}/"), err=True)
        if self.opens:
            webbrowser.open(page)


def qr(text: str) -> str:
    """A QR code in half blocks with its quiet edge, white on black on any terminal.

    >>> len(qr("http://192.168.1.5:8000/").splitlines())
    17
    """
    from segno import make  # noqa: PLC0415 - of the server's packages

    rows = [list(row) for row in make(text, micro=False).matrix_iter(border=4)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = (
        "".join(BLOCKS[bool(a), bool(b)] for a, b in zip(*pair, strict=True)) for pair in pairs
    )
    return "\n".join(typer.style(line, fg="bright_white", bg="black") for line in lines)

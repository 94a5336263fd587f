"""`quexiang serve`: rooms, sockets and the web client."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Callable, Iterable
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, Final

import typer

from quexiang.cli.configuration import FILE, SETTINGS, Setting, configure
from quexiang.cli.configuration_check import check
from quexiang.cli.errors import missing
from quexiang.cli.texts import Language, Words, usual_language
from quexiang.server.settings import Limits, Settings

HELP: Final = """\
开房间，等人来打。Serve rooms, sockets and the web client.

Alone, only this computer reaches it. --lan lets in everybody in the same network.

例 Examples:

  quexiang serve --open

  quexiang serve --lan --open

  quexiang serve --host 0.0.0.0 --database-url postgresql://user@/quexiang --crowd 100

  quexiang serve --config /etc/quexiang.toml --check-config
"""
BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
"""Two modules, one above the other, light on dark."""
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only where the user asks for it
ConfigFile = Annotated[
    str,
    typer.Option(
        "--config",
        envvar=FILE,
        metavar="FILE",
        help="配置文件（TOML）。 Configuration file; flags and environment go before it.",
    ),
]
CheckConfig = Annotated[
    bool,
    typer.Option(
        "--check-config",
        help="只检查配置，打出来。 Print what holds and where it comes from, and stop.",
    ),
]
CheckDatabase = Annotated[
    bool,
    typer.Option(
        "--check-database",
        help="再看看数据库。 The same, and try the database; changes nothing.",
    ),
]


def serve(
    *,
    config: ConfigFile = "",
    check_config: CheckConfig = False,
    check_database: CheckDatabase = False,
    **flags: object,
) -> None:
    """Serve rooms, sockets and the web client."""
    found = configure(flags, os.environ, config)
    serving = found.serving
    words = Words(serving.lang or usual_language())
    if check_config or check_database:
        check(found, words, with_database=check_database)
        return
    place = Place(EVERYWHERE if serving.lan else serving.host, serving.port, words)
    place.serve(serving, next_free=serving.free_port, open_page=serving.open)


def with_settings(command: Callable[..., None], keys: Iterable[str]) -> Signature:
    """The options of a command: its own, and one for each of these settings."""
    own = signature(command, eval_str=True).parameters.values()
    settings = [_option(SETTINGS[key]) for key in keys]
    return Signature([*(one for one in own if one.name != "flags"), *settings])


def _option(setting: Setting) -> Parameter:
    """A setting's option; whether it was given is seen by its value."""
    about = setting.told
    names = setting.flag
    kind: Any = type(setting.default)
    if kind is bool:
        names = f"{names}/--no-{names[2:]}"
    elif setting.key == "lang":
        kind = Language
    elif kind in (tuple, Limits):
        kind = list[str]
    elif setting.default is None:
        kind = float
    option = typer.Option(
        names,
        help=f"{about.zh}。 {about.en}. ({setting.env})",
        metavar=about.metavar,
        hidden=about.is_hidden,
        show_default=usual(setting),
        min=setting.bounds.ge,
        max=setting.bounds.le,
    )
    shape = Annotated[kind | None, option]
    return Parameter(setting.key, Parameter.KEYWORD_ONLY, default=None, annotation=shape)


def usual(setting: Setting) -> str | bool:
    """The default as the help text shows it; False where there is nothing to show."""
    shown = setting.default
    if isinstance(shown, tuple):
        shown = " ".join(shown)
    is_shown = isinstance(shown, str | int | float) and not isinstance(shown, bool)
    return is_shown and (str(shown) or False)


serve.__signature__ = with_settings(serve, SETTINGS)  # type: ignore[attr-defined]  # typer asks for it


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

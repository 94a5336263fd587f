"""What an operator may choose, and the limits that protect a server."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from math import inf
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from quexiang.errors import UserError

VERSION: Final = version("quexiang")
NATS: Final = r"(nats|tls|wss?)://[^\s,]+"
DATABASE: Final = "sqlite+aiosqlite:///quexiang.sqlite"


class Limits(Struct, frozen=True, kw_only=True):
    """How much one may do: `(number, seconds)` allows so many at once, refilled over the time.

    A person may do so much, and an address `crowd` times as much.
    """

    crowd: int = 1
    """People who share one address: a club, a school, a proxy that hides its visitors."""
    files: tuple[int, float] = (3000, 60.0)
    """Files of the web client."""
    reads: tuple[int, float] = (600, 60.0)
    """Questions that cost little: rooms, towns, rules, who I am."""
    writes: tuple[int, float] = (60, 60.0)
    """Changes of a name, of sessions, of what a form holds."""
    probes: tuple[int, float] = (600, 60.0)
    """`/healthz`, `/readyz` and `/metrics`."""
    guests: tuple[int, float] = (60, 600.0)
    """New guests."""
    logins: tuple[int, float] = (120, 300.0)
    """New accounts, and attempts to log in."""
    known_logins: tuple[int, float] = (30, 300.0)
    """Attempts at one login from where its owner has been before."""
    codes: tuple[int, float] = (20, 60.0)
    """Look-ups of room codes."""
    rooms: tuple[int, float] = (30, 600.0)
    """New rooms."""
    studies: tuple[int, float] = (40, 10.0)
    """Scenarios, scores, waits, practice tables."""
    replays: tuple[int, float] = (120, 60.0)
    """Replays, logs and proofs of matches."""
    reviews: tuple[int, float] = (6, 60.0)
    """Reviews of matches; those that are kept do not count."""
    connects: tuple[int, float] = (240, 60.0)
    """New sockets."""
    open_rooms: int = 5
    """Rooms of one person at the same time."""
    waiting: int = 32
    """Dear requests that may wait for a worker; more are refused."""
    frames: tuple[int, float] = (60, 6.0)
    """Frames on one socket."""
    bad_frames: int = 10
    """Wrong frames until a socket is closed."""
    too_fast: int = 50
    """Frames that come too fast until a socket is closed."""
    sockets: int = 200
    """Sockets from one address, times `crowd`."""
    queue: int = 512
    """Frames that may wait for a slow client."""
    hello: float = 10.0
    """Seconds until the first frame."""
    request: float = 20.0
    """Seconds in which a request must have come wholly, its headers and its body."""


class BadLimit(UserError):
    """A limit that is none."""


def limited(limits: Limits, texts: Iterable[str]) -> Limits:
    """Limits with some of them set anew, as `guests=200/600` or `open_rooms=20`.

    >>> limited(Limits(), ["guests=200/600", "hello=5"]).guests
    (200, 600.0)
    """
    changed: dict[str, object] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in Limits.__struct_fields__:
            known = ", ".join(Limits.__struct_fields__)
            raise BadLimit(f"{text}：只有 {known}", f"{text}: there are {known}")
        changed[name] = _limit(text, value, getattr(limits, name))
    return replace(limits, **changed)


def _limit(text: str, value: str, old: tuple[int, float] | float) -> tuple[int, float] | float:
    """A value of the same kind as the old one."""
    number, _, seconds = value.partition("/")
    try:
        if isinstance(old, tuple):
            found: tuple[int, float] | float = (int(number), float(seconds))
        else:
            found = type(old)(value)
    except ValueError:
        wanted = "NUMBER/SECONDS" if isinstance(old, tuple) else "NUMBER"
        form = f"{text.partition('=')[0]}={wanted}"
        raise BadLimit(f"{text}：写成 {form}", f"{text}: write {form}") from None
    if not all(0 < one < inf for one in (found if isinstance(found, tuple) else (found,))):
        raise BadLimit(f"{text}：要大于 0，有尽头", f"{text}: a limit is more than 0, and finite")
    return found


class Told(Struct, frozen=True):
    """What an operator reads about a setting."""

    zh: str
    en: str
    flag: str = ""
    """Its option, if that is not called as the key."""
    metavar: str | None = None
    is_network: bool = False
    """An address such as 10.0.0.7, or a network such as 10.0.0.0/8."""
    is_secret: bool = False
    is_hidden: bool = False
    """For tests: not in the help text."""
    example: str = ""
    """An address as it should be, where not every text is one."""


def told(
    zh: str,
    en: str,
    *,
    ge: float | None = None,
    le: float | None = None,
    pattern: str | None = None,
    **more: str | bool,
) -> Meta:
    """The line that makes a field a setting: its bounds, and what `--help` and the file say."""
    extra = {"told": Told(zh, en, **more)}  # type: ignore[arg-type]  # texts and flags
    if pattern is not None:
        return Meta(pattern=pattern, extra=extra)
    return Meta(ge=ge, le=le, extra=extra)


class Settings(Struct, frozen=True, kw_only=True):
    """One server. A field that is `told` is an option, an environment name and a file key."""

    database_url: Annotated[
        str,
        told(
            "数据库，默认 SQLite",
            "SQLite by default, or postgresql://user@host/quexiang",
            pattern=r"^(sqlite|postgres(ql)?)(\+\w+)?://",
            example="sqlite:///quexiang.sqlite, postgresql://user@host/quexiang",
        ),
    ] = DATABASE
    address: Annotated[
        str,
        told(
            "几个服务器共用数据库时，从哪里找到这一个",
            "Where clients reach this server, if several share a database",
            metavar="URL",
            pattern=r"^(https?://\S+)?$",
            example="https://one.example",
        ),
    ] = ""
    nats: Annotated[
        str,
        told(
            "几个节点同开一处：NATS 的地址",
            "Where nodes that serve together find NATS, such as nats://10.0.0.5:4222",
            metavar="URL",
            pattern=rf"^({NATS}(,{NATS})*)?$",
            example="nats://10.0.0.5:4222,nats://10.0.0.6:4222",
        ),
    ] = ""
    """Empty: one node, alone."""
    pace: Annotated[
        float, told("快慢，1 平常，0 不等", "1 is usual; 0 never waits, for tests", ge=0, le=10)
    ] = 1.0
    between: (
        Annotated[
            float,
            told("两局之间几秒", "Seconds between two rounds, unless all are ready", ge=0),
        ]
        | None
    ) = None
    """By default the pace decides."""
    seed: Annotated[
        str,
        told(
            "只为测试：牌可以重来",
            "For tests only: repeatable deals",
            is_secret=True,
            is_hidden=True,
        ),
    ] = ""
    """All of the server's chance follows from it."""
    origins: Annotated[
        tuple[Annotated[str, Meta(pattern=r"^https?://[^\s/]+$")], ...],
        told(
            "别的网页来路",
            "Another origin whose pages may use this server",
            flag="--origin",
            example="https://one.example",
        ),
    ] = ()
    minds: Annotated[
        int, told("宗师用几个进程想", "Processes in which the strongest bots think", ge=0, le=64)
    ] = 1
    """They review matches too; 0: 宗师 thinks in a thread."""
    workers: Annotated[int, told("算分的线程", "Threads for scores", ge=1, le=64)] = 2
    """Threads for replays, scores and the like, and as many for passwords."""
    token_days: Annotated[
        float, told("几天不用就失效", "Days until an unused token expires", ge=1)
    ] = 180.0
    free_disk: Annotated[
        int, told("要空多少 MB", "Megabytes that /readyz wants free beside an SQLite file", ge=0)
    ] = 100
    proxies: Annotated[
        tuple[str, ...],
        told(
            "信哪些代理说的来路",
            "Address or network of a proxy whose X-Forwarded-For is believed",
            flag="--proxy",
            is_network=True,
        ),
    ] = ("127.0.0.1", "::1")
    scrapers: Annotated[
        tuple[str, ...],
        told(
            "还有谁能看 /metrics",
            "Address or network that may read /metrics",
            flag="--scraper",
            is_network=True,
        ),
    ] = ()
    """This machine always may."""
    ready_kept: float = 2.0
    """Seconds for which `/readyz` remembers what it has found."""
    limits: Annotated[
        Limits,
        told(
            "一个地址、一个人能做多少",
            "How much an address and a person may do; see docs/hosting.md",
            flag="--limit",
            metavar="NAME=NUMBER/SECONDS",
        ),
    ] = Limits()

    @classmethod
    def for_tests(cls, database_url: str) -> Settings:
        """No waits for show, and room for clients that never pause."""
        many = (1_000_000, 1.0)
        rates = {name: many for name, one in asdict(Limits()).items() if isinstance(one, tuple)}
        limits = replace(Limits(), **rates, open_rooms=10_000, sockets=100_000, waiting=10_000)
        return cls(database_url=database_url, pace=0.0, limits=limits, ready_kept=0.0)

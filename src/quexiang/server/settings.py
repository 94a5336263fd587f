"""What an operator may choose, and the limits that protect a server."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from quexiang.errors import UserError

VERSION: Final = version("quexiang")
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
    if min(found if isinstance(found, tuple) else (found,)) <= 0:
        raise BadLimit(f"{text}：要大于 0", f"{text}: a limit is more than 0")
    return found


class Settings(Struct, frozen=True, kw_only=True):
    """One server."""

    database_url: str = DATABASE
    address: str = ""
    """Where clients reach this server, if not where it listens."""
    pace: float = 1.0
    between: float | None = None
    """Seconds between two rounds, unless all are ready; by default the pace decides."""
    seed: str = ""
    """For tests: all of the server's chance follows from it."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server."""
    minds: int = 1
    """Processes in which 宗师 thinks and matches are reviewed; 0: 宗师 thinks in a thread."""
    workers: int = 2
    """Threads for replays, scores and the like, and as many for passwords."""
    token_days: float = 180.0
    """A token is good so long after its last use."""
    free_disk: int = 100
    """Megabytes that must be free beside an SQLite file for the server to be ready."""
    ready_kept: float = 2.0
    """Seconds for which `/readyz` remembers what it has found."""
    limits: Limits = Limits()

    @classmethod
    def for_tests(cls, database_url: str) -> Settings:
        """No waits for show, and room for clients that never pause."""
        many = (1_000_000, 1.0)
        rates = {name: many for name, one in asdict(Limits()).items() if isinstance(one, tuple)}
        limits = replace(Limits(), **rates, open_rooms=10_000, sockets=100_000, waiting=10_000)
        return cls(database_url=database_url, pace=0.0, limits=limits, ready_kept=0.0)

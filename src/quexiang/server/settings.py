"""What an operator may choose, and the limits that protect a server."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

from msgspec import Struct

VERSION: Final = version("quexiang")
DATABASE: Final = "sqlite+aiosqlite:///quexiang.sqlite"


class Limits(Struct, frozen=True, kw_only=True):
    """How much one may do: `(number, seconds)` allows so many at once, refilled over the time."""

    guests: tuple[int, float] = (20, 600.0)
    """New guests from one address."""
    logins: tuple[int, float] = (10, 300.0)
    """Attempts to log in, for one address and for one login."""
    codes: tuple[int, float] = (10, 60.0)
    """Look-ups of room codes from one address."""
    rooms: tuple[int, float] = (10, 600.0)
    """New rooms of one person."""
    studies: tuple[int, float] = (20, 10.0)
    """Scenarios and questions from one address."""
    reviews: tuple[int, float] = (6, 60.0)
    """Reviews of matches from one address; those that are kept do not count."""
    open_rooms: int = 5
    """Rooms of one person at the same time."""
    frames: tuple[int, float] = (60, 6.0)
    """Frames on one socket."""
    bad_frames: int = 10
    """After so many a socket is closed."""
    too_fast: int = 50
    """Likewise for frames that come too fast."""
    sockets: int = 200
    """Sockets from one address."""
    queue: int = 512
    """Frames that may wait for a slow client."""
    hello: float = 10.0
    """Seconds until the first frame."""


class Settings(Struct, frozen=True, kw_only=True):
    """One server."""

    database_url: str = DATABASE
    pace: float = 1.0
    between: float | None = None
    """Seconds between two rounds, unless all are ready; by default the pace decides."""
    seed: str = ""
    """For tests: all of the server's chance follows from it."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server."""
    minds: int = 1
    """Processes in which 宗师 thinks and matches are reviewed; 0: 宗师 thinks in a thread."""
    limits: Limits = Limits()

    @classmethod
    def for_tests(cls, database_url: str) -> Settings:
        """No waits for show, and room for clients that never pause."""
        many = (1_000_000, 1.0)
        limits = Limits(
            guests=many,
            logins=many,
            studies=many,
            reviews=many,
            rooms=many,
            frames=many,
            open_rooms=10_000,
            sockets=100_000,
        )
        return cls(database_url=database_url, pace=0.0, limits=limits)

"""A PostgreSQL of the tests' own, run by an ordinary user, since it refuses root."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from running import free_port

USERS = ("postgres", "nobody")


def program(name: str) -> str | None:
    """Where a program of PostgreSQL is."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(places[-1]) if places else shutil.which(name)


def ordinary_user() -> str | None:
    """Somebody to run it as, None where we are nobody special ourselves."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(user for user in USERS if user in known)


class Postgres:
    """One PostgreSQL, which can be stopped and started again."""

    def __init__(self, initdb: str, server: str) -> None:
        self.user, self.port = ordinary_user(), free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="quexiang-postgres-"))
        self.url = f"postgresql+asyncpg://quexiang@127.0.0.1:{self.port}/postgres"
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        files = str(self.folder / "data")
        self.command = [server, "-D", files, "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"]
        self.command += ["-c", f"unix_socket_directories={self.folder}", "-c", f"port={self.port}"]
        subprocess.run(  # noqa: S603 - PostgreSQL itself
            [initdb, "-D", files, "-A", "trust", "-U", "quexiang", "--no-sync"],
            check=True,
            capture_output=True,
            user=self.user,
            cwd=self.folder,
        )
        self.start()

    def start(self) -> None:
        self.running = subprocess.Popen(  # noqa: S603 - likewise
            self.command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self.user,
            cwd=self.folder,
        )
        wait(self.port)

    def stop(self) -> None:
        """Send everybody away and stop."""
        self.running.send_signal(signal.SIGINT)
        self.running.wait(120)

    def takes(self, *, nothing: bool) -> None:
        """Take no writes, as a standby before it is promoted; or take them again."""
        asked = [program("psql") or "psql", "-h", "127.0.0.1", "-p", str(self.port)]
        asked += ["-U", "quexiang", "-d", "postgres"]
        wish = f"ALTER SYSTEM SET default_transaction_read_only = {'on' if nothing else 'off'}"
        subprocess.run(  # noqa: S603 - likewise
            [*asked, "-c", wish, "-c", "SELECT pg_reload_conf()"],
            check=True,
            capture_output=True,
            env={**os.environ, "PGOPTIONS": "-c default_transaction_read_only=off"},
        )


@contextmanager
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that a test may stop."""
    initdb, server = program("initdb"), program("postgres")
    if initdb is None or server is None:
        pytest.skip("PostgreSQL is not installed")
    made = Postgres(initdb, server)
    try:
        yield made
    finally:
        made.stop()
        shutil.rmtree(made.folder, ignore_errors=True)


@contextmanager
def postgres() -> Iterator[str]:
    """A new database; gives its URL."""
    with own_postgres() as made:
        yield made.url


def wait(port: int) -> None:
    ready = program("pg_isready") or "pg_isready"
    for _ in range(300):
        asked = [ready, "-h", "127.0.0.1", "-p", str(port), "-t", "1"]
        if subprocess.run(asked, capture_output=True, check=False).returncode == 0:  # noqa: S603 - our own
            return
    pytest.fail("PostgreSQL does not start")

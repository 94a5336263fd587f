"""A PostgreSQL of the tests' own, run by an ordinary user, since it refuses root."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from running import free_port

NEEDED = "QUEXIANG_NEEDS_POSTGRES"
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


@contextmanager
def postgres() -> Iterator[str]:
    """A new database; gives its URL."""
    initdb, server = program("initdb"), program("postgres")
    if initdb is None or server is None:
        if os.environ.get(NEEDED):
            pytest.fail("PostgreSQL is not installed; apt-get install postgresql")
        pytest.skip("PostgreSQL is not installed")
    user, port = ordinary_user(), free_port()
    folder = Path(tempfile.mkdtemp(prefix="quexiang-postgres-"))
    if user is not None:
        shutil.chown(folder, user)
    data = str(folder / "data")
    options = ["-c", "fsync=off", "-c", f"unix_socket_directories={folder}", "-c", f"port={port}"]
    subprocess.run(  # noqa: S603 - PostgreSQL itself
        [initdb, "-D", data, "-A", "trust", "-U", "quexiang", "--no-sync"],
        check=True,
        capture_output=True,
        user=user,
        cwd=folder,
    )
    running = subprocess.Popen(  # noqa: S603 - likewise
        [server, "-D", data, "-c", "listen_addresses=127.0.0.1", *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        user=user,
        cwd=folder,
    )
    try:
        wait(port)
        yield f"postgresql+asyncpg://quexiang@127.0.0.1:{port}/postgres"
    finally:
        running.terminate()
        running.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def wait(port: int) -> None:
    ready = program("pg_isready") or "pg_isready"
    for _ in range(300):
        asked = [ready, "-h", "127.0.0.1", "-p", str(port), "-t", "1"]
        if subprocess.run(asked, capture_output=True, check=False).returncode == 0:  # noqa: S603
            return
    pytest.fail("PostgreSQL does not start")

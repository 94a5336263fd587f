"""One server for all tests that do not kill it, and one PostgreSQL."""

import asyncio
import secrets
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher
from nats_server import own_nats
from players import PATIENCE
from postgres import postgres
from running import faults, served, sqlite
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from quexiang.server import people
from quexiang.server.settings import Settings


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Hashes that cost nothing; what they protect is nobody's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(people, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture(scope="session")
def one_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("server")
    with served(Settings.for_tests(sqlite(folder))) as address:
        yield address


@pytest.fixture
def server(one_server: str) -> Iterator[str]:
    """A fault of the server fails the test in which it happens."""
    before = faults(one_server)
    yield one_server
    assert faults(one_server) == before, "see the server's log"


@pytest.fixture
def http(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server, timeout=PATIENCE) as client:
        yield client


@pytest.fixture(params=["sqlite", "postgresql"])
def own_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of the test's own, of each kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    return asyncio.run(new_database(request.getfixturevalue("postgres_url")))


async def new_database(url: str) -> str:
    name = f"own_{secrets.token_hex(6)}"
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    await engine.dispose()
    return url.rpartition("/")[0] + f"/{name}"


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(scope="session")
def nats_url() -> Iterator[str]:
    with own_nats() as made:
        yield made.url

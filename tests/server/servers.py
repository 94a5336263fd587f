"""One server for all tests that do not kill it, and one PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from players import PATIENCE
from postgres import postgres
from running import faults, served, sqlite

from quexiang.server.settings import Settings


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


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres() as url:
        yield url

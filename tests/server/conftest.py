"""One server for all tests that do not kill it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from running import served, sqlite

from quexiang.server.settings import Settings


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("server")
    with served(Settings.for_tests(sqlite(folder))) as address:
        yield address

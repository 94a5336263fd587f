"""What all tests share.

Doctests of compiled modules run with their plain form only. The system's language is nobody's, so
commands speak Chinese. Skipped tests are noted for the end of `make test`. No test leaves the logs
of its server to the tests after it.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import left_out
import pytest
import structlog

for name in ("LC_ALL", "LC_MESSAGES", "QUEXIANG_LANG"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"
# A server within a test's process never writes among what a command prints there, and plainly:
# a traceback with the values of all variables takes a second.
structlog.configure(
    processors=[
        structlog.processors.add_log_level,
        structlog.dev.set_exc_info,
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ],
    logger_factory=structlog.PrintLoggerFactory(sys.__stderr__),
)


@pytest.fixture(autouse=True)
def logs_are_nobodys() -> Iterator[None]:
    """A server that a test starts within itself may not keep that test's streams for its logs."""
    writer = structlog.get_config()["logger_factory"]
    yield
    assert structlog.get_config()["logger_factory"] is writer, "set_up_logs in the tests' process"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note a test that is skipped; a worker leaves that to whoever started it."""
    if report.skipped and "PYTEST_XDIST_WORKER" not in os.environ:
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else "expected to fail"
        left_out.note(report.nodeid, str(why).removeprefix("Skipped: "))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out modules in whose place a compiled one is imported (not with `QUEXIANG_PURE`)."""
    if os.environ.get("QUEXIANG_PURE") or collection_path.suffix != ".py":
        return None
    compiled = collection_path.parent.glob(f"{collection_path.stem}.*.so")
    return True if any(compiled) else None

"""The log of a server or a worker, on standard error."""

from __future__ import annotations

import logging
import sys

import structlog


def set_up_logs() -> None:
    """One line an event: text on a terminal, JSON elsewhere; never the values of variables."""
    plain = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    for_programs = [
        structlog.processors.ExceptionRenderer(plain),
        structlog.processors.JSONRenderer(),
    ]
    for_people = [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *(for_people if sys.stderr.isatty() else for_programs),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(message)s")

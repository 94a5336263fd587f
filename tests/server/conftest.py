"""The fixtures of this folder; mypy reads them in servers.py, since it knows only one conftest."""

from servers import (
    http,
    nats_url,
    one_server,
    own_database,
    postgres_url,
    quick_passwords,
    server,
)

__all__ = [
    "http",
    "nats_url",
    "one_server",
    "own_database",
    "postgres_url",
    "quick_passwords",
    "server",
]

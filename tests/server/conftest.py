"""The fixtures of this folder; mypy reads them in servers.py, since it knows only one conftest."""

from servers import http, one_server, postgres_url, server

__all__ = ["http", "one_server", "postgres_url", "server"]

"""The fixtures of this folder; mypy reads them in servers.py, since it knows only one conftest."""

from servers import one_server, postgres_url, server

__all__ = ["one_server", "postgres_url", "server"]

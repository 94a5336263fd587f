"""The fixtures of this folder; mypy reads them in servers.py, since it knows only one conftest."""

from servers import postgres_url, server

__all__ = ["postgres_url", "server"]

"""What is kept: people, rooms, their logs, matches; in SQLite or PostgreSQL by the same code."""

from quexiang.store.journal import Append, Conflict
from quexiang.store.store import Store

__all__ = ["Append", "Conflict", "Store"]

"""What is kept: people, rooms, their logs, matches; in SQLite or PostgreSQL by the same code."""

from quexiang.store.chain import Row
from quexiang.store.journal import Append, Conflict, Head, Journal
from quexiang.store.store import Store

__all__ = ["Append", "Conflict", "Head", "Journal", "Row", "Store"]

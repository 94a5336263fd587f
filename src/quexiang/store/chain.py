"""The hash that chains the rows of a log, so that none can be changed, moved or taken out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace


class Row(Struct, frozen=True):
    """One row of a room's log: the entries of one append, one to a line."""

    version: int
    match: str | None
    lines: str
    chain: str = ""
    """Empty in rows from before there was a chain."""


class BrokenChain(Exception):
    """A row of a log is missing, changed, or not in its place."""


def link(previous: str, room: str, version: int, match: str | None, lines: str) -> str:
    """The hash of a row, which follows from the hash of the row before it."""
    return hashlib.sha256(msgspec.json.encode((previous, room, version, match, lines))).hexdigest()


def check_chain(room: str, rows: Iterable[Row]) -> None:
    """Raise `BrokenChain` where a room's rows are not those that were written."""
    chain = ""
    for version, row in enumerate(rows, 1):
        if row.version != version:
            raise BrokenChain(f"version {version} is missing")
        if not (chain or row.chain):
            continue  # from before there was a chain
        if row.chain != link(chain, room, version, row.match, row.lines):
            raise BrokenChain(f"version {version} is not what was written")
        chain = row.chain


def relinked(room: str, rows: Iterable[Row]) -> list[Row]:
    """Rows that were rewritten on purpose, chained anew."""
    chain, found = "", []
    for row in rows:
        if chain or row.chain:
            chain = link(chain, room, row.version, row.match, row.lines)
        found.append(replace(row, chain=chain))
    return found

"""What rooms need of a store: their logs, who owns them, and what the index says of them."""

from __future__ import annotations

from typing import Protocol

from quexiang.store import Journal
from quexiang.store.leases import Leases


class RoomIndex(Protocol):
    """What is known of rooms without reading their logs."""

    async def phase_of(self, key: str) -> str | None:
        """The phase of a room, None where there is none."""

    async def ended_matches(self, room: str) -> set[str]:
        """The matches of a room that are over."""

    async def damage(self, key: str, why: str) -> None:
        """Set a room aside whose log is not sound."""


class Kept(Protocol):
    """A store, as far as rooms use it."""

    @property
    def journal(self) -> Journal:
        """The logs."""

    @property
    def rooms(self) -> RoomIndex:
        """The index."""

    @property
    def leases(self) -> Leases:
        """Who owns which room."""

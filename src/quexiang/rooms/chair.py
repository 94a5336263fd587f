"""One seat of a room, and who has it."""

from __future__ import annotations

from quexiang.protocol.room import Profile


class Chair:
    """One seat of the room and who has it."""

    __slots__ = ("ask", "asks", "bank", "bot", "gone", "person", "ready", "trustee")

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Make the seat empty."""
        self.person: Profile | None = None
        self.bot = ""
        self.ready = False
        self.rest(bank=0)

    def rest(self, *, bank: int) -> None:
        """Forget the last match."""
        self.trustee = False
        self.gone = False
        self.bank = bank
        self.asks = 0
        self.ask = 0

    @property
    def is_empty(self) -> bool:
        """Tell whether nobody has the seat."""
        return self.person is None and not self.bot

    @property
    def is_played(self) -> bool:
        """Tell whether a person plays the seat himself."""
        return self.person is not None and not self.gone

"""A rule, a phase and a stage: the three shapes that a rulebook's sentences take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from quexiang.engine.actions import Action, Offer, Seat
from quexiang.engine.events import Due, Event
from quexiang.engine.table import Table


class Rule:
    """One rule of the rulebook: stateless, with its ids and its Chinese name on it."""

    ids: tuple[str, ...] = ()
    zh: str = ""
    stages: ClassVar[tuple[str, ...]] = ()
    """Where it may offer something."""
    vetoes: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of action that it may forbid."""
    follows: ClassVar[tuple[type[Event], ...]] = ()
    """The kinds of event after which it has something to say."""

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Give the actions, all of one kind, that this rule adds for this seat now."""
        return ()

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """Give a rule id if the action may not be done."""
        return None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Give further events that follow at once."""
        return ()


class Phase:
    """A step before play. `begin` is asked again after each thing that it made due."""

    ids: tuple[str, ...] = ()
    zh: ClassVar[str] = ""
    before_hands: ClassVar[bool] = False
    """Hands change in it or are bound by it: whoever lays out a table starts after it."""

    def begin(self, table: Table) -> Iterable[Event]:
        """Give the next events of the phase; `self.done(table)` ends it."""
        raise NotImplementedError

    @staticmethod
    def done(table: Table) -> Due:
        """The event that goes on to the next phase."""
        return Due("phase", count=table.phase + 1)


class Stage:
    """A question to one or several seats at once, answered in secret."""

    key: ClassVar[str] = ""
    may_pass: ClassVar[bool] = True
    own_turn: ClassVar[bool] = False
    """It asks the seat on turn alone, in the middle of its turn."""

    def asks(self, table: Table) -> tuple[Seat, ...]:
        """The seats that may have something to answer, in playing order."""
        return table.seats_after(table.offerer)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """What the stage itself offers, besides the rules that name it."""
        return ()

    def untaken(self, table: Table) -> Iterable[Event]:
        """What follows when everybody has declined."""
        raise NotImplementedError

    def close(self, table: Table) -> Iterable[Event] | None:
        """Decide the answers by itself; None leaves it to the engine's priorities."""
        return None

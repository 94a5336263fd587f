"""A rule, a phase and a stage: the three shapes that a rulebook's sentences take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from quexiang.engine.actions import Action, Offer, Seat
from quexiang.engine.events import Due, Event
from quexiang.engine.marks import Mark
from quexiang.engine.table import Table


class Rule:
    """One rule of the rulebook: stateless, with its ids on it."""

    ids: tuple[str, ...] = ()
    stages: ClassVar[tuple[str, ...]] = ()
    """The stages in which it may offer something."""
    vetoes: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of action that it may forbid."""
    during: ClassVar[tuple[str, ...]] = ()
    """The stages in which it may forbid them; none named: in all."""
    binding: Mark | None = None
    """It binds only seats with this mark, if one is named."""
    follows: ClassVar[tuple[type[Event], ...]] = ()
    """The kinds of event that it reacts to."""

    def __init__(self, *ids: str) -> None:
        self.ids = ids or self.ids

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """The actions, all of one kind, that this rule adds for this seat now."""
        return ()

    def binds(self, table: Table, seat: Seat, action: Offer) -> bool:
        """Tell whether it may forbid the seat anything like this action now.

        It is asked once for all actions of one kind; `forbids` is asked only where it binds.
        """
        return True

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """The id of the rule that forbids the action, if one does."""
        return None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Further events that follow at once."""
        return ()


class Phase:
    """A step before play. `begin` is asked again after each thing that it made due."""

    ids: tuple[str, ...] = ()
    before_hands: ClassVar[bool] = False
    """Whether it changes or binds hands, so that a table laid out by hand skips it."""

    def __init__(self, *ids: str) -> None:
        self.ids = ids or self.ids

    def begin(self, table: Table) -> Iterable[Event]:
        """The next events of the phase; `self.done(table)` ends it."""
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
    """Whether it asks only the seat on turn, in the middle of its turn."""

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

"""What clients did and were told, and whether a room's log can account for it.

In the manner of Jepsen: every operation is an invocation that ends in `ok`, in `failed`, or is
never answered; the log is the only order in which they can have happened.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from players import Player

from quexiang.client import RemoteTable
from quexiang.protocol import log, outgoing

Outcome = Literal["unknown", "ok", "failed"]


@dataclass
class Operation:
    """An answer that somebody gave."""

    person: str
    id: str
    match: str
    ask: int
    began: float
    ended: float = float("inf")
    outcome: Outcome = "unknown"
    code: str = ""


@dataclass
class History:
    """All operations at one table, by person and id."""

    operations: dict[tuple[str, str], Operation] = field(default_factory=dict)

    def invoke(self, person: str, frame: str, ask: outgoing.Ask) -> None:
        begun = Operation(person, frame, ask.match, ask.ask, time.monotonic())
        self.operations[person, frame] = begun

    def end(self, person: str, frame: str, outcome: Outcome, code: str = "") -> None:
        """The server has answered; what it says first counts."""
        operation = self.operations.get((person, frame))
        if operation is not None and operation.outcome == "unknown":
            operation.ended, operation.outcome, operation.code = time.monotonic(), outcome, code

    def count(self, outcome: Outcome) -> int:
        return sum(operation.outcome == outcome for operation in self.operations.values())


class Witness(Player):
    """A player who writes down what he does and what he is told."""

    history: History

    async def move(self, address: str) -> None:
        """Go to another server of the same rooms."""
        assert self.table is not None
        self.table.home = self.table.home.replace(self.client.url[4:], address[4:])
        self.table.address = self.table.home
        self.client.url = address
        await self.table.drop()

    async def _answer(self, table: RemoteTable, ask: outgoing.Ask) -> None:
        self.history.invoke(self.name, f"{self.name}-{self.sent + 1}", ask)
        await super()._answer(table, ask)

    async def _take(self, table: RemoteTable, frame: outgoing.Outgoing) -> None:
        match frame:
            case outgoing.Done(id=message):
                self.history.end(self.name, message, "ok")
            case outgoing.Error(id=message, code=code):
                self.history.end(self.name, message, "failed", code)
        await super()._take(table, frame)


@dataclass(frozen=True)
class Written:
    """An answer as the log has it."""

    id: str
    match: str
    ask: int


def written(lines: list[log.AnyEntry]) -> list[Written]:
    """The answers of people, in the order of the log."""
    match, found = "", []
    for line in lines:
        if isinstance(line, log.MatchStarted):
            match = line.match
        elif isinstance(line, log.Acted) and line.by == "person" and line.id:
            found.append(Written(line.id, match, line.ask))
    return found


def check(history: History, lines: list[log.AnyEntry]) -> None:
    """Raise where no order of the operations explains what everybody was told."""
    by_id = {operation.id: operation for operation in history.operations.values()}
    kept = written(lines)
    doubled = [one for one, times in Counter(each.id for each in kept).items() if times > 1]
    assert not doubled, f"done twice: {doubled}"
    ids = {each.id for each in kept}
    lost = [op for op in by_id.values() if op.outcome == "ok" and op.id not in ids]
    assert not lost, f"acknowledged and lost: {lost}"
    denied = [op for op in by_id.values() if op.outcome == "failed" and op.id in ids]
    assert not denied, f"refused and done: {denied}"
    strange = ids - set(by_id)
    assert not strange, f"nobody did it: {strange}"
    for each in kept:
        meant = by_id[each.id]
        assert (meant.match, meant.ask) == (each.match, each.ask), f"crossed: {meant} {each}"
    check_order([by_id[each.id] for each in kept])


def check_order(operations: list[Operation]) -> None:
    """Nothing stands in the log behind what began only after it had been acknowledged."""
    latest: Operation | None = None
    for operation in operations:
        if latest is not None:
            assert operation.ended >= latest.began, f"out of order: {latest} before {operation}"
        if latest is None or operation.began > latest.began:
            latest = operation

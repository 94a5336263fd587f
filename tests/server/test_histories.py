"""The judge of histories finds what it is for."""

import pytest
from histories import History, Operation, check

from quexiang.protocol import log


def operation(name: str, began: float, ended: float, outcome: str, ask: int = 1) -> Operation:
    return Operation("a", name, "m1", ask, began, ended, outcome)  # type: ignore[arg-type]


def judged(operations: list[Operation], *entries: log.AnyEntry) -> None:
    history = History({(each.person, each.id): each for each in operations})
    check(history, [log.MatchStarted("m1", (0, 1, 2, 3)), *entries])


def act(name: str, ask: int = 1) -> log.Acted:
    return log.Acted(0, ask, "person", name)


def test_a_good_history_passes() -> None:
    unknown, never = operation("b", 2, float("inf"), "unknown"), operation("c", 2, 3, "failed")
    judged([operation("a", 0, 1, "ok"), unknown, never], act("a"), act("b"))


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ([], "acknowledged and lost"),
        ([act("a"), act("a")], "done twice"),
        ([act("a"), act("f")], "refused and done"),
        ([act("a"), act("x")], "nobody did it"),
        ([act("a", 2)], "crossed"),
        ([log.MatchStarted("m2", (0, 1, 2, 3)), act("a")], "crossed"),
        ([act("late"), act("a")], "out of order"),
    ],
)
def test_a_bad_history_is_found(entries: list[log.AnyEntry], told: str) -> None:
    known = [
        operation("a", 0, 1, "ok"),
        operation("f", 0, 1, "failed"),
        operation("late", 2, float("inf"), "unknown"),
    ]
    with pytest.raises(AssertionError, match=told):
        judged(known, *entries)

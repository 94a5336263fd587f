"""Life spans of marks: 本轮, 过自己手 and the next draw look alike and are not."""

from __future__ import annotations

import pytest

from quexiang.engine import events as ev
from quexiang.engine.marks import Life, Mark
from quexiang.engine.table import Table
from quexiang.hand import Shape

MARKS = [Mark(life.value, "标", "mark", life) for life in Life]
PONG = ev.Meld("pong", (0, 0, 0), 0, 1)
EXPOSED = ev.Meld("exposed", (0, 0, 0, 0), 0, 1)
CONCEALED = ev.Meld("concealed", (9, 9, 9, 9))


def table() -> Table:
    new = Table({mark.key: mark for mark in MARKS}, lambda _: Shape(sets=4))
    new.fold(
        [
            ev.Started(4, 0, 0, (0, 0, 0, 0), 136),
            ev.Dealt(0, 13, (0, 0, 0, 9, 9, 9, 9, 18, 19, 20, 21, 22, 23)),
            ev.Dealt(1, 13, (0, 1, 2, 3, 4, 5, 6, 7, 8, 27, 28, 29, 30)),
            *(mark.set(0) for mark in MARKS),
            ev.Discarded(1, 0),
        ]
    )
    return new


@pytest.mark.parametrize(
    ("event", "left"),
    [
        (ev.Drawn(0, 25), {"round"}),
        (ev.Drawn(0, 25, back=True), {"round", "own_turn", "own_front_draw"}),
        (ev.Drawn(1, 25), {"round", "own_turn", "own_front_draw", "own_draw"}),
        (ev.Melded(0, PONG), {"round", "own_front_draw", "own_draw"}),
        (ev.Melded(0, EXPOSED), {"round", "own_front_draw", "own_draw"}),
        (ev.Melded(0, CONCEALED), {"round", "own_turn", "own_front_draw", "own_draw"}),
        (ev.Discarded(0, 18), {"round", "own_turn", "own_front_draw", "own_draw"}),
    ],
)
def test_marks_end_with_what_their_life_says(event: ev.Event, left: set[str]) -> None:
    with_marks = table()

    with_marks.apply(event)

    assert set(with_marks.seats[0].marks) == left


def test_a_private_mark_is_seen_by_its_owner_alone() -> None:
    secret = Mark("secret", "暗", "secret", public=False).set(2)

    assert [secret.seen_by(seat) is not None for seat in (0, 1, 2, 3, None)] == [
        False,
        False,
        True,
        False,
        False,
    ]


def test_a_private_mark_of_the_table_is_nobodys() -> None:
    assert Mark("secret", "暗", "secret", public=False).set(None).seen_by(None) is None

"""Every lesson can be played as it says, and a bad one is refused with its place."""

from __future__ import annotations

import pytest

from quexiang.bots import make_bot
from quexiang.engine.actions import SEATS
from quexiang.engine.view import View
from quexiang.engine.wish import Wish
from quexiang.rulebook import Variant
from quexiang.scenarios.given import staged
from quexiang.study.lessons import BadLesson, Lesson, lessons, read_lessons
from quexiang.tiles import parse_tile
from quexiang.variants import variant_named, variants

PARTNER = "plain"
"""The bots that the web client seats at a lesson."""
LESSONS = [
    pytest.param(lesson, id=f"{variant.key} {number}")
    for variant in variants().values()
    for number, lesson in enumerate(lessons(variant), 1)
]
GOOD = """\
zh: 自摸
en: Own draw
setup: {hands: {A: 234m 678m 123p 55s 78s 9s}}
hints: [{do: win, zh: 胡, en: Win}]
end: {zh: 好, en: Good}
"""


@pytest.mark.parametrize("lesson", LESSONS)
def test_what_each_hint_suggests_is_offered_then(lesson: Lesson) -> None:
    round_ = staged(lesson.text).round()
    learner = SEATS.index(lesson.seat)
    bots = {seat: make_bot(PARTNER, str(seat)) for seat in range(round_.rules.players)}
    views = {seat: View(round_.rules, round_.log or [], seat) for seat in bots}

    for hint in lesson.hints:
        while (seat := round_.pending[0]) != learner:
            round_.answer(seat, bots[seat].choose(views[seat], round_.asked[seat]))
        wish = Wish(hint.do, tuple(map(parse_tile, hint.tiles)), hint.value)
        action = wish.match(round_.asked[learner])
        assert action is not None, (hint, round_.asked[learner])
        round_.answer(learner, action)

    assert round_.table.wins or lesson.hints[-1].do != "win"


@pytest.mark.parametrize("variant", variants().values(), ids=lambda variant: variant.key)
def test_every_town_has_a_lesson(variant: Variant) -> None:
    assert lessons(variant)


def test_a_lesson_is_read() -> None:
    (lesson,) = read_lessons(variant_named("hangzhou"), GOOD)

    assert lesson.text.startswith("title: 自摸\nvariant: hangzhou\nhands:\n")
    assert (lesson.seat, lesson.hints[0].do, lesson.end.en) == ("A", "win", "Good")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("end: {zh: 好, en: Good}", "", "missing required field `end`"),
        ("zh: 胡, en: Win", "zh: 胡", "missing required field `en` - at `$.hints[0]`"),
        ("do: win", "do: dance", "unknown verb 'dance'"),
        ("234m", "234x", "hands:"),
        ("234m", "2345m", "A has 15 tiles, not 14"),
        ("setup", "set_up", "unknown field `set_up`"),
        ("hands:", "[", "not YAML"),
    ],
)
def test_a_bad_lesson_is_refused_with_its_place(old: str, new: str, problem: str) -> None:
    with pytest.raises(BadLesson) as caught:
        read_lessons(variant_named("hangzhou"), GOOD.replace(old, new))

    assert str(caught.value).startswith("hangzhou lesson.yaml")
    assert problem in str(caught.value)

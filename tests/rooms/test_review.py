"""Lessons of a match: by the seat's own view, the worst first, and found again in the replay."""

import pytest

from quexiang.bots import RandomBot
from quexiang.engine.wire import seat_of
from quexiang.match.log import Happened, MatchEntry, Recorder, RoundOpened
from quexiang.match.match import Match
from quexiang.match.play import views_of
from quexiang.present.steps import Stepper, ends
from quexiang.study import review
from quexiang.variants import variant_named, variants


def played(name: str, rounds: int = 1) -> Recorder:
    """A match of bots that do not care."""
    variant = variant_named(name)
    players = max(variant.players)
    recorder = Recorder(Match(variant, variant.choose({}, players), players, "review"))
    bots = [RandomBot(str(seat)) for seat in range(players)]
    for _ in range(rounds):
        recorder.start_round()
        views = views_of(recorder.match.round)
        while recorder.match.round.asked:
            for seat, offers in list(recorder.match.round.asked.items()):
                recorder.answer(seat, bots[seat].choose(views[seat], offers))
    return recorder


def events_of(lines: list[MatchEntry], number: int) -> list[MatchEntry]:
    starts = [at for at, line in enumerate(lines) if isinstance(line, RoundOpened)]
    return lines[starts[number - 1] : [*starts, len(lines)][number]]


@pytest.mark.parametrize("name", variants())
def test_every_lesson_shows_the_hand_of_its_step(name: str) -> None:
    recorder = played(name, rounds=2)
    lines, match = recorder.entries, recorder.match
    painter = review.MistakePainter(match.rules, lines)

    found = list(review.mistakes(lines, [0], "skilled"))
    shown = [painter.show(mistake) for mistake in review.worst(found, 5)]

    assert shown
    assert [mistake.loss for mistake in shown] == sorted((one.loss for one in shown), reverse=True)
    for mistake in shown:
        part = events_of(lines, mistake.round)
        events = [line.event for line in part if isinstance(line, Happened)]
        stepper = Stepper(match.variant, match.rules, None, is_open=True, number=mistake.round)
        step = stepper.step(events, ends(events)[mistake.step])
        seat = step.view.seats[seat_of(mistake.seat)]
        standing = [*(seat.tiles or []), *([seat.drawn] if seat.drawn else [])]
        assert sorted(mistake.tiles) in (sorted(standing), sorted(seat.tiles or []))


def test_a_decision_is_judged_before_it_is_made() -> None:
    recorder = played("hangzhou")

    for decision in review.decisions(recorder.entries):
        assert recorder.match.round.log is not None
        seen = len(decision.view.log)
        assert seen == decision.place < len(recorder.match.round.log)
        assert decision.action in decision.offers


def test_a_choice_as_good_as_the_best_is_no_lesson() -> None:
    recorder = played("hangzhou")

    found = list(review.mistakes(recorder.entries, [0, 1, 2, 3], "plain"))

    assert len(found) == review.count(recorder.entries, [0, 1, 2, 3])
    assert not any(found)  # this bot gives only its own choice, so nothing can be compared


def test_the_same_log_gives_the_same_lessons() -> None:
    lines = played("anhua").entries

    first = review.worst(review.mistakes(lines, [1], "expert"))
    second = review.worst(review.mistakes(lines, [1], "expert"))

    assert first == second
    assert all(mistake.seat == 1 and mistake.loss > 0 for mistake in first)

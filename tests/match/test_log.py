"""Logs: damaged or forged ones are refused with the line."""

from __future__ import annotations

import pytest

from quexiang.bots import make_bot
from quexiang.engine.view import View
from quexiang.match.log import BadLog, Recorder, read_log, replay
from quexiang.match.match import Match
from quexiang.variants import variant_named


@pytest.fixture(scope="module")
def log() -> str:
    variant = variant_named("hangzhou")
    match = Match(variant, variant.choose({"rounds": 1}), 4, "logged")
    recorder = Recorder(match)
    recorder.start_round()
    bot = make_bot("random", "one")
    view = View(match.rules, match.round.log or [], 0)
    while match.round.asked:
        seat = match.round.pending[0]
        recorder.answer(seat, bot.choose(view, match.round.asked[seat]))
    return recorder.text()


def test_a_whole_log_replays(log: str) -> None:
    assert replay(read_log(log)).match.over


def test_a_log_cut_between_answers_replays_as_far_as_it_goes(log: str) -> None:
    lines = log.splitlines()
    cut = next(i for i, line in enumerate(lines) if i > 40 and '"line":"answer"' in line)

    again = replay(read_log("\n".join(lines[:cut])))

    assert not again.match.over


@pytest.mark.parametrize(
    ("damage", "wanted"),
    [
        (lambda _: "", "line 1"),
        (lambda text: text[: len(text) // 2], "line "),
        (lambda text: text.replace('"format":2', '"format":9'), "format 9 is not known"),
        (lambda text: text.replace('"version":"1"', '"version":"0"'), "rules version 0"),
        (lambda text: text.replace("hangzhou", "nowhere", 1), "unknown variant"),
        (lambda text: text.replace('"rounds":1', '"rounds":77', 1), "1 to 32"),
        (lambda text: text.splitlines()[1], "line 1: a log begins"),
        (lambda text: text.replace('"count":14', '"count":15'), "is replayed as"),
        (lambda text: text + text.splitlines()[-1], "nothing of the kind"),
    ],
)
def test_a_damaged_log_is_refused_with_the_line(log: str, damage: object, wanted: str) -> None:
    assert callable(damage)
    with pytest.raises(BadLog, match=wanted):
        replay(read_log(damage(log)))


def test_an_answer_that_was_never_offered_is_refused(log: str) -> None:
    lines = log.splitlines()
    first = next(i for i, line in enumerate(lines) if '"line":"answer"' in line)
    lines[first] = '{"line":"answer","seat":2,"action":{"do":"win"}}'

    with pytest.raises(BadLog, match=f"line {first + 1}: cannot be done"):
        replay(read_log("\n".join(lines)))

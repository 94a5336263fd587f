"""What holds in every round of every variant, whatever the options and the wall."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quexiang.bots import make_bot
from quexiang.engine.events import from_json, to_json
from quexiang.engine.view import View
from quexiang.match.log import Recorder, read_log, replay
from quexiang.match.match import Match
from quexiang.match.simulate import Wishes, draw_options, plan, play_match
from quexiang.rulebook import Variant
from quexiang.variants import variants

VARIANTS = list(variants().values())
by_key = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
ROUNDS = 24


def wishes(variant: Variant, seed: str, rounds: int) -> Wishes:
    return Wishes(
        variant=variant,
        rounds=rounds,
        seed=seed,
        given={},
        drawn=True,
        make_bot=make_bot,
        check=True,
    )


@by_key
@settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(seed=st.integers(0, 10**6))
def test_all_properties_hold_over_random_play(variant: Variant, seed: int) -> None:
    for match in plan(wishes(variant, str(seed), 6)):
        tally = play_match(match)

        assert tally.violations == []


@by_key
def test_sensible_play_holds_too_and_someone_wins(variant: Variant) -> None:
    wanted = Wishes(
        variant=variant,
        rounds=ROUNDS,
        seed="sensible",
        given={},
        drawn=True,
        bots=("plain",),
        make_bot=make_bot,
        check=True,
    )

    tallies = [play_match(match) for match in plan(wanted)]

    assert [violation for tally in tallies for violation in tally.violations] == []
    assert sum(tally.ends["win"] + tally.ends["draw"] for tally in tallies) == ROUNDS
    assert sum(sum(tally.by.values()) for tally in tallies) > 0


def recorded(variant: Variant, seed: str, rounds: int = 2) -> Recorder:
    players, options = draw_options(variant, {"rounds": str(rounds)}, None, seed)
    recorder = Recorder(Match(variant, variant.choose(options, players), players, seed))
    source = random.Random(seed)
    bots = [make_bot(source.choice(("random", "plain")), f"{seed}{seat}") for seat in range(4)]
    while not recorder.match.over:
        recorder.start_round()
        round_ = recorder.match.round
        views = [View(round_.rules, round_.log or [], seat) for seat in range(players)]
        while round_.asked:
            seat = source.choice(round_.pending)
            offers = round_.asked[seat]
            recorder.answer(seat, bots[seat].choose(views[seat], offers))
    return recorder


@by_key
def test_a_log_replays_to_the_same_bytes(variant: Variant) -> None:
    text = recorded(variant, "replayed").text()

    again = replay(read_log(text))

    assert again.text() == text


@by_key
def test_the_view_of_a_seat_is_its_own_log_folded(variant: Variant) -> None:
    round_ = recorded(variant, "view", rounds=1).match.round
    assert round_.log is not None
    for seat in range(round_.rules.players):
        view = View(round_.rules, round_.log, seat)

        received = [from_json(to_json(event)) for event in view.seen()]

        assert round_.rules.new_table().fold(received) == view.table

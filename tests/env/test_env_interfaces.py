"""The environments hold to what PettingZoo and Gymnasium ask of them, and to the rules."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import warnings
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from quexiang import env
from quexiang.bots import Bot
from quexiang.engine.actions import SEATS, Action, Offer
from quexiang.engine.view import View
from quexiang.env import single
from quexiang.env.common import Observation
from quexiang.env.layout import PLANES
from quexiang.errors import UserError
from quexiang.tiles import tiles_text
from quexiang.variants import variants

TOWNS = tuple(variants())
OWN_WARNINGS = pytest.mark.filterwarnings(
    "ignore::UserWarning:pettingzoo.test.api_test"  # it wants other names and plain arrays
)


@OWN_WARNINGS
@pytest.mark.parametrize("town", TOWNS)
def test_aec_passes_pettingzoos_own_tests(town: str) -> None:
    api_test(env.aec(town, seed=1), num_cycles=40)
    seed_test(lambda: env.aec(town), num_cycles=40)


@OWN_WARNINGS
@pytest.mark.parametrize("town", TOWNS)
def test_parallel_passes_pettingzoos_own_tests(town: str) -> None:
    parallel_api_test(env.parallel(town, seed=1), num_cycles=120)
    parallel_seed_test(lambda: env.parallel(town), num_cycles=30)


@OWN_WARNINGS
def test_tables_are_drawn_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env.aec("hangzhou", seed=1, render_mode=render_mode))
    render = env.parallel("anhua", seed=1, render_mode="ansi")
    render.reset()

    assert "杭州  墙上" in capsys.readouterr().out
    assert "安化" in (render.render() or "")
    with pytest.raises(UserError, match="render_mode is one of human, ansi"):
        env.aec("hangzhou", render_mode="rgb_array")


@OWN_WARNINGS
@pytest.mark.parametrize(("town", "bots"), [("hangzhou", "random"), ("lanzhou", "新手")])
def test_gym_passes_gymnasiums_own_check(town: str, bots: str) -> None:
    check_env(env.gym(town, seat=1, bots=bots, seed=1), skip_render_check=True)


@pytest.mark.parametrize("town", TOWNS)
def test_one_seat_plays_against_bots_to_the_end_of_a_match(town: str) -> None:
    alone = env.gym(
        town, seat=2, bots="熟手", seed=3, options={"rounds": 2}, episode="match", rewards="match"
    )
    seen, _ = alone.reset(seed=5)
    source, over, reward, paid = random.Random(1), False, 0.0, []
    while not over:
        legal = np.flatnonzero(seen["action_mask"])
        seen, reward, over, _, info = alone.step(int(source.choice(list(legal))))
        paid.append(reward)
        assert info == {}

    assert alone.desk.match.over
    assert reward == alone.desk.match.totals()[2]
    assert not any(paid[:-1])
    with pytest.raises(UserError, match="call reset first"):
        alone.step(0)


def test_bots_are_given_by_name_or_as_they_are() -> None:
    class Neutral:
        def choose(self, view, offers):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - as a user writes it
            return view.rules.neutral(view.table, view.seat, offers)

    mixed = env.gym("anshun", bots=[Neutral(), "random", "plain"], seed=2)

    mixed.reset()

    with pytest.raises(UserError, match="3 bots are wanted, not 1"):
        env.gym("anshun", bots=["random"])
    with pytest.raises(UserError, match="unknown bot"):
        env.gym("anshun", bots="nobody").reset()
    with pytest.raises(UserError, match="no seat 4"):
        env.gym("anshun", seat=4)


class Ending(Bot):
    """Notes that it was ended."""

    ended: ClassVar[list[Bot]] = []

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        assert view.seat is not None
        return view.rules.neutral(view.table, view.seat, offers)

    def close(self) -> None:
        self.ended.append(self)


def test_bots_made_by_name_end_with_their_seed_and_others_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(single, "make_bot", lambda _name, seed: Ending(seed))
    monkeypatch.setattr(Ending, "ended", [])
    own = Ending("own")
    made = env.gym("anhua", bots=[own, "random", "random"])

    made.reset(seed=1)
    made.reset()
    assert len(Ending.ended) == 0
    made.reset(seed=2)
    assert len(Ending.ended) == 2
    made.close()
    made.close()

    assert len({*Ending.ended}) == len(Ending.ended) == 4
    assert own not in Ending.ended
    with pytest.raises(UserError, match="call reset first"):
        made.step(0)
    made.reset()


def test_an_illegal_number_is_refused_in_turn_and_told_elsewhere() -> None:
    turns, together = env.aec("hangzhou", seed=1), env.parallel("hangzhou", seed=1)
    alone = env.gym("hangzhou", bots="random", seed=1)
    turns.reset()
    together.reset()
    alone.reset()

    with pytest.raises(ValueError, match="not legal"):
        turns.step(450)
    *_, infos = together.step(dict.fromkeys("ABCD", 450))
    *_, info = alone.step(450)

    assert list(infos.values()).count({"illegal": True}) == 1
    assert info == {"illegal": True}


def test_rewards_are_points_or_shares_by_round_or_match() -> None:
    found = {}
    ways: list[dict[str, Any]] = [
        {},
        {"normalised": True},
        {"episode": "match"},
        {"episode": "match", "rewards": "match"},
    ]
    for how in ways:
        made = env.aec("anshun", seed=4, options={"rounds": 2}, **how)
        made.reset()
        source = random.Random(1)
        while not any(made.terminations.values()):
            made.step(legal_of(made.observe(made.agent_selection), source))
        found[str(how)] = ([made._cumulative_rewards[agent] for agent in "ABCD"], made.desk)

    points, desk = found["{}"]
    assert points == list(desk.changes())
    shares, _ = found["{'normalised': True}"]
    won = sum(point for point in points if point > 0)
    assert shares == [point / won for point in points]
    totals, whole = found["{'episode': 'match', 'rewards': 'match'}"]
    assert totals == list(whole.match.totals())
    with pytest.raises(UserError, match="pays by the round"):
        env.aec("anshun", rewards="match")


def legal_of(seen: Observation, source: random.Random) -> int:
    return int(source.choice(list(np.flatnonzero(seen["action_mask"]))))


@pytest.mark.parametrize("town", TOWNS)
def test_parallel_and_aec_play_the_same_round(town: str) -> None:
    """The same answers lead to the same table, whichever way the seats are asked."""
    together, turns = env.parallel(town, seed=7), env.aec(town, seed=7)
    seen, _ = together.reset()
    turns.reset()
    source = random.Random(3)
    while together.agents:
        given = {agent: legal_of(seen[agent], source) for agent in together.agents}
        asked = {agent: number for agent, number in given.items() if together._is_asked(agent)}
        seen, rewards, *_ = together.step(given)
        if all(number < 366 for number in asked.values()):
            for agent in [one for one in SEATS if one in asked]:
                assert turns.terminations[agent] is False
            while asked:
                turns.step(asked.pop(turns.agent_selection))
        else:
            break
    if not together.agents:
        assert turns.desk.round.table == together.desk.round.table
        assert {**turns.rewards} == rewards


def test_after_every_discard_there_is_one_step_for_claims() -> None:
    together = env.parallel("hangzhou", seed=2)
    seen, _ = together.reset()
    source = random.Random(4)
    steps, discards = 0, 0
    while together.agents:
        before = together.desk.round
        acting = next((a for a in "ABCD" if together._is_asked(a)), None)
        window = together._windows > 0 or together._is_window()
        kept = {agent: seen[agent]["observation"].tobytes() for agent in "ABCD"}
        given = {agent: legal_of(seen[agent], source) for agent in together.agents}
        asked = {agent for agent in "ABCD" if together._is_asked(agent)}
        assert all(given[agent] == 0 for agent in {*"ABCD"} - asked)
        river = sum(len(player.river) for player in before.table.seats)
        seen, *_ = together.step(given)
        if not window and acting is not None:
            thrown = sum(len(player.river) for player in before.table.seats) - river
            if thrown:
                discards += 1
                assert together._windows > 0 or together._is_window() or not together.agents
                asked = {agent for agent in "ABCD" if together._is_asked(agent)}
                for agent in {*"ABCD"} - asked:
                    assert seen[agent]["observation"].tobytes() == kept[agent]
        steps += window

    assert steps == discards


def test_gymnasium_can_wrap_it() -> None:
    wrapped = gymnasium.wrappers.TimeLimit(env.gym("hangzhou", bots="random"), 3)

    _, info = wrapped.reset(seed=1)

    assert info == {}


def test_without_its_libraries_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import quexiang.env"

    done = subprocess.run(  # noqa: S603 - our own package
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )

    assert "pip install 'quexiang[env]'" in done.stderr.splitlines()[-1]


def test_an_observation_can_be_read_back() -> None:
    game = env.aec("lanzhou", seed=1)
    game.reset()

    told = env.explain(game.observe(game.agent_selection), "lanzhou")

    hand = game.desk.round.table.seats[game.desk.seat].hand
    assert f"手牌张数：{tiles_text(hand.tiles())}" in told.zh.splitlines()
    assert "throw: take" in told.en
    assert "tiles left in the wall 84" in told.en
    everything = env.explain(env.state_of(game.desk))
    assert "foremost tile of the wall: " in everything.en
    assert all(plane.zh and plane.en for plane in PLANES)


def test_a_step_before_reset_says_so() -> None:
    for seat in range(4):
        with pytest.raises(UserError, match="call reset first"):
            env.gym("hangzhou", seat=seat, bots="random", seed=1).step(204)
    turns = env.aec("hangzhou", seed=1)
    with pytest.raises(UserError, match="call reset first"):
        turns.step(204)
    turns.reset()
    with pytest.raises(UserError, match="is asked; give a number"):
        turns.step(None)


def test_a_refused_number_leaves_the_rewards_as_they_are() -> None:
    turns = env.aec("anshun", seed=4, options={"rounds": 8}, episode="match")
    turns.reset()
    source = random.Random(1)
    while not any(turns.rewards.values()):
        turns.step(legal_of(turns.observe(turns.agent_selection), source))
    kept = {**turns.rewards}, {**turns._cumulative_rewards}

    with pytest.raises(UserError, match="not legal"):
        turns.step(450)

    assert (turns.rewards, turns._cumulative_rewards) == kept


@pytest.mark.parametrize("town", TOWNS)
@pytest.mark.parametrize("make", [env.aec, env.parallel, env.gym])
def test_every_town_is_drawn_pickled_and_copied(town: str, make: Callable[..., Any]) -> None:
    made = make(town, seed=3, render_mode="ansi", **({"bots": "plain"} if make is env.gym else {}))
    made.reset(seed=4)

    again = [pickle.loads(pickle.dumps(made)), copy.deepcopy(made)]  # noqa: S301 - ours

    for _ in range(12):
        if made.desk.seat < 0:
            break
        drawn = made.render()
        assert drawn.startswith(made.desk.variant.zh)
        assert all(one.render() == drawn for one in again)
        for one in (made, *again):
            step_on(one)


def step_on(made: Any) -> None:  # noqa: ANN401 - any environment
    """Take the last legal number everywhere."""
    desk = made.desk
    if isinstance(made, env.TogetherEnv):
        seen = {agent: made._seen(agent, desk.round.table) for agent in made.agents}
        made.step({agent: int(np.flatnonzero(seen[agent]["action_mask"])[-1]) for agent in seen})
    else:
        made.step(max(desk.legal()))


@pytest.mark.parametrize("make", [env.aec, env.parallel, env.gym])
def test_a_table_for_people_is_drawn_by_every_step(
    make: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    made = make("anhua", seed=3, render_mode="human")
    drawn = []

    made.reset()
    for _ in range(3):
        drawn.append(capsys.readouterr().out)
        step_on(made)

    assert all(one.count("安化  墙上") == 1 for one in drawn)


@pytest.mark.parametrize("make", [env.aec, env.parallel, env.gym])
def test_a_fraction_is_no_number(make: Callable[..., Any]) -> None:
    made = make("hangzhou", seed=1)
    made.reset()
    legal = max(made.desk.legal())
    given = {np.float32(legal + 0.5): "numbers of answers are whole", np.float32(legal): ""}

    for number, told in given.items():
        answer = dict.fromkeys("ABCD", number) if make is env.parallel else number
        if told:
            with pytest.raises(UserError, match=told):
                made.step(answer)
        else:
            made.step(answer)


def test_gymnasium_makes_it_by_its_name() -> None:
    gymnasium.register("Quexiang-v0", "quexiang.env:gym", kwargs={"bots": "random"})
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            made = gymnasium.make("Quexiang-v0", town="anhua", seat=1, render_mode="ansi")
            made.reset(seed=1)
            check_env(made.unwrapped)
    finally:
        gymnasium.registry.pop("Quexiang-v0")


def test_a_number_of_no_town_has_no_text() -> None:
    for number in (-1, -250, 452, 10**6, 246, 366, 450):
        with pytest.raises(UserError, match=f"no number {number}"):
            env.numbers("hangzhou").text(number)


@pytest.mark.parametrize("make", [env.aec, env.parallel, env.gym, env.rlcard])
def test_nobody_sits_at_no_table(make: Callable[..., object]) -> None:
    with pytest.raises(UserError, match="not 0"):
        make("anhua", players=0)

"""RLCard's own loops play every town."""

from __future__ import annotations

import random

import numpy as np
import pytest
from rlcard.utils import reorganize, tournament

from quexiang import env
from quexiang.env.cards import CardsState
from quexiang.env.common import make_desk
from quexiang.variants import variants


class Agent:
    """Answers by chance, by number or by text."""

    def __init__(self, seed: int, *, use_raw: bool = False) -> None:
        self.source = random.Random(seed)
        self.use_raw = use_raw

    def step(self, state: CardsState) -> int | str:
        if self.use_raw:
            return self.source.choice(state["raw_legal_actions"])
        return self.source.choice(list(state["legal_actions"]))

    def eval_step(self, state: CardsState) -> tuple[int | str, dict[str, object]]:
        return self.step(state), {}


@pytest.mark.parametrize("town", variants())
def test_rlcard_runs_every_town(town: str) -> None:
    made = env.rlcard(town, seed=3)
    made.set_agents([Agent(seat, use_raw=seat == 1) for seat in range(made.num_players)])

    trajectories, payoffs = made.run(is_training=True)

    assert len(trajectories) == len(payoffs) == made.num_players
    assert sum(payoffs) == 0
    for transitions in reorganize(trajectories, payoffs):
        for state, action, _, following, _ in transitions:
            assert action in state["legal_actions"] or action in state["raw_legal_actions"]
            assert state["obs"].shape == following["obs"].shape == (49, 42)


def test_a_game_is_a_round_of_the_seed_and_the_next_one_follows() -> None:
    made, desk = env.rlcard("hangzhou", seed="same"), make_desk("hangzhou", None, None, "same")
    for _ in range(2):
        state, seat = made.reset()
        while not made.is_over():
            assert seat == desk.seat
            assert list(state["legal_actions"]) == desk.legal() == made._get_legal_actions()
            number = desk.legal()[-1]
            desk.act(number)
            state, seat = made.step(number)
        assert made.get_payoffs().tolist() == list(desk.changes())
        desk.deal()


def test_an_agent_is_told_its_own_answers_only() -> None:
    made = env.rlcard("lanzhou", seed=4)
    state, seat = made.reset()
    given: list[tuple[int, int]] = []
    while not made.is_over():
        assert state["action_record"] == [one for one in given if one[0] == seat]
        number = list(state["legal_actions"])[-1]
        given.append((seat, number))
        state, seat = made.step(number)


def test_a_seed_begins_anew() -> None:
    made = env.rlcard("anshun")
    made.seed(7)
    first = made.reset()[0]["obs"]
    made.reset()

    made.seed(7)

    assert np.array_equal(made.reset()[0]["obs"], first)
    assert made.get_perfect_information()["state"].shape == (58, 42)


def test_a_tournament_is_played() -> None:
    made = env.rlcard("zhangzhou", seed=1)
    made.set_agents([Agent(seat) for seat in range(made.num_players)])

    assert sum(tournament(made, 3)) == pytest.approx(0)

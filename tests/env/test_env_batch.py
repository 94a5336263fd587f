"""Many tables at once are the same tables as one at a time."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from quexiang import env
from quexiang.env.common import make_desk, observe
from quexiang.variants import variants


@pytest.mark.parametrize("town", variants())
@pytest.mark.parametrize("skip_forced", [False, True])
def test_a_batch_is_so_many_desks(town: str, skip_forced: bool) -> None:  # noqa: FBT001 - pytest
    batch = env.batch(town, tables=3, seed=5, skip_forced=skip_forced)
    desks = [make_desk(town, None, None, f"5/{n}", skip_forced=skip_forced) for n in range(3)]
    for _ in range(260):
        for table, desk in enumerate(desks):
            seen = observe(desk, desk.seat)
            assert batch.seats[table] == desk.seat
            assert (batch.observations[table] == seen["observation"]).all()
            assert (batch.masks[table] == seen["action_mask"]).all()
        actions = batch.sample().copy()
        assert batch.masks[range(3), actions].all()
        batch.step(actions)
        for table, desk in enumerate(desks):
            desk.act(int(actions[table]))
            assert batch.dones[table] == (desk.seat < 0)
            points = desk.changes() if desk.seat < 0 else (0,) * desk.players
            assert tuple(batch.rewards[table][: desk.players]) == points
            if desk.seat < 0:
                desk.deal()

    assert len(desks[0].match.rounds) > 1


def test_a_seed_gives_the_same_steps_and_reset_begins_anew() -> None:
    one, other = (env.batch("lanzhou", tables=4, seed="same") for _ in range(2))
    first = one.observations.copy()
    for _ in range(50):
        one.step(one.sample())
        other.step(other.sample())
        assert (one.observations == other.observations).all()

    one.reset("same")
    assert (one.observations == first).all()
    one.reset()
    assert not (one.observations == first).all()


@pytest.mark.parametrize("town", ["lanzhou", "zhangzhou"])
def test_environments_pickle_and_go_on_alike(town: str) -> None:
    batch, turns = env.batch(town, tables=2, seed=3), env.aec(town, seed=3)
    turns.reset()
    for _ in range(30):
        batch.step(batch.sample())
        turns.step(int(np.flatnonzero(turns.observe(turns.agent_selection)["action_mask"])[-1]))

    again, same = pickle.loads(pickle.dumps((batch, turns)))  # noqa: S301 - ours

    for _ in range(30):
        batch.step(batch.sample())
        again.step(again.sample())
        assert (again.observations == batch.observations).all()
        assert (again.masks == batch.masks).all()
        for made in (turns, same):
            mask = made.observe(made.agent_selection)["action_mask"]
            made.step(int(np.flatnonzero(mask)[0]))
    assert (same.state() == turns.state()).all()


def test_a_wrong_number_names_itself() -> None:
    batch = env.batch("hangzhou", tables=2)

    with pytest.raises(ValueError, match="the number 450 is not legal now"):
        batch.step(np.array([450, 450]))

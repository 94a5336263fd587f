"""Many tables at once are the same tables as one at a time."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from quexiang import env
from quexiang.engine.refusals import NotAllowed
from quexiang.env.common import make_desk, observe
from quexiang.errors import UserError
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


def test_an_illegal_number_stops_no_table_half_way() -> None:
    batch = env.batch("hangzhou", tables=3, seed=7)
    seen, tables = batch.observations.copy(), pickle.dumps([desk.round for desk in batch.desks])
    actions = batch.sample().copy()

    for number in (451, 452, -1, 1):
        actions[2] = number
        with pytest.raises((UserError, NotAllowed)):
            batch.step(actions)

    assert (batch.observations == seen).all()
    assert pickle.dumps([desk.round for desk in batch.desks]) == tables


def test_masks_that_the_caller_wrote_into_allow_nothing() -> None:
    batch, again = (env.batch("hangzhou", tables=3, seed=1) for _ in range(2))
    numbers = batch.sample().copy()
    numbers[2] = 2  # nobody can pong at the first discard
    batch.masks[:] = 1

    with pytest.raises(NotAllowed):
        batch.step(numbers)
    numbers[2] = batch.sample()[2]
    batch.step(numbers)
    again.step(numbers)

    assert (batch.observations == again.observations).all()
    assert (batch.masks == again.masks).all()


@pytest.mark.parametrize("numbers", [[0], [0, 0, 0, 0], [[0, 0, 0]], 0])
def test_each_table_wants_its_number(numbers: object) -> None:
    batch = env.batch("hangzhou", tables=3, seed=7)

    with pytest.raises(UserError, match="one number for each of 3 tables"):
        batch.step(np.array(numbers, np.int32))


def test_without_a_seed_tables_are_dealt_by_chance() -> None:
    one, other = (env.batch("hangzhou", tables=4, seed=None) for _ in range(2))

    assert not np.array_equal(one.observations, other.observations)


def test_no_tables_are_refused() -> None:
    with pytest.raises(UserError, match="at least one table, not 0"):
        env.batch("hangzhou", tables=0)


@pytest.mark.parametrize("seed", [5, "5"])
def test_a_batch_that_begins_anew_is_a_new_batch(seed: int | str) -> None:
    batch, new = env.batch("anhua", tables=2, seed=1), env.batch("anhua", tables=2, seed=5)
    batch.step(batch.sample())

    batch.reset(seed)

    for _ in range(20):
        assert (batch.observations == new.observations).all()
        batch.step(batch.sample())
        new.step(new.sample())


def test_a_table_of_a_batch_is_the_aec_of_its_seed() -> None:
    batch, turns = env.batch("zhangzhou", tables=2, seed="s"), env.aec("zhangzhou", seed="s/1")
    turns.reset()
    while not batch.dones[1]:
        seen = turns.observe(turns.agent_selection)
        assert (seen["observation"] == batch.observations[1]).all()
        assert (seen["action_mask"] == batch.masks[1]).all()
        actions = batch.sample().copy()
        batch.step(actions)
        turns.step(int(actions[1]))

    assert [*turns.rewards.values()] == batch.rewards[1].tolist()

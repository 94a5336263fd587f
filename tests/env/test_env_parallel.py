"""In the parallel environment nobody can tell by the steps whether another was asked."""

from __future__ import annotations

import random

import numpy as np
import pytest

from quexiang import env
from quexiang.bots import make_bot
from quexiang.engine import events as ev
from quexiang.engine.actions import WIN, Pass
from quexiang.engine.round import Round
from quexiang.engine.table import Table
from quexiang.engine.view import View
from quexiang.env.common import SHAPE
from quexiang.env.planes import Planes
from quexiang.env.together import TogetherEnv
from quexiang.errors import UserError


def played(town: str, seed: int) -> tuple[TogetherEnv, int, int]:
    """A round without wins where they can be passed: its steps, and how many wins were passed."""
    together = env.parallel(town, seed=seed)
    together.reset()
    bots = [make_bot("plain", str(seat)) for seat in range(len(together.agents))]
    steps = passed = 0
    while together.agents:
        given = dict.fromkeys(together.agents, 0)
        round_ = together.desk.round
        for seat, offers in round_.asked.items() if not together._windows else ():
            view = View(round_.rules, round_.log or [], seat)
            action = bots[seat].choose(view, offers)
            if action == WIN and any(isinstance(offer, Pass) for offer in offers):
                passed += round_.table.stage in ("turn", "bloom", "opening")
            else:
                given[together.agents[seat]] = together.desk.numbering.number(action)
        together.step(given)
        steps += 1
    return together, steps, passed


def questions(log: list[ev.Event]) -> int:
    """How many steps a round of 安化 takes, whoever was asked."""
    claims = ("chow", "pong")
    return sum(
        isinstance(event, ev.Began | ev.Drawn | ev.Discarded | ev.KongDeclared)
        or (isinstance(event, ev.Due) and event.need == "ask")
        or (isinstance(event, ev.Melded) and event.meld.kind in claims)
        for event in log
    )


def test_steps_follow_from_what_all_have_seen() -> None:
    found = [played("anhua", seed) for seed in range(60)]

    assert sum(passed for *_, passed in found) > 0
    for together, steps, _ in found:
        assert steps == questions(together.desk.round.log or [])


def test_a_win_passed_before_play_is_not_noticed() -> None:
    """漳州 抢金: asked or not, there is a step, and others see the table as it was before play."""
    stages = set()
    for seed in range(200):
        together = env.parallel("zhangzhou", seed=seed)
        seen, _ = together.reset()
        round_ = together.desk.round
        stages.add(round_.table.stage)
        assert together._windows == (round_.table.stage == "turn")
        opening = before_play(round_)
        for seat, agent in enumerate(together.agents):
            planes = np.zeros(SHAPE, np.uint8)
            Planes(round_.rules, 8).write(planes.reshape(-1), 0, opening, seat, "", [], 1)
            if not together._is_asked(agent):
                assert (seen[agent]["observation"] == planes).all()

    assert stages == {"turn", "opening"}


def before_play(round_: Round) -> Table:
    """The table when the question before play is asked."""
    log = round_.log or []
    at = next(at for at, event in enumerate(log) if isinstance(event, ev.Due) and event.stage)
    return round_.rules.new_table().fold(log[: at + 1])


def test_it_must_be_reset_and_wants_a_number_of_each_who_is_asked() -> None:
    together = env.parallel("hangzhou", seed=1)

    with pytest.raises(UserError, match="call reset first"):
        together.step({})
    together.reset()
    with pytest.raises(UserError, match="no number of C"):
        together.step({"A": 0})
    source = random.Random(1)
    while together.agents:
        seen, *_ = together.step(dict.fromkeys("ABCD", source.randrange(204, 238)))
    with pytest.raises(UserError, match="call reset first"):
        together.step(dict.fromkeys(seen, 0))


def test_who_writes_into_what_it_was_shown_is_shown_the_same_again() -> None:
    one, other = env.parallel("anhua", seed=2), env.parallel("anhua", seed=2)
    seen, _ = one.reset()
    scribbled, _ = other.reset()

    while one.agents:
        given = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[-1]) for agent in one.agents}
        for written in scribbled.values():
            written["observation"].fill(7)
            written["action_mask"].fill(1)
        seen, *_ = one.step(given)
        scribbled, *_ = other.step(given)
        for agent, shown in seen.items():
            assert np.array_equal(shown["observation"], scribbled[agent]["observation"])
            assert np.array_equal(shown["action_mask"], scribbled[agent]["action_mask"])

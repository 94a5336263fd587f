"""A policy that learns by play: the same everywhere, better than chance, and a bot in the end."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from quexiang import env
from quexiang.bots import make_bot
from quexiang.engine.actions import allowed
from quexiang.engine.view import View
from quexiang.errors import UserError
from quexiang.learning import NAMES, Course, LearntBot, Policy, train
from quexiang.learning.bot import module_text
from quexiang.learning.policy import Floats
from quexiang.match.duplicate import ArenaSetup, Work, play_walls
from quexiang.match.executor import Here, Processes
from quexiang.match.match import Match
from quexiang.match.simulate import draw_options
from quexiang.match.standings import standings
from quexiang.rulebook import Variant
from quexiang.variants import variants

by_key = pytest.mark.parametrize(
    "variant", variants().values(), ids=[variant.key for variant in variants().values()]
)
SHORT = Course(town="anhua", rounds=96, generation=48, seed="same")


def test_processes_learn_the_same_weights_as_one() -> None:
    alone = [progress.policy.weights for progress in train(SHORT, Here())]
    spread = [progress.policy.weights for progress in train(SHORT, Processes(2))]

    assert len(alone) == SHORT.generations == 2
    assert np.array_equal(alone, spread)
    assert alone[0].any()
    assert not np.array_equal(alone[0], alone[1])


def test_a_slope_is_how_the_logarithmic_chance_changes() -> None:
    tables = env.batch("lanzhou", tables=8, seed=3)
    for _ in range(40):
        tables.step(tables.sample())
    weights = np.random.default_rng(1).normal(size=len(NAMES))
    given = tables.observations, tables.masks
    drawn, slopes = Policy(weights).draw(*given, np.linspace(0.05, 0.95, 8))

    def chance(moved: Floats) -> Floats:
        scores = Policy(moved).scores(*given)
        logarithm: Floats = scores[range(8), drawn] - np.log(np.exp(scores).sum(axis=1))
        return logarithm

    for place in range(len(NAMES)):
        step = np.zeros(len(NAMES))
        step[place] = 1e-5
        measured = (chance(weights + step) - chance(weights - step)) / 2e-5
        assert np.allclose(measured, slopes[:, place], atol=1e-6), NAMES[place]


def learnt(policy: Policy) -> type[LearntBot]:
    """The bot of the module that is written for a policy."""
    module = ModuleType("learnt")
    exec(module_text(policy, "learnt", "Learnt in a test."), module.__dict__)  # noqa: S102 - ours
    found: type[LearntBot] = module.Learnt
    return found


@by_key
def test_a_learnt_bot_gives_legal_answers_in_every_town(variant: Variant) -> None:
    policy = Policy(np.random.default_rng(7).normal(size=len(NAMES)))
    bots = [learnt(policy)(str(seat)) for seat in range(4)]
    for seed in "12":
        players, options = draw_options(variant, {"rounds": "1"}, None, seed)
        match = Match(variant, variant.choose(options, players), players, seed)
        round_ = match.start_round()
        while round_.pending:
            seat = round_.pending[0]
            view = View(match.rules, round_.log or [], seat)
            action = bots[seat].choose(view, round_.asked[seat])
            assert allowed(round_.asked[seat], action)
            match.answer(seat, action)
        assert match.over


def test_a_weight_that_nobody_knows_is_named() -> None:
    class Mistyped(LearntBot):
        weights = {"pairs": 1.0}  # noqa: RUF012 - as a learnt module has it

    with pytest.raises(UserError, match="pairs"):
        Mistyped("1")


@pytest.mark.slow
def test_a_learnt_bot_beats_chance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    course = Course(town="anhua", rounds=1536, generation=256, seed="1")
    told = list(train(course, Processes(2)))
    text = module_text(told[-1].policy, "learnt_here", "Learnt in a test.")
    (tmp_path / "learnt_here.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    town = variants()["anhua"]
    names = ("learnt_here:Learnt", "random", "random", "random")
    setup = ArenaSetup.of(town, town.choose({}), names, "judge", rounds=1, rotations=True)

    works = (Work(setup, wall, make_bot) for wall in range(1, 41))
    found = standings(setup, list(play_walls(works, Here())))

    assert told[-1].decided > 1.3 * told[0].decided
    (difference,) = found.differences
    assert difference.score.mean > 0
    assert difference.score.excludes_zero

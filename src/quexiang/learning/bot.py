"""The bot that plays by a learnt policy, and the module that is written for it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from quexiang.bots import Bot
from quexiang.engine.actions import Action, Offer
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.view import View
from quexiang.env.common import SHAPE
from quexiang.env.numbering import DONE, SIZE, TAKE, Numbering
from quexiang.env.planes import Planes
from quexiang.errors import UserError
from quexiang.learning.policy import NAMES, Policy

MODULE = '''\
{docstring}

from quexiang.learning import LearntBot


class Learnt(LearntBot):
    """A bot by learnt weights, for `--bots {name}:Learnt`."""

    weights = {{
{weights}
    }}
'''


class LearntBot(Bot):
    """Takes the likeliest answer of a policy."""

    at_once = True
    weights: ClassVar[Mapping[str, float]] = {}
    """The weights by name; one that is missing is 0."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        unknown = self.weights.keys() - set(NAMES)
        if unknown:
            names = ", ".join(sorted(unknown))
            raise UserError(f"没有叫 {names} 的权重", f"there is no weight named {names}")
        self._policy = Policy(np.array([self.weights.get(name, 0.0) for name in NAMES]))
        self._rules: Ruleset | None = None

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """The likeliest answer, a choice of tiles step by step."""
        if view.rules is not self._rules:
            self._rules = view.rules
            self._planes = Planes(view.rules, 0)
            self._numbering = Numbering(view.rules.declarations)
        taken: list[int] = []
        while True:
            number = self._likeliest(view, offers, taken)
            action = self._numbering.actions[number]
            if action is not None:
                return action
            if number >= DONE:
                return self._numbering.chosen(number, taken)
            taken.append(number - TAKE)

    def _likeliest(self, view: View, offers: Sequence[Offer], taken: list[int]) -> int:
        assert view.seat is not None
        table = view.table
        seen, mask = np.empty((1, *SHAPE), np.uint8), np.zeros((1, SIZE), np.int8)
        self._planes.write(seen.reshape(-1), 0, table, view.seat, table.stage, taken, 0)
        mask[0, self._numbering.legal(offers, taken)] = 1
        return int(self._policy.scores(seen, mask)[0].argmax())


def module_text(policy: Policy, name: str, told: str) -> str:
    """A module with a bot in it, whose name it has as a file."""
    lines = "\n".join(f'        "{key}": {value!r},' for key, value in policy.named().items())
    quoted = json.dumps(told, ensure_ascii=False)  # whatever it says ends no docstring
    return MODULE.format(docstring=f'""{quoted}""', name=name, weights=lines)

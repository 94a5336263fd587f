"""The weights of a town, found in its folder; a town without them is played by the defaults."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from quexiang.engine.ruleset import Ruleset
from quexiang.weights import Weights


def weights_of(rules: Ruleset) -> Weights:
    """How the town of these rules is worth playing."""
    return _weights(rules.package)


@cache
def _weights(package: str) -> Weights:
    name = f"{package}.bots"
    if not package or find_spec(name) is None:
        return Weights()
    weights = import_module(name).WEIGHTS
    assert isinstance(weights, Weights)
    return weights

"""The weights of a town, from its folder; the defaults if it has none."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

from quexiang.engine.ruleset import Ruleset
from quexiang.rulebook import Options, OptionValue
from quexiang.weights import Weights


def weights_of(rules: Ruleset) -> Weights:
    """The weights of the town of these rules, as its room reads them."""
    weights = _weights(rules.package, frozenset(rules.origin.options.items()))
    assert isinstance(weights, Weights)
    return weights


@lru_cache(maxsize=256)
def _weights(package: str, options: frozenset[tuple[str, OptionValue]]) -> object:
    name = f"{package}.bots"
    if not package or find_spec(name) is None:
        return Weights()
    town = import_module(name)
    return town.weights(Options(dict(options))) if hasattr(town, "weights") else town.WEIGHTS

"""Rounds of Hangzhou set up and played with the words of the scenario format."""

from __future__ import annotations

from scripted import scripted

from quexiang.scenarios.script import Script
from quexiang.variants.hangzhou import VARIANT, Hangzhou

PLAIN_DICE = [1, 2]


def room(**options: object) -> Hangzhou:
    """The rules of a room with these options."""
    rules = VARIANT.ruleset(VARIANT.choose(options), 4)
    assert isinstance(rules, Hangzhou)
    return rules


def played(*steps: str, **setup: object) -> Script:
    """A round set up like a scenario, after these steps; nobody is promoted by the dice."""
    return scripted(*steps, **{"variant": "hangzhou", "dice": PLAIN_DICE, **setup})

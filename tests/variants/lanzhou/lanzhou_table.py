"""Rounds of Lanzhou set up and played with the words of the scenario format."""

from __future__ import annotations

from itertools import product

from scripted import scripted

from quexiang.rulebook import Options
from quexiang.scenarios.script import Script
from quexiang.variants.lanzhou import VARIANT, Lanzhou

SHAPING = ("zhongfabai", "heisanfeng", "seven_pairs", "eyes", "zuizi")
"""The options that decide what wins and what doubles."""


def room(**options: object) -> Lanzhou:
    """The rules of a room with these options."""
    rules = VARIANT.room(VARIANT.choose(options), 4)
    assert isinstance(rules, Lanzhou)
    return rules


def shaping_choices() -> list[Options]:
    """All combinations of the options that decide what wins."""
    options = {option.key: option for option in VARIANT.options}
    values = [options[key].choices() for key in SHAPING]
    return [VARIANT.choose(dict(zip(SHAPING, some, strict=True))) for some in product(*values)]


def played(*steps: str, **setup: object) -> Script:
    """A round set up like a scenario, after these steps."""
    return scripted(*steps, variant="lanzhou", **setup)

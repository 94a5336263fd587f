"""Rounds of Hangzhou set up and played with the words of the scenario format."""

from __future__ import annotations

from quexiang.scenarios.document import Document
from quexiang.scenarios.script import Script
from quexiang.scenarios.setup import Setup
from quexiang.scenarios.steps import parse_step
from quexiang.variants.hangzhou import VARIANT, Hangzhou

PLAIN_DICE = [1, 2]


def room(**options: object) -> Hangzhou:
    """The rules of a room with these options."""
    rules = VARIANT.ruleset(VARIANT.choose(options), 4)
    assert isinstance(rules, Hangzhou)
    return rules


def played(*steps: str, **setup: object) -> Script:
    """A round set up like a scenario, after these steps; nobody is promoted by the dice."""
    values = {"title": "test", "variant": "hangzhou", "dice": PLAIN_DICE, **setup}
    ready = Setup(Document("test", 1, values, {}))
    script = Script(ready.variant, ready.round())
    go_on(script, *steps)
    return script


def go_on(script: Script, *steps: str) -> None:
    """Play further steps."""
    for step in steps:
        script.run(parse_step(step, script.round.rules))

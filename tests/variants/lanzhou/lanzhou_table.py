"""Rounds of Lanzhou set up and played with the words of the scenario format."""

from __future__ import annotations

from itertools import product

from quexiang.engine import events as ev
from quexiang.rulebook import Options
from quexiang.scenarios.document import Document
from quexiang.scenarios.script import Script
from quexiang.scenarios.setup import Setup
from quexiang.scenarios.steps import parse_step
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
    values = {"title": "test", "variant": "lanzhou", **setup}
    ready = Setup(Document("test", 1, values, {}))
    script = Script(ready.variant, ready.round())
    go_on(script, *steps)
    return script


def go_on(script: Script, *steps: str) -> None:
    """Play further steps."""
    for step in steps:
        script.run(parse_step(step, script.round.rules))


def seen_by(script: Script, seat: int | None) -> list[ev.Event]:
    """All events as a seat, or a spectator, saw them."""
    log = script.round.log
    assert log is not None
    events = (event.seen_by(seat) for event in log)
    return [event for event in events if event is not None]

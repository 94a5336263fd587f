"""Rounds of any town set up and played with the words of the scenario format."""

from __future__ import annotations

from quexiang.engine import events as ev
from quexiang.scenarios.document import Document
from quexiang.scenarios.script import Script
from quexiang.scenarios.setup import Setup
from quexiang.scenarios.steps import parse_step


def scripted(*steps: str, **setup: object) -> Script:
    """A round set up like a scenario, `variant` among its keys, after these steps."""
    ready = Setup(Document("test", 1, {"title": "test", **setup}, {}))
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

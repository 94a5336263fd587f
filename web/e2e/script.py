"""What every seat answers while a scenario plays by its script."""

from __future__ import annotations

import json
import sys
from typing import Any

from quexiang.engine.actions import SEATS, Action, Seat
from quexiang.engine.round import Round
from quexiang.scenarios.given import read_given
from quexiang.scenarios.run import steps_of
from quexiang.scenarios.script import Script
from quexiang.scenarios.setup import Setup


class Watched:
    """A round that remembers what it was answered."""

    def __init__(self, watched: Round) -> None:
        self.watched = watched
        self.answers: list[tuple[Seat, Action]] = []

    def answer(self, seat: Seat, action: Action) -> object:
        """Remember the answer, and pass it on."""
        self.answers.append((seat, action))
        return self.watched.answer(seat, action)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the round has
        return getattr(self.watched, name)


def answers(text: str) -> list[tuple[Seat, Action]]:
    """Play a scenario by its script: who answered what, in order."""
    document = read_given(text)
    setup = Setup(document)
    watched = Watched(setup.round())
    script = Script(setup.variant, watched)  # type: ignore[arg-type]  # it answers like a round
    for step in steps_of(document, setup):
        script.run(step)
    if "result" in document.values:
        script.close_all()
    elif script.answers:
        script.close()
    return watched.answers


def written(text: str) -> dict[str, object]:
    """A scenario's script and result, for the tests of the page."""
    script = [[SEATS[seat], action.text()] for seat, action in answers(text)]
    return {"script": script, "result": read_given(text).values.get("result")}


if __name__ == "__main__":
    json.dump([written(text) for text in json.load(sys.stdin)], sys.stdout)

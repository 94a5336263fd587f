"""The server of the browser tests: the real one, with a table that waits for people only."""

from __future__ import annotations

import asyncio
import sys

from script import answers

from quexiang.bots.bot import Judged
from quexiang.engine.actions import Action
from quexiang.rooms.core import RoomPace
from quexiang.rooms.messages import Thinking
from quexiang.rooms.runner import Runner
from quexiang.server.serve import run
from quexiang.server.settings import Settings

STEP = 0.02
think = Runner._think
scripts: dict[str, dict[int | None, Part]] = {}


def brisk(factor: float) -> RoomPace:  # noqa: ARG001 - always the same
    """Bots answer at once; between two rounds there is time to read the result."""
    return RoomPace(rest=STEP, think=STEP, between=120.0, grace=60.0, shuffle=2.0, phrases=0.0)


class Part:
    """What one seat says in a script; asked the same again, it says the same."""

    def __init__(self) -> None:
        self.left: list[Action] = []
        self.given: dict[int, Action] = {}

    def say(self, thinking: Thinking) -> Action:
        """The next answer; after the last one, nothing of its own."""
        if thinking.ask not in self.given:
            self.given[thinking.ask] = self.left.pop(0) if self.left else neutral(thinking)
        return self.given[thinking.ask]


def neutral(thinking: Thinking) -> Action:
    """Nothing that decides much."""
    view = thinking.view
    assert view.seat is not None
    return view.rules.neutral(view.table, view.seat, thinking.offers)


def parts(text: str) -> dict[int | None, Part]:
    """The parts of a scenario's script, by seat."""
    found: dict[int | None, Part] = {seat: Part() for seat in range(4)}
    for seat, action in answers(text):
        found[seat].left.append(action)
    return found


def people_asked(runner: Runner) -> bool:
    """Tell whether a person has still to answer: bots come after people, who are never late."""
    state = runner.room.state
    return any(not state.chairs[seat].bot for seat in state.asked())


async def by_script(runner: Runner, thinking: Thinking) -> None:
    """On a practice table whose scenario has a script, the bots play their part of it."""
    text = runner.room.state.opened.scenario
    if "\nplay:" not in text:
        await think(runner, thinking)
        return
    while not runner.stopped and people_asked(runner):
        await asyncio.sleep(STEP)
    script = scripts.get(runner.key) or parts(text)
    scripts[runner.key] = script
    action = script[thinking.view.seat].say(thinking)
    runner.post(thinking.done([Judged(action, 0.0, "", "")]))


if __name__ == "__main__":
    RoomPace.scaled = staticmethod(brisk)  # type: ignore[assignment,method-assign]
    Runner._think = by_script  # type: ignore[method-assign]
    database, port = sys.argv[1:]
    run(Settings.for_tests(f"sqlite+aiosqlite:///{database}"), "127.0.0.1", int(port))

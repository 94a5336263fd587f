"""A scenario step by step: each line of its script, what it led to and who is asked then."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from quexiang.engine.actions import Seat
from quexiang.engine.refusals import NotAllowed
from quexiang.engine.view import View
from quexiang.engine.wire import SeatLetter, letter
from quexiang.present.choice import Choice
from quexiang.present.choices import choices
from quexiang.present.steps import Stepper
from quexiang.present.story import Sentence
from quexiang.present.table import TableView
from quexiang.scenarios import outcome
from quexiang.scenarios.document import Document
from quexiang.scenarios.given import read_given
from quexiang.scenarios.run import run_document, steps_of
from quexiang.scenarios.script import Script, StepFailed
from quexiang.scenarios.setup import Setup
from quexiang.scenarios.steps import ScriptStep


class RehearsedStep(Struct, omit_defaults=True):
    """A line of the script; the set-up before it, and the end after it, have none."""

    line: str
    ok: bool
    events: list[dict[str, Any]]
    story: list[Sentence | None]
    view: TableView
    asked: dict[str, list[Choice]]
    error: str = ""


class Rehearsal(Struct):
    """The outcome of a scenario."""

    title: str
    variant: str
    rules: list[str]
    ok: bool
    errors: list[str]
    steps: list[RehearsedStep]


def rehearse(text: str, seat: SeatLetter | None) -> Rehearsal:
    """Run a scenario as a seat sees it, or with all hands open; raises `BadScenario`."""
    document = read_given(text)
    rules = [str(rule) for rule in _listed(document.values.get("rules"))]
    told = Rehearsal(document.title, str(document.values["variant"]), rules, True, [], [])  # noqa: FBT003 - `ok`
    if document.is_totals:
        told.errors = list(run_document(document).errors)
    else:
        RehearsalRun(document, seat).play(told)
    told.ok = not told.errors
    return told


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [] if value is None else [value]


class RehearsalRun:
    """One scenario in play."""

    def __init__(self, document: Document, seat: SeatLetter | None) -> None:
        self.document = document
        self.setup = Setup(document)
        self.script_steps = steps_of(document, self.setup)
        self.seat: Seat | None = None if seat is None else self.setup.seat("seat", seat)
        if document.values.get("result") is not None:
            outcome.check_keys(self.setup, document.values["result"])
        variant, rules = self.setup.variant, self.setup.rules
        self.stepper = Stepper(variant, rules, self.seat, is_open=seat is None, number=1)
        self.script = Script(variant, self.setup.round())

    def play(self, told: Rehearsal) -> None:
        """Do all steps, up to the first that fails."""
        told.steps.append(self._step(""))
        for number, step in enumerate(self.script_steps):
            error = self._try(step)
            told.steps.append(self._step(step.text, error))
            if error:
                line = self.document.step_lines[number]
                told.errors.append(f"{self.document.file}:{line}: {step.text}: {error}")
                return
        if self.script.answers or (self.script.round.asked and not self.script.on_turn):
            self.script.close_all()
            told.steps.append(self._step(""))
        result = self.document.values.get("result")
        if isinstance(result, dict):
            found = outcome.differences(self.setup, self.script.round.table, result)
            told.errors += [difference.en for difference in found]

    def _try(self, step: ScriptStep) -> str:
        try:
            self.script.run(step)
        except (StepFailed, NotAllowed) as failure:
            return str(failure)
        return ""

    def _step(self, line: str, error: str = "") -> RehearsedStep:
        log = self.script.round.log
        assert log is not None
        shown = self.stepper.step(log, len(log))
        return RehearsedStep(
            line, not error, shown.events, shown.story, shown.view, self._asked(), error
        )

    def _asked(self) -> dict[str, list[Choice]]:
        round_, painter = self.script.round, self.stepper.painter
        log = round_.log or []
        return {
            letter(seat): choices(
                painter, round_.table, seat, offers, View(round_.rules, log, seat).table
            )
            for seat, offers in round_.asked.items()
            if seat not in self.script.answers and self.seat in (None, seat)
        }

"""Running scenario files: one row per scenario, bad files refused with the place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from quexiang.engine.actions import SEATS
from quexiang.engine.refusals import ENGINE_REASONS, NotAllowed
from quexiang.engine.ruleset import Ruleset
from quexiang.scenarios import outcome
from quexiang.scenarios.document import BadScenario, Document, at, seat_amounts
from quexiang.scenarios.files import documents
from quexiang.scenarios.script import Script, StepFailed
from quexiang.scenarios.setup import Setup, WrongHand, WrongLeft
from quexiang.scenarios.steps import BadStep, ScriptStep, parse_step
from quexiang.text import Text

LESSONS: Final = "lesson.yaml"
"""The file of a town's lessons, which are set up like scenarios and are none."""


class Row(Struct, frozen=True):
    """What became of one scenario."""

    file: str
    title: str
    ok: bool
    errors: tuple[str, ...] = ()
    """What went wrong, in English."""
    bad: bool = False
    chinese: tuple[str, ...] = ()
    """The same in Chinese."""

    def told(self, language: str) -> tuple[str, ...]:
        """What went wrong, in a language."""
        return self.chinese if language == "zh" else self.errors


def run_paths(paths: Iterable[str]) -> Iterator[Row]:
    """Run files, and folders searched for *.yaml and *.yml, but not a town's lessons."""
    for path in paths:
        for file in _files(Path(path)):
            yield from run_file(file)


def _files(path: Path) -> list[str]:
    if path.is_dir():
        found = [*path.rglob("*.yaml"), *path.rglob("*.yml")]
        return sorted(str(file) for file in found if file.name != LESSONS)
    return [str(path)]


def run_file(path: str) -> Iterator[Row]:
    """Run all scenarios of a file."""
    for document in documents(path):
        if isinstance(document, BadScenario):
            yield _bad_row(path, document.title, document)
        else:
            yield run_document(document)


def run_document(document: Document, alter: Callable[[Ruleset], Ruleset] | None = None) -> Row:
    """Run one scenario, if wanted by altered rules."""
    try:
        errors = _totals(document) if document.is_totals else _round(document, alter)
    except BadScenario as error:
        return _bad_row(document.file, document.title, error)
    except WrongLeft as error:  # known only when play starts, after the openings that ask
        return _bad_row(document.file, document.title, document.bad("left", error.told))
    except WrongHand as error:
        return _bad_row(document.file, document.title, document.bad("hands", error.told))
    return _row(document.file, document.title, errors)


def _bad_row(file: str, title: str, error: BadScenario) -> Row:
    return _row(file, title, (error.told,), bad=True)


def _row(file: str, title: str, errors: tuple[Text, ...], *, bad: bool = False) -> Row:
    zh, en = (tuple(error.pick(language) for error in errors) for language in ("zh", "en"))
    return Row(file, title, ok=not errors, errors=en, bad=bad, chinese=zh)


def _totals(document: Document) -> tuple[Text, ...]:
    setup = Setup(document)
    rounds = document.values.get("rounds")
    if not isinstance(rounds, list) or "totals" not in document.values:
        raise document.bad(
            "rounds", Text("rounds 和 totals 要一起写", "rounds and totals go together")
        )
    raw = [0] * setup.players
    for entry in rounds:
        for seat, change in setup.amounts("rounds", entry).items():
            raw[seat] += change
    got = setup.variant.totals(setup.options, tuple(raw))
    wanted = setup.amounts("totals", document.values["totals"])
    if any(got[seat] != amount for seat, amount in wanted.items()):
        expected, found = seat_amounts(wanted), seat_amounts(dict(enumerate(got)))
        difference = outcome.differs("totals", expected, found)
        return (at(f"{document.place('totals')}: ", difference),)
    return ()


def _round(document: Document, alter: Callable[[Ruleset], Ruleset] | None) -> tuple[Text, ...]:
    setup = Setup(document)
    if alter is not None:
        setup.rules = alter(setup.rules)
    steps = steps_of(document, setup)
    result = document.values.get("result")
    if result is not None:
        outcome.check_keys(setup, result)
    script = Script(setup.variant, setup.round())
    for number, step in enumerate(steps):
        try:
            script.run(step)
        except (StepFailed, NotAllowed) as failure:
            line = document.step_lines[number]
            why = told(failure)
            zh = f"第 {number + 1} 步 `{step.text}`：{why.zh}"
            step_text = Text(zh, f"step {number + 1} `{step.text}`: {why.en}")
            return (at(f"{document.file}:{line}: ", step_text),)
    script.close_all()
    if result is None:
        return ()
    assert isinstance(result, dict)
    found = outcome.differences(setup, script.round.table, result)
    return tuple(at(f"{document.place('result')}: ", difference) for difference in found)


def told(failure: StepFailed | NotAllowed) -> Text:
    """Why a step did not come true."""
    if isinstance(failure, StepFailed):
        return failure.told
    seat, action, rule = SEATS[failure.seat], failure.action.text(), failure.rule
    why = ENGINE_REASONS[rule].zh if rule in ENGINE_REASONS else rule
    return Text(f"{seat} 不能 {action}：{why}", str(failure))


def steps_of(document: Document, setup: Setup) -> list[ScriptStep]:
    """The steps of a scenario, or an error that names the place."""
    play = document.values.get("play") or []
    if not isinstance(play, list):
        raise document.bad("play", Text("要写成一步一步的列表", "must be a list of steps"))
    steps = []
    for number, text in enumerate(play):
        try:
            steps.append(parse_step(text, setup.rules))
        except BadStep as error:
            line = document.step_lines[number]
            step = Text(f"第 {number + 1} 步：{error.told.zh}", f"step {number + 1}: {error}")
            raise BadScenario(at(f"{document.file}:{line}: ", step)) from None
    return steps

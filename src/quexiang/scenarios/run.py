"""Running scenario files: one row per scenario, bad files refused with the place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from quexiang.engine.actions import SEATS, Seat
from quexiang.engine.round import NotAllowed
from quexiang.engine.ruleset import Ruleset
from quexiang.scenarios import outcome
from quexiang.scenarios.document import BadScenario, Document, documents
from quexiang.scenarios.script import Script, StepFailed
from quexiang.scenarios.setup import Setup, WrongHand, WrongLeft
from quexiang.scenarios.steps import BadStep, Step, parse_step


class Row(Struct, frozen=True):
    """What became of one scenario."""

    file: str
    title: str
    ok: bool
    errors: tuple[str, ...] = ()
    bad: bool = False


def run_paths(paths: Iterable[str]) -> Iterator[Row]:
    """Run files, and folders searched for *.yaml and *.yml."""
    for path in paths:
        for file in _files(Path(path)):
            yield from run_file(file)


def _files(path: Path) -> list[str]:
    if path.is_dir():
        found = [*path.rglob("*.yaml"), *path.rglob("*.yml")]
        return sorted(str(file) for file in found)
    return [str(path)]


def run_file(path: str) -> Iterator[Row]:
    """Run all scenarios of a file."""
    for document in documents(path):
        if isinstance(document, BadScenario):
            yield Row(path, document.title, ok=False, errors=(str(document),), bad=True)
        else:
            yield run_document(document)


def run_document(document: Document, alter: Callable[[Ruleset], Ruleset] | None = None) -> Row:
    """Run one scenario, if wanted by altered rules."""
    try:
        errors = _totals(document) if document.is_totals else _round(document, alter)
    except BadScenario as error:
        return _bad_row(document, error)
    except WrongLeft as error:  # known only when play starts, after the openings that ask
        return _bad_row(document, document.bad("left", str(error)))
    except WrongHand as error:
        return _bad_row(document, document.bad("hands", str(error)))
    return Row(document.file, document.title, ok=not errors, errors=errors)


def _bad_row(document: Document, error: BadScenario) -> Row:
    return Row(document.file, document.title, ok=False, errors=(str(error),), bad=True)


def _totals(document: Document) -> tuple[str, ...]:
    setup = Setup(document)
    rounds = document.values.get("rounds")
    if not isinstance(rounds, list) or "totals" not in document.values:
        raise document.bad("rounds", "rounds and totals go together")
    raw = [0] * setup.players
    for entry in rounds:
        for seat, change in setup.amounts("rounds", entry).items():
            raw[seat] += change
    got = setup.variant.totals(setup.options, tuple(raw))
    wanted = setup.amounts("totals", document.values["totals"])
    if any(got[seat] != amount for seat, amount in wanted.items()):
        place = document.place("totals")
        return (
            f"{place}: totals: expected {_by_seat(wanted)}, got {_by_seat(dict(enumerate(got)))}",
        )
    return ()


def _by_seat(amounts: dict[Seat, int]) -> str:
    return "{" + ", ".join(f"{SEATS[seat]}: {amount}" for seat, amount in amounts.items()) + "}"


def _round(document: Document, alter: Callable[[Ruleset], Ruleset] | None) -> tuple[str, ...]:
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
            return (f"{document.file}:{line}: step {number + 1} `{step.text}`: {failure}",)
    script.close_all()
    if result is None:
        return ()
    assert isinstance(result, dict)
    found = outcome.differences(setup, script.round.table, result)
    return tuple(f"{document.place('result')}: {difference}" for difference in found)


def steps_of(document: Document, setup: Setup) -> list[Step]:
    """The steps of a scenario, or an error that names the place."""
    play = document.values.get("play") or []
    if not isinstance(play, list):
        raise document.bad("play", "must be a list of steps")
    steps = []
    for number, text in enumerate(play):
        try:
            steps.append(parse_step(text, setup.rules))
        except BadStep as error:
            line = document.step_lines[number]
            raise BadScenario(f"{document.file}:{line}: step {number + 1}: {error}") from None
    return steps

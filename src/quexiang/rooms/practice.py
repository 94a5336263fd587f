"""Examples that run: scenarios stepped through, and practice tables that hold no state.

A practice table is a scenario's set-up and the answers that its player has given so far;
everything else follows, since bots play the same by the same seed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from quexiang.bots import PlainBot
from quexiang.engine.actions import Seat, allowed
from quexiang.engine.round import NotAllowed
from quexiang.match.play import views_of
from quexiang.rooms.choices import choices, chosen, wished
from quexiang.rooms.said import Why
from quexiang.rooms.shown import Shower
from quexiang.rooms.stepping import ShownMoment, Stepper
from quexiang.rooms.told import Choice
from quexiang.rooms.wire import SeatLetter, TileText, letter
from quexiang.scenarios import outcome
from quexiang.scenarios.document import BadScenario, Document, documents_in
from quexiang.scenarios.run import parse_steps
from quexiang.scenarios.script import Script, StepFailed
from quexiang.scenarios.setup import Setup

if TYPE_CHECKING:
    from quexiang.engine import events as ev
    from quexiang.engine.actions import Action, Offer
    from quexiang.engine.round import Round

MOST_DECISIONS: Final = 2000


class ScenarioStep(Struct):
    """One line of a scenario, and the table after it."""

    line: str
    ok: bool
    moment: ShownMoment
    error: str = ""
    asked: dict[SeatLetter, list[Choice]] = field(default_factory=dict)


class ScenarioRun(Struct):
    """A scenario from its set-up to its end."""

    title: str
    variant: str
    rules: list[str]
    ok: bool
    errors: list[str]
    steps: list[ScenarioStep]


class Given(Struct, forbid_unknown_fields=True):
    """An answer of the player at a practice table."""

    choice: int
    tiles: list[TileText] | None = None


class PracticeTable(Struct):
    """What happened at a practice table, and what is asked now; `choices` is empty at the end."""

    title: str
    variant: str
    options: dict[str, bool | int | str]
    players: int
    moments: list[ShownMoment]
    choices: list[Choice]
    stage: str = ""
    why: str = ""
    """The rule, or the engine's reason, for which the wish of the question is not offered."""


def read(text: str) -> Document:
    """The one scenario of a text."""
    for document in documents_in(text, "scenario"):
        if isinstance(document, BadScenario):
            raise document
        return document
    raise BadScenario("scenario: is empty")


def run(text: str, seat: Seat | None) -> ScenarioRun:
    """Step through a scenario; all hands lie open, `seat` is the one whose facts are shown."""
    document = read(text)
    if document.is_totals:
        raise BadScenario("scenario: is about totals, there is no table")
    setup = Setup(document)
    shower = Shower(setup.variant, setup.rules)
    script = Script(setup.variant, setup.round())
    walk = _Walk(script.round, Stepper(shower, seat, is_open=True), shower)
    steps = [ScenarioStep("", ok=True, moment=walk.moment(), asked=walk.asked())]
    errors = _play(document, setup, script, walk, steps)
    rules = document.values.get("rules") or []
    named = [str(rule) for rule in rules] if isinstance(rules, list) else [str(rules)]
    return ScenarioRun(
        document.title, setup.variant.key, named, ok=not errors, errors=errors, steps=steps
    )


def _play(
    document: Document, setup: Setup, script: Script, walk: _Walk, steps: list[ScenarioStep]
) -> list[str]:
    for step in parse_steps(document, setup):
        error = ""
        try:
            script.run(step)
        except (StepFailed, NotAllowed) as failure:
            error = str(failure)
        steps.append(
            ScenarioStep(
                step.text, ok=not error, moment=walk.moment(), error=error, asked=walk.asked()
            )
        )
        if error:
            return [f"`{step.text}`: {error}"]
    script.close_all()
    last = walk.moment()
    if last.events:
        steps.append(ScenarioStep("", ok=True, moment=last))
    result = document.values.get("result")
    if not isinstance(result, dict):
        return []
    return list(outcome.differences(setup, script.round.table, result))


class _Walk:
    """The events of a round since one looked last."""

    def __init__(self, round_: Round, stepper: Stepper, shower: Shower) -> None:
        assert round_.log is not None
        self.round = round_
        self.log: list[ev.Event] = round_.log
        self.stepper = stepper
        self.shower = shower
        self.read = 0

    def moment(self) -> ShownMoment:
        """What is new, as one step."""
        events, self.read = self.log[self.read :], len(self.log)
        return self.stepper.take(events)

    def asked(self) -> dict[SeatLetter, list[Choice]]:
        """What each asked seat may do."""
        table = self.round.table
        return {
            letter(seat): choices(self.shower, table, seat, offers)
            for seat, offers in self.round.asked.items()
        }


def practise(text: str, seat: Seat, given: list[Given], wish: Why | None) -> PracticeTable:
    """Play a practice table up to the next question for its player."""
    setup = Setup(read(text))
    round_ = setup.round()
    assert round_.log is not None
    shower = Shower(setup.variant, setup.rules)
    told = _drive(round_, seat, given)
    stepper = Stepper(shower, seat, is_open=False)
    stepper.fold(round_.log[:told])
    offers = round_.asked.get(seat, [])
    return PracticeTable(
        title=setup.document.title,
        variant=setup.variant.key,
        options=dict(setup.options),
        players=setup.players,
        moments=stepper.all(round_.log[told:]) or [stepper.take([])],
        choices=choices(shower, round_.table, seat, offers) if _is_open(round_, seat) else [],
        stage=round_.table.due.stage,
        why="" if wish is None else _why_not(round_, seat, wish),
    )


def _is_open(round_: Round, seat: Seat) -> bool:
    return seat in round_.asked and seat not in round_.table.answers


def _drive(round_: Round, seat: Seat, given: list[Given]) -> int:
    """Play until the player is asked and has no answer left; tell how much was told before."""
    bots = {other: PlainBot(f"practice {other}") for other in range(round_.rules.players)}
    views = views_of(round_)
    answers = list(given)
    told = 0
    assert round_.log is not None
    for _ in range(MOST_DECISIONS):
        waiting = [other for other in round_.asked if other not in round_.table.answers]
        others = [other for other in waiting if other != seat]
        if others:
            other = others[0]
            round_.answer(other, bots[other].choose(views[other], round_.asked[other]))
        elif waiting and answers:
            told = len(round_.log)
            round_.answer(seat, _action(round_.asked[seat], answers.pop(0)))
        else:
            break
    return told


def _action(offers: list[Offer], given: Given) -> Action:
    action = chosen(offers, given.choice, given.tiles)
    if action is None:
        raise BadScenario(f"there is no choice {given.choice}")
    return action


def _why_not(round_: Round, seat: Seat, wish: Why) -> str:
    action = wished(wish, round_.table)
    if action is None or allowed(round_.asked.get(seat, []), action):
        return ""
    return round_.why_not(seat, action)

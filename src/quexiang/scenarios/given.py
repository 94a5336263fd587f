"""A scenario from somebody we do not know: one short document, without tricks."""

from __future__ import annotations

from typing import Final

import yaml

from quexiang.engine.round import Round
from quexiang.match.match import Match
from quexiang.scenarios.document import BadScenario, Document, documents_of
from quexiang.scenarios.setup import Setup

LONGEST: Final = 4096
"""No given scenario may be longer, in bytes."""
LARGEST: Final = 10**9
DEEPEST: Final = 8
NAME: Final = "text"


def read_given(text: str) -> Document:
    """The one scenario of a text, or what is wrong with it."""
    if len(text.encode()) > LONGEST:
        raise BadScenario(f"{NAME}:1: a scenario has at most {LONGEST} bytes")
    try:
        _refuse_tricks(text)
        found = list(documents_of(NAME, text))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise BadScenario(f"{NAME}:1: not YAML: {str(error).splitlines()[0]}") from None
    if len(found) != 1:
        raise BadScenario(f"{NAME}:1: one scenario is wanted, not {len(found)}")
    document = found[0]
    if isinstance(document, BadScenario):
        raise document
    refuse_large(document, document.values)
    return document


def _refuse_tricks(text: str) -> None:
    """A few aliases of aliases would make a text of billions of signs; depth only takes time."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.AliasEvent):
            raise BadScenario(f"{NAME}:1: aliases are not allowed")
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise BadScenario(f"{NAME}:1: lists stand in lists in lists")


def refuse_large(document: Document, value: object) -> None:
    """Refuse numbers that no table has."""
    match value:
        case bool() | str() | None:
            pass
        case int() | float() if abs(value) > LARGEST:
            raise document.bad("", f"a number is larger than {LARGEST}")
        case dict():
            for inner in (*value, *value.values()):
                refuse_large(document, inner)
        case list() | tuple() | set():
            for inner in value:
                refuse_large(document, inner)


class StagedMatch(Match):
    """A match of one round that begins as a scenario sets it up."""

    def __init__(self, setup: Setup, seed: str = "") -> None:
        super().__init__(setup.variant, setup.options, setup.players, seed)
        self.setup = setup
        self.rules = setup.rules

    def start_round(self) -> Round:
        """Set the round up."""
        new = self.setup.round()
        self.rounds.append(new)
        self.count()
        return new


def staged(text: str) -> Setup:
    """The set-up of a scenario as a match of one round; what would be played is left out."""
    document = read_given(text)
    if document.is_totals:
        raise document.bad("totals", "there is no table to sit down at")
    given = document.values.get("options") or {}
    if isinstance(given, dict):
        document.values["options"] = {**given, "rounds": 1}
    return Setup(document)

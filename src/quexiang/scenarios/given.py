"""A scenario from somebody we do not know: one short document, without tricks."""

from __future__ import annotations

from typing import Final

import yaml

from quexiang.engine.round import Round
from quexiang.match.match import Match
from quexiang.scenarios.document import BadScenario, Document, at
from quexiang.scenarios.files import documents_of, not_yaml
from quexiang.scenarios.setup import Setup
from quexiang.text import Text

LONGEST: Final = 4096
"""No given scenario may be longer, in bytes."""
LARGEST: Final = 10**9
DEEPEST: Final = 8
NAME: Final = "text"


def read_given(text: str) -> Document:
    """The one scenario of a text, or what is wrong with it."""
    if len(text.encode()) > LONGEST:
        raise _bad(f"例子最多 {LONGEST} 字节", f"a scenario has at most {LONGEST} bytes")
    try:
        _refuse_tricks(text)
        found = list(documents_of(NAME, text))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise BadScenario(at(f"{NAME}:1: ", not_yaml(error))) from None
    if len(found) != 1:
        raise _bad(
            f"只要一个例子，不是 {len(found)} 个", f"one scenario is wanted, not {len(found)}"
        )
    document = found[0]
    if isinstance(document, BadScenario):
        raise document
    refuse_large(document, document.values)
    return document


def _bad(zh: str, en: str) -> BadScenario:
    return BadScenario(at(f"{NAME}:1: ", Text(zh, en)))


def _refuse_tricks(text: str) -> None:
    """A few aliases of aliases would make a text of billions of signs; depth only takes time."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.AliasEvent):
            raise _bad("不许用别名", "aliases are not allowed")
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise _bad("列表套得太深", "lists stand in lists in lists")


def refuse_large(document: Document, value: object) -> None:
    """Refuse numbers that no table has."""
    match value:
        case bool() | str() | None:
            pass
        case int() | float() if abs(value) > LARGEST:
            raise document.bad("", Text(f"数大于 {LARGEST}", f"a number is larger than {LARGEST}"))
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
        raise document.bad("totals", Text("没有牌桌可坐", "there is no table to sit down at"))
    given = document.values.get("options") or {}
    if isinstance(given, dict):
        document.values["options"] = {**given, "rounds": 1}
    return Setup(document)

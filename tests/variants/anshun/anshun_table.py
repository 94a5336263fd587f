"""Rounds of Anshun set up and played with the words of the scenario format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scripted import scripted

from quexiang.engine import events as ev
from quexiang.engine.view import View
from quexiang.scenarios.script import Script
from quexiang.tiles import parse_tiles
from quexiang.variants.anshun import VARIANT, Anshun

if TYPE_CHECKING:
    from quexiang.engine.ruleset import Fact
    from quexiang.engine.table import Table

QUIET = {
    "A": "13579m 2468p 2479s",
    "B": "2468m 1357p 35689s",
    "C": "13579m 1379p 2468s",
    "D": "2468m 2468p 35799s",
}


def room(**options: object) -> Anshun:
    """The rules of a room with these options."""
    rules = VARIANT.room(VARIANT.choose(options), 4)
    assert isinstance(rules, Anshun)
    return rules


def played(*steps: str, **setup: object) -> Script:
    """A round set up like a scenario, after these steps."""
    return scripted(*steps, variant="anshun", **setup)


def view(script: Script, seat: int | None) -> Table:
    """The table as a seat, or with None a spectator, knows it."""
    assert script.round.log is not None
    return View(script.round.rules, script.round.log, seat).table


def facts(script: Script, seat: int | None, key: str = "") -> list[Fact]:
    """What the rules tell a seat in words, read off its view."""
    told = script.round.rules.facts(view(script, seat), seat)
    return [fact for fact in told if key in ("", fact.key)]


def dealt(*hands: str, dealer: int = 0) -> Table:
    """A table at which these concealed hands were dealt, with nobody bound to four of a kind."""
    events: list[ev.Event] = [ev.Started(4, dealer, 0, (0, 0, 0, 0), 108)]
    for seat, hand in enumerate(hands):
        tiles = tuple(parse_tiles(hand))
        events.append(ev.Dealt(seat, len(tiles), tiles))
    return room().new_table().fold(events)

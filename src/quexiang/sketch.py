"""A table in a few lines of plain text: the whole one, or what a view knows of it."""

from __future__ import annotations

from collections.abc import Iterator

from quexiang.engine.actions import SEATS, Seat
from quexiang.engine.events import Meld
from quexiang.engine.player import Player
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.rulebook import Variant
from quexiang.text import Text
from quexiang.tiles import tiles_text

HAND = Text("手牌", "hand")
RIVER = Text("牌河", "river")
DEALER = Text("庄", "dealer")


def sketch(table: Table, rules: Ruleset, town: Variant) -> Text:
    """Draw a table."""
    return Text(*("\n".join(_lines(table, rules, town, lang)) for lang in ("zh", "en")))


def _lines(table: Table, rules: Ruleset, town: Variant, language: str) -> Iterator[str]:
    left = Text(f"墙上 {table.left} 张", f"{table.left} tiles left").pick(language)
    wild = f"  {town.wild.pick(language)} {tiles_text(table.wild)}" if table.wild else ""
    yield f"{town.pick(language)}  {left}{wild}"
    for seat in range(len(table.seats)):
        yield "  ".join(_parts(table, rules, seat, language))
    if table.end is not None:
        yield " ".join(f"{SEATS[seat]}{points:+d}" for seat, points in enumerate(table.changes()))


def _parts(table: Table, rules: Ruleset, seat: Seat, language: str) -> Iterator[str]:
    """What lies before a seat."""
    player: Player = table.seats[seat]
    yield SEATS[seat]
    if table.seated and seat == table.dealer:
        yield DEALER.pick(language)
    known = tiles_text(player.hand.tiles()) + "?" * player.hidden
    yield f"{HAND.pick(language)} {known}"
    yield from (_meld(meld, language) for meld in player.melds)
    for key, tiles in player.piles.items():
        yield f"{rules.pile_names[key].pick(language)} {tiles_text(tiles)}"
    yield from (f"[{table.marking[key].pick(language)}]" for key in player.marks)
    if player.river:
        yield f"{RIVER.pick(language)} {tiles_text(player.open_river, keep_order=True)}"


def _meld(meld: Meld, language: str) -> str:
    return f"{meld.name.pick(language)} {tiles_text(meld.tiles) or '????'}"

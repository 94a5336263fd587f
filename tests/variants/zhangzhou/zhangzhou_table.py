"""Rounds of Zhangzhou set up and played with the words of the scenario format."""

from __future__ import annotations

from collections.abc import Iterable

from scripted import scripted

from quexiang.engine import events as ev
from quexiang.engine.actions import Action
from quexiang.engine.table import Table
from quexiang.scenarios.script import Script
from quexiang.tiles import parse_tile, parse_tiles
from quexiang.variants.zhangzhou import VARIANT, Zhangzhou
from quexiang.variants.zhangzhou.patterns import OPEN_LEVEL, OWN_LEVEL

A, B, C, D = SEATS = range(4)
GOLD = parse_tile("1z")


def room(players: int = 4, **options: object) -> Zhangzhou:
    """The rules of a room with these options."""
    rules = VARIANT.room(VARIANT.choose(options, players), players)
    assert isinstance(rules, Zhangzhou)
    return rules


def played(*steps: str, **setup: object) -> Script:
    """A round set up like a scenario, after these steps; 1z is gold."""
    return scripted(*steps, **{"variant": "zhangzhou", "indicator": "1z", **setup})


def table_with(hands: dict[int, str], *, dealer: int = A, levels: Iterable[int] = ()) -> Table:
    """A table after 定金 with these concealed tiles and levels; 1z is gold."""
    table = room().new_table()
    table.apply(ev.Started(4, dealer, 0, (0,) * 4, 144))
    for seat, hand in hands.items():
        tiles = tuple(parse_tiles(hand))
        table.apply(ev.Dealt(seat, len(tiles), tiles))
    table.apply(ev.Indicated(GOLD, (GOLD,), back=True))
    for seat, level in enumerate(levels):
        if level:
            table.apply(OWN_LEVEL.set(seat) if level == 1 else OPEN_LEVEL.set(seat, level))
    return table


def forbidden_by(table: Table, seat: int, action: Action) -> str | None:
    """The rule that forbids an action at this table, whatever the tiles."""
    return room().veto(table, seat, action)

"""Offers as choices that a client shows, and answers read back as actions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from quexiang.engine import actions as act
from quexiang.engine.actions import Action, Offer, Seat
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.engine.wire import tile_names
from quexiang.engine.wish import PLAIN
from quexiang.present.choice import Choice
from quexiang.present.painter import Painter
from quexiang.present.waits import is_near
from quexiang.tiles import Tile, parse_tile, tile_text


def choices(
    painter: Painter, table: Table, seat: Seat, offers: Sequence[Offer], seen: Table | None
) -> list[Choice]:
    """What stands on the buttons, in the order of the offers.

    `seen` is the seat's own view, from which waits are reckoned; without it there are none.
    """
    discards = any(isinstance(offer, act.Discard) for offer in offers)
    near = seen if discards and seen is not None and is_near(seen, seat) else None
    found = []
    for index, offer in enumerate(offers):
        if near is None and isinstance(offer, act.Discard) and not offer.declare:
            found.append(_discard(index, offer))
            continue
        fields = _fields(painter.rules, table, offer)
        if isinstance(offer, act.Win):
            fields |= _win(painter, table, seat)
        elif near is not None and isinstance(offer, act.Discard):
            fields |= _waiting(painter, near, seat, offer)
        found.append(_choice(painter, index, offer, fields))
    return found


@cache
def _discard(index: int, offer: act.Discard) -> Choice:
    """A discard that declares nothing, the same at every table."""
    text, tile = offer.label({}), tile_text(offer.tile)
    return Choice(index=index, do="discard", zh=text.zh, en=text.en, tile=tile, tiles=[tile])


def _choice(painter: Painter, index: int, offer: Offer, fields: dict[str, Any]) -> Choice:
    text = offer.label(painter.rules.declarations)
    do = "discard" if isinstance(offer, act.Discard) else offer.verb
    return Choice(index=index, do=do, zh=text.zh, en=text.en, **fields)


def _fields(rules: Ruleset, table: Table, offer: Offer) -> dict[str, Any]:
    on_offer = table.offered[0] if table.offered else None
    match offer:
        case act.Discard(tile=tile, declare=declare):
            return _tiles(tile, [tile]) | {"declare": declare}
        case act.Pong() if on_offer is not None:
            return _tiles(on_offer, [on_offer] * 3)
        case act.Chow(low=low, high=high) if on_offer is not None:
            return _tiles(on_offer, sorted((low, on_offer, high)))
        case act.Kong(kind=kind, tile=tile):
            return _tiles(tile, [tile] * 4) | {"kind": kind}
        case act.Choose(key=key, value=value) if rules.declarations[key].takes == "value":
            return {"value": value}
        case act.Choose(tiles=tiles):
            return {"tiles": tile_names(tiles)}
        case act.OpenChoice(tiles=tiles, sizes=sizes, one_suit=one_suit):
            return {"tiles": tile_names(tiles), "sizes": list(sizes), "one_suit": one_suit}
        case _:
            return {}


def offer_of(choice: Choice) -> Offer:
    """The offer that a choice was drawn from."""
    tiles = tuple(parse_tile(tile) for tile in choice.tiles)
    tile = 0 if choice.tile is None else parse_tile(choice.tile)
    match choice.do:
        case "discard":
            return act.Discard(tile, choice.declare)
        case "chow":
            low, high = (other for other in tiles if other != tile)
            return act.Chow(low, high)
        case "kong":
            assert choice.kind is not None
            return act.Kong(choice.kind, tile)
        case "pass" | "win" | "pong":
            return PLAIN[choice.do]
        case key if choice.sizes:
            return act.OpenChoice(key, tiles, tuple(choice.sizes), choice.one_suit)
        case key:
            return act.Choose(key, choice.value or 0, tiles)


def _tiles(tile: Tile, shown: Sequence[Tile]) -> dict[str, Any]:
    return {"tile": tile_text(tile), "tiles": tile_names(shown)}


def _waiting(painter: Painter, seen: Table, seat: Seat, offer: act.Discard) -> dict[str, Any]:
    """What the hand would wait for after a discard."""
    waits = painter.waits_after(seen, seat, offer)
    return {"waits": waits, "dead": bool(waits) and not any(wait.unseen for wait in waits)}


def _win(painter: Painter, table: Table, seat: Seat) -> dict[str, Any]:
    """The tile, value and patterns of the win."""
    won = painter.rules.won(table, seat)
    return {
        "tile": None if won.tile is None else tile_text(won.tile),
        "value": won.value,
        "patterns": list(painter.variant.pattern_names(won.patterns)),
    }


def chosen(offers: Sequence[Offer], index: int, tiles: list[str] | None) -> Action | None:
    """The action that an answer names, None where there is no such choice."""
    if index >= len(offers):
        return None
    offer = offers[index]
    if isinstance(offer, act.OpenChoice):
        return act.Choose(offer.key, tiles=tuple(sorted(parse_tile(tile) for tile in tiles or ())))
    return offer

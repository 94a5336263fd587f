"""What a seat sees, as one JSON object: so that a program need not fold the events itself."""

from __future__ import annotations

from typing import Any

from quexiang.engine.actions import Seat
from quexiang.engine.events import Meld
from quexiang.engine.player import Player
from quexiang.engine.table import Table
from quexiang.engine.view import View
from quexiang.engine.wire import letter, maybe_letter, tile_names
from quexiang.tiles import tile_text

Shown = dict[str, Any]


def seen(view: View) -> Shown:
    """The table by a seat's view; the names are those of the protocol's table."""
    table = view.table
    offered = tile_names(table.offered)
    return {
        "me": maybe_letter(view.seat),
        "dealer": letter(table.dealer),
        "streak": table.streak,
        "left": table.left,
        "wild": tile_names(table.wild),
        "indicator": None if table.indicator is None else tile_text(table.indicator),
        "scores": list(table.scores),
        "changes": list(table.changes()),
        "turn": letter(table.turn.seat),
        "offer": {"seat": letter(table.offerer), "tiles": offered} if offered else None,
        "marks": dict(table.marks),
        "seats": [_seat(table, seat, view.seat) for seat in range(table.players)],
    }


def _seat(table: Table, seat: Seat, me: Seat | None) -> Shown:
    player = table.seats[seat]
    shown: Shown = {
        "seat": letter(seat),
        "count": player.size,
        "melds": [_meld(meld) for meld in player.melds],
        "river": tile_names(player.open_river),
        "piles": {key: tile_names(tiles) for key, tiles in player.piles.items()},
        "marks": dict(player.marks),
    }
    return shown | _own(table, player, seat) if seat == me else shown


def _own(table: Table, player: Player, seat: Seat) -> Shown:
    """The concealed tiles, and the one just drawn among them."""
    drawn = table.turn.drawn if table.turn.seat == seat else None
    holds = drawn is not None and drawn in player.hand
    return {
        "tiles": tile_names(player.hand.tiles()),
        "drawn": tile_text(drawn) if drawn is not None and holds else None,
    }


def _meld(meld: Meld) -> Shown:
    claimed = None if meld.claimed is None else tile_text(meld.claimed)
    named = {"kind": meld.kind, "tiles": tile_names(meld.tiles)}
    return {**named, "claimed": claimed, "source": maybe_letter(meld.source)}

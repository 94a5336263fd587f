"""Tiles and seats as they travel: the engine's own notation."""

from quexiang.engine.wire import (
    SeatLetter,
    TileText,
    action_in,
    action_out,
    event_in,
    event_out,
    letter,
    maybe_letter,
    seat_of,
    tile_names,
)

__all__ = [
    "SeatLetter",
    "TileText",
    "action_in",
    "action_out",
    "event_in",
    "event_out",
    "letter",
    "maybe_letter",
    "seat_of",
    "tile_names",
]

"""Tiles and seats as they travel: notation and letters instead of numbers, and back.

>>> from quexiang.engine.events import Discarded
>>> event_out(Discarded(2, 4))
{'event': 'discarded', 'seat': 'C', 'tile': '5m', 'declared': ''}
>>> event_in({'event': 'discarded', 'seat': 'C', 'tile': '5m'})
Discarded(seat=2, tile=4, declared='')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from quexiang.engine.actions import SEATS, Action, AnyAction, Seat
from quexiang.engine.events import AnyEvent, Event
from quexiang.tiles import KINDS, Tile, parse_tile, tile_text

SeatLetter = Literal["A", "B", "C", "D"]
TileText = Annotated[str, Meta(pattern=r"^([1-9][mps]|[1-7]z|[1-8]f)$")]

TILE_FIELDS: Final = frozenset({"tile", "claimed", "low", "high"})
TILES_FIELDS: Final = frozenset({"tiles", "wild"})
SEAT_FIELDS: Final = frozenset(
    {"seat", "dealer", "payer", "payee", "source", "receiver", "next_dealer"}
)
NESTED_FIELDS: Final = frozenset({"meld", "melds", "action", "offered"})
_TILES: Final = tuple(tile_text(tile) for tile in range(KINDS))
_LETTERS: Final[tuple[SeatLetter, ...]] = ("A", "B", "C", "D")


def letter(seat: Seat) -> SeatLetter:
    """The letter of a seat."""
    return _LETTERS[seat]


def maybe_letter(seat: Seat | None) -> SeatLetter | None:
    """The letter of a seat, None for nobody."""
    return None if seat is None else _LETTERS[seat]


def seat_of(name: SeatLetter) -> Seat:
    """The seat of a letter."""
    return SEATS.index(name)


def tile_names(tiles: Iterable[Tile]) -> list[str]:
    """Tiles as the wire has them, in the order given."""
    return [_TILES[tile] for tile in tiles]


def event_out(event: Event) -> dict[str, Any]:
    """An event as it is told."""
    return _renamed(msgspec.to_builtins(event), tile_text, letter)


def event_in(told: dict[str, Any]) -> AnyEvent:
    """An event read back from what was told."""
    event: AnyEvent = msgspec.convert(_renamed(told, parse_tile, seat_of), AnyEvent)
    return event


def action_out(action: Action) -> dict[str, Any]:
    """An action as it is told."""
    return _renamed(msgspec.to_builtins(action), tile_text, letter)


def action_in(told: dict[str, Any]) -> AnyAction:
    """An action read back; raises `ValueError` where it is none."""
    action: AnyAction = msgspec.convert(_renamed(told, parse_tile, seat_of), AnyAction)
    return action


def _renamed(
    told: dict[str, Any], tile: Callable[[Any], object], seat: Callable[[Any], object]
) -> dict[str, Any]:
    return {key: _value(key, value, tile, seat) for key, value in told.items()}


def _value(
    key: str,
    value: Any,  # noqa: ANN401 - any part of a message
    tile: Callable[[Any], object],
    seat: Callable[[Any], object],
) -> object:
    if value is None:
        return None
    if key in TILE_FIELDS:
        return tile(value)
    if key in SEAT_FIELDS:
        return seat(value)
    if key in TILES_FIELDS:
        return [tile(item) for item in value]
    if key in NESTED_FIELDS:
        many = isinstance(value, list | tuple)
        inner = [_renamed(item, tile, seat) for item in (value if many else (value,))]
        return inner if many else inner[0]
    return value

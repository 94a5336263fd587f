"""What can be done at a table, as it travels: a button and what stands on it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from quexiang.engine.wire import TileText
from quexiang.present.table import WaitView
from quexiang.text import Text


class Choice(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One thing that can be done, with what stands on its button."""

    index: int
    do: str
    """The verb: `pass`, `win`, `pong`, `chow`, `kong`, `discard`, or the key of a declaration."""
    zh: str
    en: str
    tile: TileText | None = None
    tiles: list[TileText] = []
    """The tiles to show on the button; of an open choice: those that may be chosen."""
    sizes: list[int] = []
    """An open choice: how many tiles may be chosen; answer with `tiles`."""
    one_suit: bool = False
    """An open choice: all tiles must be of one suit."""
    kind: Literal["exposed", "added", "concealed"] | None = None
    declare: str = ""
    value: int | None = None
    """The number that is chosen (飘2分: 2); of a win: what it is worth."""
    patterns: list[Text] = []
    waits: list[WaitView] = []
    """Of a discard: what the hand would wait for after it, empty if it would not be ready."""
    dead: bool = False
    """Of a discard that leaves a ready hand: of all that it waits for nothing is left."""

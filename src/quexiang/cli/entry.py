"""Reading what a person types in a game: numbers, notation, Chinese, and questions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from quexiang.engine.actions import (
    ADDED,
    CONCEALED,
    EXPOSED,
    PASS,
    PONG,
    RUN_PARTNERS,
    WIN,
    Action,
    Chow,
    Discard,
    Piao,
    Throw,
)
from quexiang.errors import BadNotation
from quexiang.scenarios.steps import Wish
from quexiang.tiles import SUITED, parse_tiles

if TYPE_CHECKING:
    from quexiang.engine.table import Table
    from quexiang.tiles import Tile

SHORT: Final = {
    "discard": ("d", "打", "出"),
    "chow": ("c", "吃"),
    "pong": ("p", "碰"),
    "kong": ("k", "杠", "明杠", "暗杠", "补杠"),
    "win": ("w", "h", "hu", "胡", "和", "自摸"),
    "pass": ("n", "x", "过", "不要"),
    "ready": ("r", "听", "报听"),
    "tianting": ("t", "天听"),
    "throw": ("甩",),
    "piao": ("飘",),
    "leave": ("离桌",),
}
VERB_OF: Final = {word: verb for verb, words in SHORT.items() for word in (verb, *words)}
HEAD: Final = re.compile(
    "(" + "|".join(sorted(VERB_OF, key=len, reverse=True)) + r")(?![a-z])\s*(.*)", re.IGNORECASE
)
DECLARING: Final = {"ready": "ready", "tianting": "tianting"}
NO_TILES: Final = ("win", "pass", "leave", "pong")


def read_wish(text: str) -> Wish:
    """Read an action: `discard 3s`, `3s`, `p`, `碰`, `chow 12m`, `ready discard 3s`, `piao 2`.

    >>> read_wish("3s") == read_wish("打3条") == read_wish("d 3s")
    True
    """
    match = HEAD.fullmatch(text.strip())
    if not match:
        return Wish("discard", tuple(parse_tiles(text)))
    verb, rest = VERB_OF[match[1].lower()], match[2].strip()
    if verb == "piao":
        return Wish(verb, number=int(rest) if rest.isdecimal() else None)
    if verb in DECLARING:
        rest = re.sub(r"^(discard|打)\s*", "", rest)
    if verb in NO_TILES and rest:
        raise BadNotation(text, len(text) - len(rest), f"{verb} takes no tiles")
    return Wish(verb, tuple(parse_tiles(rest)) if rest else ())


def meant(wish: Wish, table: Table) -> list[Action]:
    """The actions that a wish can mean, offered or not."""
    tiles = wish.tiles
    match wish.verb:
        case "win":
            return [WIN]
        case "pass":
            return [PASS]
        case "pong":
            return [PONG]
        case "discard" | "ready" | "tianting":
            return [Discard(tile, DECLARING.get(wish.verb, "")) for tile in tiles]
        case "chow":
            return _chows(table, tiles)
        case "kong":
            return [
                kind[tile]
                for tile in tiles or _kinds(table)
                for kind in (EXPOSED, ADDED, CONCEALED)
            ]
        case "throw":
            return [Throw(tuple(sorted(tiles)))]
        case "piao":
            return [Piao(wish.number or 0)]
        case _:
            return []


def _chows(table: Table, tiles: tuple[Tile, ...]) -> list[Action]:
    if len(tiles) == 2:  # noqa: PLR2004 - the own tiles of a run
        return [Chow(*sorted(tiles))]
    offered = table.offered[0] if table.offered else SUITED
    return [Chow(low, high) for low, high in RUN_PARTNERS.get(offered, ())]


def _kinds(table: Table) -> tuple[Tile, ...]:
    return table.offered or tuple(range(SUITED))

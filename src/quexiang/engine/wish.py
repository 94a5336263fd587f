"""Wishes: an action as somebody words it, which offers it fits, and what it can mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from quexiang.engine.actions import (
    ADDED,
    CONCEALED,
    EXPOSED,
    PASS,
    PONG,
    RUN_PARTNERS,
    WIN,
    Action,
    Choose,
    Chow,
    Declaration,
    Declarations,
    Discard,
    Kong,
    KongKind,
    Leave,
    Offer,
    OpenChoice,
    Pass,
    Pong,
    Win,
)
from quexiang.engine.table import Table
from quexiang.errors import BadNotation
from quexiang.text import Text
from quexiang.tiles import FLOWERS, Tile, parse_tiles

KINDS: Final[tuple[type[Action], ...]] = (Discard, Chow, Pong, Kong, Win, Pass, Leave)
VERBS: Final = tuple(kind.__name__.lower() for kind in KINDS)
"""What can be done in every town."""
NO_TILES: Final = ("win", "pass", "leave", "pong")
PLAIN: Final[dict[str, Action]] = {"win": WIN, "pass": PASS, "pong": PONG}
COMMA: Final = re.compile(r",(?=\s*[\u4e00-\u9fff])")
"""A comma of another keyboard before a Chinese word."""
DISCARDING: Final = re.compile(r"[，,]?\s*(discard|打)\s*", re.IGNORECASE)


class Wish(Struct, frozen=True):
    """What somebody asks for: a verb and its tiles, or its number."""

    verb: str
    tiles: tuple[Tile, ...] = ()
    value: int | None = None
    kind: KongKind | None = None

    def match(self, offers: Sequence[Offer]) -> Action | None:
        """The offer that fits, the first of several; an open one without tiles fits as it may."""
        for offer in offers:
            if isinstance(offer, OpenChoice) and offer.verb == self.verb and not self.tiles:
                return offer.smallest()
        return next(self.fitting(offers), None)

    def fitting(self, offers: Sequence[Offer]) -> Iterator[Action]:
        """All offers that fit, an open one as the choice that is wished for."""
        for offer in offers:
            if offer.verb != self.verb:
                continue
            if isinstance(offer, OpenChoice):
                chosen = Choose(self.verb, tiles=self.tiles)
                if offer.allows(chosen):
                    yield chosen
            elif self._fits(offer):
                yield offer

    def _fits(self, offer: Action) -> bool:
        if isinstance(offer, Choose):
            return self.value in (None, offer.value) and self.tiles in ((), offer.tiles)
        if isinstance(offer, Kong) and self.kind not in (None, offer.kind):
            return False
        named = self.tiles and offer.takes  # a pong needs no tile, and may name one
        return not named or sorted(self.tiles) == sorted(offer.takes)

    def means(self, table: Table, declarations: Declarations) -> list[Action]:
        """The actions that it can mean at this table, offered or not."""
        if self.verb in PLAIN:
            return [PLAIN[self.verb]]
        if self.verb == "chow":
            return list(self._chows(table))
        if self.verb == "kong":
            return list(self._kongs(table))
        if self.verb == "discard":
            return [Discard(tile) for tile in self.tiles]
        declaration = declarations.get(self.verb)
        if declaration is None:
            return []
        if declaration.takes == "discard":
            return [Discard(tile, self.verb) for tile in self.tiles]
        return [Choose(self.verb, self.value or 0, tuple(sorted(self.tiles)))]

    def _chows(self, table: Table) -> Iterator[Action]:
        offered = table.offered[:1]
        tiles = sorted(self.tiles)
        if len(tiles) == 3 and offered:  # noqa: PLR2004 - the whole run
            tiles = [tile for tile in tiles if tile not in offered]
        if len(tiles) == 2:  # noqa: PLR2004 - the own tiles of the run
            yield from (Chow(*tiles), Chow(*reversed(tiles)))  # 白板 may stand on either side
        elif not tiles and offered:
            yield from (Chow(low, high) for low, high in RUN_PARTNERS.get(offered[0], ()))

    def _kongs(self, table: Table) -> Iterator[Action]:
        if self.kind is not None:
            yield from (Kong(self.kind, tile) for tile in self.tiles)
        elif table.stage != "turn":
            yield from (EXPOSED[tile] for tile in self.tiles or table.offered)
        else:
            for tile in self.tiles or range(FLOWERS.start):
                ponged = any(player.has_pong(tile) for player in table.seats)
                yield (ADDED if ponged else CONCEALED)[tile]


def read_wish(text: str, declarations: Declarations) -> Wish:
    """Read an action as it is typed, or as it is shown.

    >>> read_wish("3s", {}) == read_wish("打3条", {}) == read_wish("d 3s", {})
    True
    """
    text = COMMA.sub("，", text.strip())
    for declaration in declarations.values():
        wish = _by_name(text.lower(), declaration)
        if wish is not None:
            return wish
    verbs = vocabulary(declarations)
    heads = "|".join(re.escape(word) for word in sorted(verbs, key=len, reverse=True))
    match = re.fullmatch(rf"({heads})(?![a-z])\s*(.*)", text, re.IGNORECASE)
    if not match:
        return Wish("discard", tuple(parse_tiles(text)))
    verb, rest = verbs[match[1].lower()], match[2].strip()
    if verb in NO_TILES and rest:
        problem = Text(f"{match[1]}不带牌", f"{verb} takes no tiles")
        raise BadNotation(text, len(text) - len(rest), problem)
    takes = declarations[verb].takes if verb in declarations else ""
    if takes == "value":
        return Wish(verb, value=int(rest) if rest.isdecimal() else None)
    if takes == "tiles" and rest == "0":
        return Wish(verb)  # as a choice of no tiles is written
    if takes == "discard":
        rest = DISCARDING.sub("", rest, count=1)
    return Wish(verb, tuple(parse_tiles(rest)) if rest else ())


def _by_name(text: str, declaration: Declaration) -> Wish | None:
    """What one of the declaration's numbers, or nothing at all, is called by its own name."""
    for value, name in enumerate(declaration.values):
        if text in (name.zh, name.en):
            return Wish(declaration.key, value=value)
    none = declaration.none
    return Wish(declaration.key) if none is not None and text in (none.zh, none.en) else None


def vocabulary(declarations: Declarations) -> dict[str, str]:
    """Every word that can be typed, with the verb that it stands for."""
    words: dict[str, str] = {}
    for kind, verb in zip(KINDS, VERBS, strict=True):
        names = [word for name in kind.names for word in (name.zh, name.en)]
        words |= dict.fromkeys((verb, *kind.typed, *names), verb)
    for key, declared in declarations.items():
        words |= dict.fromkeys((key, *declared.typed, declared.zh, declared.en), key)
    return words

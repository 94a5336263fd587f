"""Reading melds as people write them: `pong 1m from C`, `chow 123m taking 2m`, `暗杠 9999p`."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from quexiang.engine.actions import Seat
from quexiang.engine.events import Meld, MeldKind
from quexiang.errors import UserError
from quexiang.tiles import Tile, parse_tile, parse_tiles

KINDS: Final[dict[str, MeldKind]] = {
    "chow": "chow",
    "吃": "chow",
    "pong": "pong",
    "碰": "pong",
    "exposed": "exposed",
    "明杠": "exposed",
    "直杠": "exposed",
    "点杠": "exposed",
    "added": "added",
    "补杠": "added",
    "加杠": "added",
    "concealed": "concealed",
    "暗杠": "concealed",
}
SIZES: Final[dict[MeldKind, int]] = {
    "chow": 3,
    "pong": 3,
    "exposed": 4,
    "added": 4,
    "concealed": 4,
}
WRITTEN: Final = re.compile(
    r"(?P<kind>[a-z]+|吃|碰|[明直点补加暗]?杠)(?: kong)?\s*(?P<tiles>.*?)"
    r"(?:\s+from\s+(?P<source>\S+))?(?:\s+taking\s+(?P<taken>\S+))?",
)


class BadMeld(UserError):
    """A text that is no meld."""


class WrittenMeld(Struct, frozen=True):
    """A meld as written: whom it was claimed from is still a word."""

    kind: MeldKind
    tiles: tuple[Tile, ...]
    taken: Tile
    source: str | None

    def meld(self, source: Seat | None) -> Meld:
        """The meld itself."""
        if self.kind == "concealed":
            return Meld(self.kind, self.tiles)
        return Meld(self.kind, self.tiles, self.taken, source)


def parse_meld(text: str) -> WrittenMeld:
    """Read a meld.

    >>> parse_meld("pong 1m from C").tiles
    (0, 0, 0)
    >>> parse_meld("kong 9999p").kind, parse_meld("kong 9p from A").kind
    ('concealed', 'exposed')
    """
    match = WRITTEN.fullmatch(text.strip())
    if not match:
        zh = f"“{text}”不是一副牌；写成 碰1万 from C"
        raise BadMeld(zh, f"{text!r} is no meld; write e.g. `pong 1m from C`")
    kind = _kind(match["kind"], match["source"])
    tiles = _tiles(kind, parse_tiles(match["tiles"]), text)
    taken = parse_tile(match["taken"]) if match["taken"] else tiles[0]
    if taken not in tiles:
        zh = f"“{text}”：要来的那张不在这副里"
        raise BadMeld(zh, f"{text!r}: the tile taken is not in the meld")
    return WrittenMeld(kind, tiles, taken, match["source"])


def _kind(word: str, source: str | None) -> MeldKind:
    if word in ("kong", "杠"):
        return "exposed" if source else "concealed"
    if word not in KINDS:
        known = ", ".join((*KINDS, "kong"))
        raise BadMeld(f"没有“{word}”；有的是 {known}", f"unknown meld {word!r}; known: {known}")
    return KINDS[word]


def _tiles(kind: MeldKind, tiles: list[Tile], text: str) -> tuple[Tile, ...]:
    size = SIZES[kind]
    if kind != "chow" and len(tiles) == 1:
        tiles *= size
    if len(tiles) != size:
        zh = f"“{text}”有 {len(tiles)} 张牌，要 {size} 张"
        raise BadMeld(zh, f"{text!r} has {len(tiles)} tiles, not {size}")
    if kind != "chow" and len(set(tiles)) > 1:
        raise BadMeld(f"“{text}”：牌不一样", f"{text!r}: the tiles are not equal")
    return tuple(sorted(tiles))

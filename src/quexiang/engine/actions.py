"""What a seat may do: frozen, interned values, compared by identity where speed matters.

An action class is the one place that knows its verb, its tiles, its label, the words by which it
is typed and its notation. What a town declares besides is data: a `Declaration`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Literal, final

from msgspec import Struct

from quexiang.text import Named, Text
from quexiang.tiles import Tile, suit_of, tile_en, tile_zh, tiles_text

Seat = int
KongKind = Literal["exposed", "added", "concealed"]

SEATS: Final = "ABCD"


class Declaration(Named, frozen=True, kw_only=True):
    """Something that a town lets its players declare or choose: 飘, 甩牌, 报听, 定缺."""

    takes: Literal["value", "tiles", "discard"] = "value"
    """Chosen as a number, as tiles of the hand, or declared with a discard."""
    typed: tuple[str, ...] = ()
    """Words by which it can be typed, besides its key and its names."""
    rule: str = ""
    values: tuple[Text, ...] = ()
    """What each number is called, from 0 on."""
    some: Text = Text("{count}张", "{count} tiles")
    """What a choice of so many tiles is called."""
    none: Text | None = None
    """What a choice of no tiles is called, where it is allowed."""


Declarations = Mapping[str, Declaration]


class Action(Struct, frozen=True, gc=False, tag_field="do", tag=str.lower):
    """One answer that a seat can give."""

    names: ClassVar[tuple[Text, ...]] = ()
    """What it is called without its tiles."""
    typed: ClassVar[tuple[str, ...]] = ()
    """Words by which it can be typed, besides its verb and its names."""

    @property
    def verb(self) -> str:
        """What scenarios and the wire call it."""
        return type(self).__name__.lower()

    @property
    def takes(self) -> tuple[Tile, ...]:
        """The own tiles that it names."""
        return ()

    def text(self) -> str:
        """Write the action as a scenario step writes it, without the seat."""
        return f"{self.verb} {tiles_text(self.takes)}".rstrip()

    def words(self, declarations: Declarations) -> Text:
        """What it is called, without its tiles."""
        return self.names[0]

    def label(self, declarations: Declarations) -> Text:
        """What stands on its button."""
        words, tiles = self.words(declarations), self.takes
        zh = words.zh + "".join(map(tile_zh, tiles))
        return Text(zh, _upper(" ".join([words.en, *map(tile_en, tiles)])))


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


class Pass(Action, frozen=True, gc=False):
    """过: decline everything offered."""

    names = (Text("过", "pass"),)
    typed = ("n", "x", "不要")


class Win(Action, frozen=True, gc=False):
    """胡: win with the tile just drawn or on offer."""

    names = (Text("胡", "win"),)
    typed = ("w", "h", "hu", "和", "自摸")


class Pong(Action, frozen=True, gc=False):
    """碰: take the tile on offer for a triplet."""

    names = (Text("碰", "pong"),)
    typed = ("p",)


class Leave(Action, frozen=True, gc=False):
    """离桌: leave the table for good."""

    names = (Text("离桌", "leave"),)


class Discard(Action, frozen=True, gc=False):
    """打: discard a tile, `declare` naming what is declared with it (听, 天听)."""

    names = (Text("打", "discard"),)
    typed = ("d", "出")

    tile: Tile
    declare: str = ""

    @property
    def verb(self) -> str:
        """`discard`, or the key of what is declared."""
        return self.declare or "discard"

    @property
    def takes(self) -> tuple[Tile, ...]:
        """The tile."""
        return (self.tile,)

    def text(self) -> str:
        """Write `discard 3s`, `ready discard 3s` or `tianting 3s`."""
        return f"{notation(self.verb)} {tiles_text(self.takes)}"

    def words(self, declarations: Declarations) -> Text:
        """打, after what is declared."""
        plain = self.names[0]
        if not self.declare:
            return plain
        declared = declarations[self.declare]
        return Text(f"{declared.zh}，{plain.zh}", f"{declared.en}, {plain.en}")


class Chow(Action, frozen=True, gc=False):
    """吃: take the tile on offer for a run with these two own tiles."""

    names = (Text("吃，用", "chow with"),)
    typed = ("c", "吃")

    low: Tile
    high: Tile

    @property
    def takes(self) -> tuple[Tile, ...]:
        """The two own tiles."""
        return (self.low, self.high)

    def label(self, declarations: Declarations) -> Text:
        """吃: its tiles are drawn beside it."""
        return Text("吃", "Chow")


class Kong(Action, frozen=True, gc=False):
    """杠: make a kong of this kind and tile."""

    names = (Text("杠", "kong"), Text("补杠", "add to kong"), Text("暗杠", "concealed kong"))
    typed = ("k", "明杠")

    kind: KongKind
    tile: Tile

    @property
    def takes(self) -> tuple[Tile, ...]:
        """The kind of tile."""
        return (self.tile,)

    def words(self, declarations: Declarations) -> Text:
        """杠, 补杠 or 暗杠."""
        return self.names[KONG_KINDS.index(self.kind)]


class Choose(Action, frozen=True, gc=False):
    """Choose or declare what the town's declaration of this key says: a number or tiles."""

    key: str
    value: int = 0
    tiles: tuple[Tile, ...] = ()

    @property
    def verb(self) -> str:
        """The key of the declaration."""
        return self.key

    @property
    def takes(self) -> tuple[Tile, ...]:
        """The tiles chosen."""
        return self.tiles

    def text(self) -> str:
        """Write `piao 2` or `throw 1m9m1z`."""
        return f"{self.key} {tiles_text(self.tiles) or self.value}"

    def words(self, declarations: Declarations) -> Text:
        """The declaration's name, or what its number is called."""
        declaration = declarations[self.key]
        if declaration.takes == "value":
            return declaration.values[self.value]
        return (not self.tiles and declaration.none) or declaration.name

    def label(self, declarations: Declarations) -> Text:
        """What the number is called, or how many tiles are chosen."""
        text = self.words(declarations)
        if self.tiles:
            some = declarations[self.key].some
            count = len(self.tiles)
            text = Text(some.zh.format(count=count), some.en.format(count=count))
        return Text(text.zh, _upper(text.en))


@final
class OpenChoice(Struct, frozen=True, gc=False, tag_field="do", tag="openchoice"):
    """An open offer: any `Choose` of one of these sizes from these held tiles."""

    key: str
    tiles: tuple[Tile, ...]
    sizes: tuple[int, ...]
    one_suit: bool = False

    @property
    def verb(self) -> str:
        """The key of the declaration."""
        return self.key

    def allows(self, action: Action) -> bool:
        """Tell whether the choice takes only tiles from the list, in an allowed number.

        Both in ascending order, what is taken stands in what is held with gaps.
        """
        if not isinstance(action, Choose) or action.key != self.key:
            return False
        tiles = action.tiles
        if len(tiles) not in self.sizes or (self.one_suit and len(set(map(suit_of, tiles))) > 1):
            return False
        held = iter(sorted(self.tiles))
        return all([tile in held for tile in sorted(tiles)])  # noqa: C419 - a generator costs more

    def pools(self, size: int) -> list[tuple[Tile, ...]]:
        """The tiles among which so many may be taken: all of them, or those of each suit."""
        pools = [self.tiles]
        if self.one_suit:
            suits = dict.fromkeys(map(suit_of, self.tiles))
            pools = [tuple(t for t in self.tiles if suit_of(t) == suit) for suit in suits]
        return [pool for pool in pools if len(pool) >= size]

    def smallest(self) -> Choose:
        """The choice of as few tiles as may be, the first of them."""
        size = min(self.sizes)
        return Choose(self.key, tiles=self.pools(size)[0][:size])

    def text(self) -> str:
        """Write what may be chosen."""
        sizes = "/".join(map(str, self.sizes))
        return f"{self.key} {sizes} of {tiles_text(self.tiles)}"

    def label(self, declarations: Declarations) -> Text:
        """The declaration's name."""
        declaration = declarations[self.key]
        return Text(declaration.zh, _upper(declaration.en))


Offer = Action | OpenChoice
AnyAction = Pass | Win | Pong | Leave | Discard | Chow | Kong | Choose

KONG_TILES: Final[dict[KongKind, int]] = {"exposed": 3, "added": 1, "concealed": 4}
"""How many concealed tiles each kind of kong uses."""
KONG_KINDS: Final = tuple(KONG_TILES)
PASS: Final = Pass()
WIN: Final = Win()
PONG: Final = Pong()
DISCARD: Final = tuple(Discard(tile) for tile in range(42))
READY: Final = tuple(Discard(tile, "ready") for tile in range(42))
EXPOSED: Final = tuple(Kong("exposed", tile) for tile in range(42))
ADDED: Final = tuple(Kong("added", tile) for tile in range(42))
CONCEALED: Final = tuple(Kong("concealed", tile) for tile in range(42))


def notation(verb: str) -> str:
    """The words with which a scenario step begins that does this."""
    return "ready discard" if verb == "ready" else verb


def _chows() -> dict[Tile, tuple[tuple[Tile, Tile], ...]]:
    """For each suited tile the pairs of kinds that make a run with it."""
    others = ((-2, -1), (-1, 1), (1, 2))
    return {
        tile: tuple(
            (tile + low, tile + high)
            for low, high in others
            if tile % 9 + min(low, 0) >= 0 and tile % 9 + max(high, 0) < 9  # noqa: PLR2004 - ranks
        )
        for tile in range(27)
    }


RUN_PARTNERS: Final = _chows()
CHOW: Final = {pair: Chow(*pair) for pairs in RUN_PARTNERS.values() for pair in pairs}


def allowed(offers: Sequence[Offer], action: Action) -> bool:
    """Tell whether an action is one of the offers, or fits an open one."""
    for offer in offers:
        if offer.allows(action) if isinstance(offer, OpenChoice) else offer == action:
            return True
    return False


def holds(counts: Sequence[int], action: Action) -> bool:
    """Tell whether the tiles that an action takes from the hand are there."""
    if isinstance(action, Kong):
        return counts[action.tile] >= KONG_TILES[action.kind]
    tiles = action.takes
    return all(counts[tile] >= tiles.count(tile) for tile in tiles)

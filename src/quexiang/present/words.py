"""What players read besides the rulebook: labels of choices and piles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.engine import actions as act
from quexiang.text import Text
from quexiang.tiles import tile_en, tile_zh

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from quexiang.engine.actions import Offer
    from quexiang.engine.marks import Mark
    from quexiang.tiles import Tile


DECLARED: Final = {
    "ready": Text("报听", "Declare ready"),
    "tianting": Text("天听", "Declare tianting"),
}
PILES: Final = {
    "flowers": Text("花", "Flowers"),
    "thrown": Text("甩牌", "Thrown"),
    "won": Text("胡的牌", "Won tiles"),
    "last_four": Text("最后四张", "Last four"),
}
KONGS: Final = {
    "exposed": Text("杠", "Kong"),
    "added": Text("补杠", "Add to kong"),
    "concealed": Text("暗杠", "Concealed kong"),
}


def label(offer: Offer, marking: Mapping[str, Mark]) -> Text:
    """What stands on the button of a choice."""
    match offer:
        case act.Discard(tile=tile, declare=declare):
            return _discard(tile, declare, marking)
        case act.Chow():
            return Text("吃", "Chow")
        case act.Kong(kind=kind, tile=tile):
            return Text(KONGS[kind].zh + tile_zh(tile), f"{KONGS[kind].en} {tile_en(tile)}")
        case act.Piao(points=points):
            return Text(f"飘{points}分", f"Stake {points}") if points else Text("不飘", "No stake")
        case act.Throw(tiles=tiles):
            return _throw(tiles)
        case _:
            return PLAIN[type(offer)]


PLAIN: Final = {
    act.Pass: Text("过", "Pass"),
    act.Win: Text("胡", "Win"),
    act.Pong: Text("碰", "Pong"),
    act.Leave: Text("离桌", "Leave"),
    act.ThrowChoice: Text("甩牌", "Throw tiles"),
}


def _discard(tile: Tile, declare: str, marking: Mapping[str, Mark]) -> Text:
    if not declare:
        return Text(f"打{tile_zh(tile)}", f"Discard {tile_en(tile)}")
    mark = marking.get(declare)
    named = DECLARED.get(declare) or (Text(mark.zh, mark.en) if mark else Text(declare, declare))
    return Text(f"{named.zh}，打{tile_zh(tile)}", f"{named.en}, discard {tile_en(tile)}")


def _throw(tiles: Sequence[Tile]) -> Text:
    if not tiles:
        return Text("不甩", "Throw nothing")
    return Text(f"甩{len(tiles)}张", f"Throw {len(tiles)}")


def pile_name(key: str) -> Text:
    """The heading of a pile."""
    return PILES.get(key) or Text(key, key)

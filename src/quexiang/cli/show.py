"""Drawing tiles and melds in the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from quexiang.cli.texts import Words
from quexiang.engine.actions import SEATS, Declarations, Offer, OpenChoice
from quexiang.engine.events import Meld
from quexiang.engine.wire import SeatLetter
from quexiang.present.story import Sentence
from quexiang.tiles import (
    Tile,
    is_honour,
    parse_tile,
    rank_of,
    suit_of,
    tile_en,
    tile_text,
    tile_zh,
)

COLOURS: Final = {"m": "red", "p": "blue", "s": "green", "z": "default", "f": "magenta"}
DRAGONS: Final = {31: "blue", 32: "green", 33: "red"}
FACE: Final = "on grey93"
WILD_FACE: Final = "on yellow"
FEW: Final = 6
"""So many tiles are named in a sentence; more are written short."""
SUITS: Final = {"m": "万", "p": "筒", "s": "条"}
RANKS: Final = "一二三四五六七八九"
HONOURS_EN: Final = ("E", "S", "W", "N", "Wh", "Gr", "Rd")
UNDER_HONOURS: Final = {31: "板", 32: "财", 33: "中"}


def console(*, stderr: bool = False) -> Console:
    """Where everything is printed; without a terminal there are no colours."""
    return Console(highlight=False, stderr=stderr, emoji=False)


def colour(tile: Tile) -> str:
    """The colour in which a tile is written."""
    return DRAGONS.get(tile, COLOURS[suit_of(tile)])


def name(tile: Tile, words: Words) -> str:
    """The short name of a tile, which can also be typed: 3万, 东; 3m, 1z."""
    if words.language == "en":
        return tile_text(tile)
    suit = SUITS.get(suit_of(tile))
    return (
        f"{rank_of(tile)}{suit}"
        if suit
        else {31: "白", 32: "发", 33: "中"}.get(tile, tile_zh(tile))
    )


def one(tile: Tile, words: Words, wild: Sequence[Tile] = ()) -> Text:
    """One tile in its colour."""
    return Text(name(tile, words), style=_style(tile, wild))


def _style(tile: Tile, wild: Sequence[Tile]) -> str:
    return f"bold {colour(tile)}" + (" reverse" if tile in wild else "")


def several(tiles: Iterable[Tile], words: Words, wild: Sequence[Tile] = ()) -> Text:
    """Tiles in a row, in the order given."""
    return Text(" ").join(one(tile, words, wild) for tile in tiles)


def meld(shown: Meld, words: Words, wild: Sequence[Tile] = ()) -> Text:
    """A meld with its kind and where its tile came from."""
    text = Text(shown.name.pick(words.language) + " ")
    text.append_text(several(sorted(shown.tiles), words, wild) if shown.tiles else backs(4))
    if shown.source is not None:
        text.append(words("from_seat", seat=SEATS[shown.source]), style="dim")
    return text


def sentence(
    told: Sentence,
    words: Words,
    wild: Sequence[Tile] = (),
    *,
    me: SeatLetter | None = None,
    named: bool = True,
) -> Text:
    """A sentence of the story, its tiles in their colours; on demand without the name in front."""
    plain = words.pick(told.zh, told.en)
    if not named:
        plain = re.sub(rf"^\{{{told.seat}\}}[:：]? ?", "", plain)
    for seat in SEATS:
        plain = plain.replace(f"{{{seat}}}", words("you") if seat == me else _letter(seat, words))
    plain = re.sub(" +", " ", plain).replace(" ：", "：").strip()
    plain = plain[:1].upper() + plain[1:] if named else plain
    return _coloured(plain, [parse_tile(tile) for tile in told.tiles], words, wild)


def _coloured(plain: str, tiles: list[Tile], words: Words, wild: Sequence[Tile]) -> Text:
    names = [words.pick(tile_zh(tile), tile_en(tile)) for tile in tiles]
    if len(tiles) > FEW:
        before, _, after = plain.partition(words.listed(names))
        return Text(before).append_text(several(tiles, words, wild)).append(after)
    text = Text(plain)
    for tile, shown in zip(tiles, names, strict=True):
        text.highlight_words([shown], _style(tile, wild))
    return text


def _letter(seat: str, words: Words) -> str:
    """A seat's letter, set off from the Chinese around it."""
    return words.pick(f" {seat} ", seat)


def action(offer: Offer, words: Words, declarations: Declarations) -> Text:
    """What a seat may do, in words and tiles; it can be typed as it is shown."""
    if isinstance(offer, OpenChoice):
        name = declarations[offer.key].pick(words.language)
        count = "/".join(map(str, offer.sizes))
        return _with_tiles(words("some_of", name=name, count=count), offer.tiles, words)
    text = offer.words(declarations)
    return _with_tiles(text.pick(words.language), offer.takes, words)


def _with_tiles(verb: str, tiles: Sequence[Tile], words: Words) -> Text:
    return Text(f"{verb} ").append_text(several(tiles, words)) if tiles else Text(verb)


def backs(count: int) -> Text:
    """Tiles that nobody but their owner sees."""
    return Text(" ").join(Text("▒▒", style="green") for _ in range(count))


def rows(
    tiles: Sequence[Tile], words: Words, *, wild: Sequence[Tile] = (), gap: int | None = None
) -> list[Text]:
    """Tiles standing side by side, two rows high, numbered from 1; `gap` stands before the last."""
    upper, lower, numbers = Text("  "), Text("  "), Text("  ")
    for place, tile in enumerate(tiles, 1):
        if gap is not None and place > gap:
            for row in (upper, lower, numbers):
                row.append("   ")
            gap = None
        top, bottom = _halves(tile, words)
        style = f"bold {_ink(tile)} {WILD_FACE if tile in wild else FACE}"
        upper.append(top, style=style).append(" ")
        lower.append(bottom, style=style).append(" ")
        numbers.append(f"{place:>2}", style="dim").append(" ")
    return [upper, lower, numbers]


def _ink(tile: Tile) -> str:
    shown = colour(tile)
    return "black" if shown == "default" else shown


def _halves(tile: Tile, words: Words) -> tuple[str, str]:
    """What stands on the upper and on the lower half of a tile, two columns wide."""
    suit = SUITS.get(suit_of(tile))
    if words.language == "en":
        if suit:
            return f"{rank_of(tile):>2}", f"{suit_of(tile):>2}"
        above = HONOURS_EN[rank_of(tile) - 1] if is_honour(tile) else "Fl"
        return f"{above:>2}", tile_text(tile)
    if suit:
        return RANKS[rank_of(tile) - 1], suit
    return tile_zh(tile)[0], UNDER_HONOURS.get(tile, "  ")

"""What happened, in words: the one place where events are told, for every client.

>>> from quexiang.engine.events import Discarded
>>> from quexiang.variants import variant_named
>>> town = variant_named("hangzhou")
>>> story = Storyteller(town, town.room(town.choose({}), 4))
>>> story.tell(Discarded(2, 4))
Sentence(seat='C', zh='{C}打五万', en='{C}: discard 5 characters', tiles=['5m'], call='', word=None)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, Literal

import msgspec
from msgspec import Struct

from quexiang.engine import events as ev
from quexiang.engine.actions import SEATS, Seat
from quexiang.engine.marks import Mark
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.wire import SeatLetter, TileText, maybe_letter, tile_names
from quexiang.rulebook import Variant
from quexiang.text import Text
from quexiang.tiles import KINDS, Tile, is_flower, tile_en, tile_zh

Call = Literal["", "chow", "pong", "kong", "win", "flower", "declare"]


class Sentence(Struct, frozen=True, omit_defaults=True):
    """What happened, in words; `{A}` to `{D}` in them stand for whoever sits there."""

    seat: SeatLetter | None
    """Whose doing it is."""
    zh: str
    en: str
    tiles: list[TileText] = []
    """The tiles that it is about."""
    call: Call = ""
    word: Text | None = None
    """What is called out loud at the table."""


SILENT: Final = (
    ev.Started,
    ev.Began,
    ev.Unmarked,
    ev.Answered,
    ev.Due,
    ev.Paid,
    ev.Revealed,
)
"""Events without a sentence: the table itself shows what they change."""
NAMES: Final = tuple(Text(f"{{{seat}}}", f"{{{seat}}}") for seat in SEATS)
TILES: Final = tuple(Text(tile_zh(tile), tile_en(tile)) for tile in range(KINDS))
NOTHING: Final = Text("", "")

MELDS: Final[dict[ev.MeldKind, Text]] = {
    "chow": Text(
        "{who}用{others}吃{source}的{tile}", "{who}: chow {tile} from {source} with {others}"
    ),
    "pong": Text("{who}碰{source}的{tile}", "{who}: pong {tile} from {source}"),
    "exposed": Text("{who}杠{source}的{tile}", "{who}: kong {tile} from {source}"),
    "added": Text("{who}补杠{tile}", "{who}: added kong {tile}"),
    "concealed": Text("{who}暗杠{tile}", "{who}: concealed kong {tile}"),
}
CALLS: Final[dict[ev.MeldKind, Call]] = {
    "chow": "chow",
    "pong": "pong",
    "exposed": "kong",
    "added": "kong",
    "concealed": "kong",
}
WORDS: Final[dict[Call, Text]] = {
    "chow": Text("吃", "Chow"),
    "pong": Text("碰", "Pong"),
    "kong": Text("杠", "Kong"),
    "win": Text("胡", "Win"),
    "flower": Text("花", "Flower"),
}
WINS: Final[dict[ev.By, Text]] = {
    "self_draw": Text("{who}自摸{tile}", "{who} won by self-draw {tile}"),
    "discard": Text("{who}胡{source}打的{tile}", "{who} won on {tile} from {source}"),
    "rob_kong": Text("{who}抢{source}的杠，胡{tile}", "{who} robbed a kong, {tile} from {source}"),
}
ENDS: Final[dict[ev.End, Text]] = {
    "win": NOTHING,
    "draw": Text("荒庄。", "Drawn hand. "),
    "abandoned": Text("有人离桌，全场结束。", "A player left, the match is over. "),
}


class Storyteller:
    """Tells the events of one match. It knows no seat: give it what `event.seen_by` gives."""

    def __init__(self, variant: Variant, rules: Ruleset) -> None:
        self.variant = variant
        self.rules = rules

    def tell(self, event: ev.Event) -> Sentence | None:
        """An event in words, None where there is nothing to tell."""
        match event:
            case ev.Seated() | ev.Rolled() | ev.Dealt() | ev.Indicated() | ev.SetAside():
                return _opening(event)
            case ev.Drawn() | ev.Discarded() | ev.Melded() | ev.KongDeclared():
                return self._move(event)
            case ev.Laid() | ev.TurnedUp() | ev.Cast():
                return self._shown(event)
            case ev.Passed():
                return _passed(event)
            case ev.Marked():
                return self._marked(event)
            case ev.Won():
                return self._won(event)
            case ev.Out() | ev.Left() | ev.Ended():
                return _over(event)
        return None

    def _move(
        self, event: ev.Drawn | ev.Discarded | ev.Melded | ev.KongDeclared
    ) -> Sentence | None:
        match event:
            case ev.Drawn(seat=seat, tile=tile, back=back):
                return None if tile is None else _drawn(seat, tile, back=back)
            case ev.Discarded(seat=seat, tile=tile, declared=declared):
                return self._discarded(seat, tile, declared)
            case ev.Melded(seat=seat, meld=meld):
                return _melded(seat, meld)
            case ev.KongDeclared(seat=seat, tile=tile):
                said = Text("{who}要补杠{tile}", "{who}: adding {tile} to a kong")
                return _said(seat, said, (tile,))

    def _discarded(self, seat: Seat, tile: Tile, declared: str) -> Sentence:
        if not declared:
            return _discarded(seat, tile)
        name = self.rules.declarations[declared].name
        said = Text("{who}{what}，打{tile}", "{who}: {what}, discard {tile}")
        return _said(seat, said, (tile,), call="declare", word=_alone(name), what=name)

    def _shown(self, event: ev.Laid | ev.TurnedUp | ev.Cast) -> Sentence:
        match event:
            case ev.Laid(seat=seat, tiles=tiles, pile=pile):
                said = Text("{who}{pile}：{tiles}", "{who}: {pile} {tiles}")
                call: Call = "flower" if any(map(is_flower, tiles)) else ""
                name = _inside(self.rules.pile_names[pile])
                return _said(seat, said, tiles, call=call, pile=name)
            case ev.TurnedUp(seat=seat, tiles=tiles, purpose=purpose):
                mark = self.rules.marking.get(purpose)
                if mark is None:
                    return _said(seat, Text("{who}翻出{tiles}", "{who} turned up {tiles}"), tiles)
                said = Text("{who}翻{mark}：{tiles}", "{who} turned up {mark}: {tiles}")
                return _said(seat, said, tiles, mark=Text(mark.zh, mark.en))
            case ev.Cast(seat=seat, tiles=tiles):
                return _said(seat, Text("{who}打出{tiles}", "{who}: discard {tiles}"), tiles)

    def _marked(self, event: ev.Marked) -> Sentence | None:
        """A mark of a seat; of those of the table only what is public and just there or not."""
        mark = self.rules.marking[event.mark]
        if event.seat is None:
            told = event.public and event.value == 1
            return _said(None, Text(mark.zh, mark.en)) if told else None
        said = Text("{who}：{mark}", "{who}: {mark}")
        return _said(event.seat, said, mark=self._mark_name(mark, event.value))

    def _mark_name(self, mark: Mark, value: ev.Value) -> Text:
        """A mark's name, with its number if that counts; a choice's as it stood on the button."""
        choice = self.rules.declarations.get(mark.key)
        if choice and isinstance(value, int) and value < len(choice.values):
            return _inside(choice.values[value])
        number = f" {value}" if mark.counted else ""
        return Text(mark.zh + number, mark.en + number)

    def _won(self, event: ev.Won) -> Sentence:
        tiles = () if event.tile is None else (event.tile,)
        said = WINS[event.by]
        source = NOTHING if event.payer is None else NAMES[event.payer]
        patterns = _listed(self.variant.pattern_names(event.patterns))
        told = _said(event.seat, said, tiles, call="win", source=source)
        if not event.patterns:
            return told
        zh, en = f"{told.zh}，{patterns.zh}", f"{told.en}: {patterns.en}"
        return msgspec.structs.replace(told, zh=zh, en=en)


def _said(
    seat: Seat | None,
    template: Text,
    tiles: Iterable[Tile] = (),
    *,
    call: Call = "",
    word: Text | None = None,
    **given: Text,
) -> Sentence:
    """A template with its values: `who`, `tile` (the first), `tiles`, and what else is given."""
    faces = list(tiles)
    values = {
        "who": NOTHING if seat is None else NAMES[seat],
        "tile": TILES[faces[0]] if faces else NOTHING,
        "tiles": _listed(TILES[tile] for tile in faces),
        **given,
    }
    zh = template.zh.format(**{key: value.zh for key, value in values.items()})
    en = template.en.format(**{key: value.en for key, value in values.items()}).strip()
    word = word or WORDS.get(call)
    return Sentence(maybe_letter(seat), zh, en, tile_names(faces), call, word)


def _listed(texts: Iterable[Text]) -> Text:
    found = list(texts)
    return Text("、".join(text.zh for text in found), ", ".join(text.en for text in found))


def _alone(name: Text) -> Text:
    """A name as it stands by itself."""
    return Text(name.zh, name.en[:1].upper() + name.en[1:])


def _inside(name: Text) -> Text:
    """A name as it stands within a sentence."""
    return Text(name.zh, name.en[:1].lower() + name.en[1:])


def _opening(event: ev.Event) -> Sentence | None:
    match event:
        case ev.Seated(dealer=dealer):
            return _said(dealer, Text("{who}坐庄", "Dealer: {who}"))
        case ev.Rolled(dice=dice, seat=seat):
            numbers = _listed(Text(str(number), str(number)) for number in dice)
            thrown = "Rolled {dice}" if seat is None else "{who} rolled {dice}"
            return _said(seat, Text("{who}掷出 {dice}", thrown), dice=numbers)
        case ev.Dealt(seat=seat, tiles=tiles) if tiles is not None:
            hand = (*sorted(tiles[:-1]), *tiles[-1:])  # the tile dealt last stands apart
            return _said(seat, Text("{who}起手：{tiles}", "{who}: dealt {tiles}"), hand)
        case ev.Indicated(tile=tile, wild=wild):
            said = Text("翻出{tile}，{wild}当家", "{tile} turned up; wild: {wild}")
            return _said(
                None, said, dict.fromkeys((tile, *wild)), wild=_listed(TILES[one] for one in wild)
            )
        case ev.SetAside(tile=tile):
            return _said(None, Text("{tile}放在一边", "{tile} is put aside"), (tile,))
        case _:
            return None


def _passed(event: ev.Passed) -> Sentence:
    to, count = NAMES[event.receiver], Text(str(event.count), str(event.count))
    if event.tiles is None:
        said = Text("{who}给{to} {count} 张牌", "{who}: {count} tiles to {to}")
        return _said(event.seat, said, to=to, count=count)
    said = Text("{who}给{to}：{tiles}", "{who}: {tiles} to {to}")
    return _said(event.seat, said, event.tiles, to=to)


@cache  # most of what happens is a draw or a discard
def _discarded(seat: Seat, tile: Tile) -> Sentence:
    return _said(seat, Text("{who}打{tile}", "{who}: discard {tile}"), (tile,))


@cache
def _drawn(seat: Seat, tile: Tile, *, back: bool) -> Sentence:
    said = Text("{who}摸到{tile}", "{who} drew {tile}")
    replaced = Text("{who}补到{tile}", "{who} drew {tile} from the back")
    return _said(seat, replaced if back else said, (tile,))


def _melded(seat: Seat, meld: ev.Meld) -> Sentence:
    """A meld, named by the tile claimed; a kong face down has none."""
    others = sorted(meld.tiles)
    if meld.claimed is not None:
        others.remove(meld.claimed)
    taken = meld.tiles[:1] if meld.claimed is None else (meld.claimed,)
    told = _said(
        seat,
        MELDS[meld.kind],
        taken,
        call=CALLS[meld.kind],
        source=NOTHING if meld.source is None else NAMES[meld.source],
        others=_listed(TILES[tile] for tile in others),
    )
    return msgspec.structs.replace(told, tiles=tile_names(sorted(meld.tiles)))


def _over(event: ev.Out | ev.Left | ev.Ended) -> Sentence:
    match event:
        case ev.Out(seat=seat):
            return _said(seat, Text("{who}这局打完了", "{who}: out of this hand"))
        case ev.Left(seat=seat):
            return _said(seat, Text("{who}走了", "{who} left"))
        case ev.Ended():
            return _ended(event)


def _ended(event: ev.Ended) -> Sentence:
    how, dealer = ENDS[event.how], event.next_dealer
    if dealer is None:
        return _said(None, how if how.zh else Text("这局打完了", "The hand is over"))
    streak = event.next_streak
    more = Text(f"，连庄 {streak}", f", streak {streak}") if streak else NOTHING
    said = Text("{how}下局{next}坐庄{more}", "{how}Next dealer: {next}{more}")
    return _said(None, said, how=how, next=NAMES[dealer], more=more)

"""Telling a round as it goes: one line for each turn, from whatever events the beholder sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from quexiang.cli import result, show
from quexiang.engine import events as ev
from quexiang.engine.actions import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quexiang.cli.texts import Words
    from quexiang.engine.actions import Seat
    from quexiang.engine.ruleset import Ruleset
    from quexiang.rulebook import Variant
    from quexiang.tiles import Tile


class Teller:
    """Gathers what happens in a turn into a line."""

    def __init__(self, variant: Variant, rules: Ruleset, words: Words) -> None:
        self.variant = variant
        self.rules = rules
        self.words = words
        self.wild: tuple[Tile, ...] = rules.fixed_wild
        self.line: Text | None = None
        self.seat: Seat | None = None
        self.marked: set[tuple[Seat | None, str]] = set()

    def tell(self, events: Iterable[ev.Event]) -> Iterator[Text]:
        """The lines that these events complete; an unfinished one waits for the next."""
        for event in events:
            yield from self._told(event)

    def rest(self) -> Iterator[Text]:
        """The line begun and not yet completed."""
        if self.line is not None:
            yield self.line
        self.line = None

    def _begin(self, seat: Seat) -> Iterator[Text]:
        """Go on in the seat's line, or begin it."""
        if self.line is None or self.seat != seat:
            yield from self.rest()
            self.line, self.seat = Text(f"  {SEATS[seat]}", style=""), seat

    def _add(self, text: str | Text) -> None:
        assert self.line is not None
        self.line.append(" ").append_text(Text(text) if isinstance(text, str) else text)

    def _tiles(self, tiles: Iterable[Tile]) -> Text:
        return show.several(tiles, self.words, self.wild)

    def _told(self, event: ev.Event) -> Iterator[Text]:
        match event:
            case ev.Rolled() | ev.Seated() | ev.Dealt() | ev.Indicated() | ev.SetAside():
                yield from self._opening(event)
            case ev.Drawn() | ev.Discarded() | ev.Melded() | ev.KongDeclared():
                yield from self._move(event)
            case ev.Laid() | ev.TurnedUp() | ev.Cast():
                yield from self._shown(event)
            case ev.Marked(seat=seat, mark=mark):
                self._mark(seat, mark)
            case ev.Unmarked(seat=seat, mark=mark):
                self.marked.discard((seat, mark))
            case ev.Won():
                yield from self.rest()
                yield from result.win_lines(self.variant, event, self.words)
            case ev.Left(seat=seat):
                yield from self.rest()
                yield Text(f"  {SEATS[seat]} {self.words('do_leave')}")
            case ev.Ended():
                yield from self.rest()

    def _opening(self, event: ev.Event) -> Iterator[Text]:
        yield from self.rest()
        words = self.words
        match event:
            case ev.Rolled(dice=dice, seat=seat):
                who = "" if seat is None else f"{SEATS[seat]} "
                yield Text(f"  {who}{words('rolled', dice=' '.join(map(str, dice)))}")
            case ev.Seated(dealer=dealer):
                yield Text(f"  {words('seated', seat=SEATS[dealer])}")
            case ev.Dealt(seat=seat, tiles=tiles) if tiles is not None:
                hand = self._tiles([*sorted(tiles[:-1]), tiles[-1]])
                yield Text(f"  {SEATS[seat]} {words('dealt')} ").append_text(hand)
            case ev.Indicated(tile=tile, wild=wild):
                self.wild = wild
                text = Text(f"  {words('indicated')} ").append_text(show.one(tile, words))
                yield text.append(f"  {words('wild')} ").append_text(self._tiles(wild))
            case ev.SetAside(tile=tile):
                yield Text(f"  {words('set_aside')} ").append_text(show.one(tile, words))

    def _move(self, event: ev.Event) -> Iterator[Text]:
        words = self.words
        match event:
            case ev.Drawn(seat=seat, tile=tile, back=back):
                yield from self._begin(seat)
                self._add(words("draws_back" if back else "draws"))
                if tile is not None:
                    self._add(self._tiles((tile,)))
            case ev.Discarded(seat=seat, tile=tile, declared=declared):
                yield from self._begin(seat)
                self._add(words(f"tell_{declared or 'discard'}"))
                self._add(self._tiles((tile,)))
            case ev.Melded(seat=seat, meld=meld):
                yield from self._begin(seat)
                self._add(show.meld(meld, words, self.wild))
            case ev.KongDeclared(seat=seat, tile=tile):
                yield from self._begin(seat)
                self._add(words("wants_kong"))
                self._add(self._tiles((tile,)))

    def _shown(self, event: ev.Event) -> Iterator[Text]:
        words = self.words
        match event:
            case ev.Laid(seat=seat, tiles=tiles, pile=pile):
                yield from self._begin(seat)
                self._add(pile_name(pile, words))
            case ev.TurnedUp(seat=seat, tiles=tiles):
                yield from self._begin(seat)
                self._add(words("turns_up"))
            case ev.Cast(seat=seat, tiles=tiles):
                yield from self._begin(seat)
                self._add(words("tell_discard"))
            case _:
                return
        self._add(self._tiles(tiles))

    def _mark(self, seat: Seat | None, key: str) -> None:
        """Name a mark when it is set, once."""
        if (seat, key) in self.marked:
            return
        self.marked.add((seat, key))
        if self.line is not None and (seat is None or seat == self.seat):
            mark = self.rules.marking[key]
            self.line.append(f" [{self.words.pick(mark.zh, mark.en)}]", style="yellow")


def pile_name(pile: str, words: Words) -> str:
    """What a pile of tiles laid open is called."""
    key = f"pile_{pile}"
    return words(key) if words.knows(key) else pile

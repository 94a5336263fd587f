"""`quexiang waits`: what a hand waits for, or what to discard from it."""

from __future__ import annotations

from typing import Annotated

import typer
from msgspec import Struct
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from quexiang.cli import show
from quexiang.cli.common import AsJson, Chosen, Lang, VariantName, choose, echo_json
from quexiang.cli.question import Indicator, Melds, Players
from quexiang.cli.texts import Words
from quexiang.cli.town import town_named
from quexiang.engine import events as ev
from quexiang.engine.actions import Discard
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.table import Table
from quexiang.errors import UserError
from quexiang.hand import Hand
from quexiang.scenarios.melds import parse_meld
from quexiang.scenarios.staging import wild_faces
from quexiang.tiles import Tile, is_flower, parse_tile, parse_tiles, surplus, tile_text, tiles_of

READY_SIZE = 1
DRAWN_SIZE = 2
NEVER = 99


class Outlook(Struct, frozen=True):
    """What a resting hand can become."""

    distance: int
    waits: tuple[Tile, ...]
    useful: tuple[Tile, ...]
    copies: int
    """How many of the awaited, or else of the useful, tiles this hand does not see."""


def waits(  # noqa: PLR0913 - one argument for each option of the command line
    variant: VariantName,
    hand: Annotated[str, typer.Argument(metavar="HAND", help="123m 三万 W1 …")],
    *,
    indicator: Indicator = None,
    wild: Annotated[str | None, typer.Option("--wild", help="万能牌。 Wild faces.")] = None,
    melds: Melds = None,
    option: Chosen = None,
    players: Players = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """听什么；多一张时，打什么听什么。 What a hand waits for; with a tile more, after each discard.

    例 Examples:

      quexiang waits hangzhou "234m 678m 123p 55s 78s"

      quexiang waits hangzhou "11m 22p 33s 456p 5z 247z 9m" --lang en

      quexiang waits anhua "234m 678m 345s 88s 6p 7p" --indicator 6p

      quexiang waits lanzhou "55m 678p 234s 34s" --option eyes=hard258
    """
    town, words = town_named(variant), Words(lang)
    options, seats = choose(town, option, players)
    waiting = read_waiting(town.room(options, seats), hand, indicator, wild, melds)
    if as_json:
        echo_json({"variant": town.key, **waiting.as_object()})
    else:
        waiting.draw(show.console(), words)


def read_waiting(
    rules: Ruleset, text: str, indicator: str | None, wild: str | None, melds: list[str] | None
) -> Waiting:
    """Read a hand and what is known beside it, or say what is wrong with them."""
    tiles = parse_tiles(text)
    for tile in tiles:
        if tile not in rules.tiles or is_flower(tile):
            shown = tile_text(tile)
            zh = f"“{text}”：这样的手牌里没有 {shown}"
            raise UserError(zh, f"{text!r}: no {shown} can stand in such a hand")
    turned = None if indicator is None else parse_tile(indicator)
    faces = tuple(parse_tiles(wild)) if wild is not None else wild_faces(rules, turned)
    seen = [] if turned is None else [turned]
    waiting = Waiting(rules, tiles, tuple(_meld(meld) for meld in melds or ()), faces, seen)
    waiting.check()
    return waiting


def _meld(text: str) -> ev.Meld:
    return parse_meld(text).meld(None)


class Waiting:
    """A hand looked at by the rules of a room; `beside` are tiles seen elsewhere."""

    def __init__(
        self,
        rules: Ruleset,
        tiles: list[Tile],
        melds: tuple[ev.Meld, ...],
        wild: tuple[Tile, ...],
        beside: list[Tile],
    ) -> None:
        self.rules = rules
        self.tiles = tiles
        self.melds = melds
        self.wild = wild
        self.seen = [*tiles, *beside, *(tile for meld in melds for tile in meld.tiles)]

    def check(self) -> None:
        """Refuse a hand that nobody can have."""
        size, most = len(self.tiles), self.rules.hand_size + 1 - 3 * len(self.melds)
        if size % 3 not in (READY_SIZE, DRAWN_SIZE) or size > most:
            zh = f"手牌是 3k+1 或 3k+2 张，最多 {most} 张，不是 {size} 张"
            raise UserError(zh, f"a hand has 3k+1 or 3k+2 tiles, at most {most}, not {size}")
        extra = surplus(self.seen, self.rules.tiles)
        if extra is not None:
            count = self.rules.tiles.count(extra)
            shown = tile_text(extra)
            zh = f"手牌、副露、翻牌里 {shown} 多于 {count} 张"
            raise UserError(zh, f"more than {count} {shown} in hand, melds and indicator")

    # The looking.

    @property
    def complete(self) -> bool:
        """Tell whether a hand with its drawn tile is a winning shape."""
        return self.rules.shape_for(self.wild).complete(Hand(self.tiles))

    def after(self, discard: Tile | None = None) -> Outlook:
        """The outlook of the hand, without a tile of a kind."""
        rest = self.tiles[:]
        if discard is not None:
            rest.remove(discard)
        found = tuple(tiles_of(self.rules.waits(self._table(rest), 0)))
        shape, hand = self.rules.shape_for(self.wild), Hand(rest)
        distance = 0 if found else max(1, shape.distance(hand))
        useful = found or tuple(tiles_of(shape.useful(hand)))
        return Outlook(distance, found, useful, sum(self.unseen(tile) for tile in useful))

    def _table(self, resting: list[Tile]) -> Table:
        """A table at which somebody else is on turn."""
        table = self.rules.new_table()
        count = self.rules.players
        table.apply(ev.Started(count, 1, 0, (0,) * count, len(self.rules.tiles)))
        if self.wild != table.wild:
            table.apply(ev.Indicated(self.wild[0], self.wild))
        laid = [tile for meld in self.melds for tile in meld.tiles]
        table.apply(ev.Dealt(0, len(resting) + len(laid), (*resting, *laid)))
        for meld in self.melds:
            kind = "exposed" if meld.kind == "added" else meld.kind
            table.apply(ev.Melded(0, ev.Meld(kind, meld.tiles)))
        return table

    def unseen(self, tile: Tile) -> int:
        """How many copies of a kind this hand does not see."""
        return self.rules.tiles.count(tile) - self.seen.count(tile)

    def choices(self) -> list[tuple[Tile, Outlook]]:
        """Each discard with what it leads to, the best first."""
        found = [(tile, self.after(tile)) for tile in sorted(set(self.tiles))]
        return sorted(found, key=lambda item: (item[1].distance, -item[1].copies))

    # Telling.

    def as_object(self) -> dict[str, object]:
        """All of it for programs."""
        start = {
            "hand": [tile_text(tile) for tile in self.tiles],
            "wild": [*map(tile_text, self.wild)],
        }
        if len(self.tiles) % 3 == READY_SIZE:
            return {**start, **self._outlook(self.after())}
        discards = [
            {"discard": tile_text(tile), **self._outlook(outlook)}
            for tile, outlook in self.choices()
        ]
        return {**start, "complete": self.complete, "discards": discards}

    def _outlook(self, outlook: Outlook) -> dict[str, object]:
        return {
            "ready": bool(outlook.waits),
            "distance": outlook.distance,
            "waits": {tile_text(tile): self.unseen(tile) for tile in outlook.waits},
            "useful": {tile_text(tile): self.unseen(tile) for tile in outlook.useful},
            "copies": outlook.copies,
        }

    def draw(self, out: Console, words: Words) -> None:
        """All of it for people."""
        self.draw_tiles(out, words)
        self.draw_outlook(out, words)

    def draw_tiles(self, out: Console, words: Words) -> None:
        """The hand and its melds."""
        drawn = len(self.tiles) % 3 == DRAWN_SIZE
        tiles = self.tiles if drawn else sorted(self.tiles)
        for row in show.rows(tiles, words, wild=self.wild)[:2]:
            out.print(row)
        for meld in self.melds:
            out.print(Text("  ").append_text(show.meld(meld, words)))

    def draw_outlook(self, out: Console, words: Words) -> None:
        """What it waits for, or what to discard."""
        if len(self.tiles) % 3 == READY_SIZE:
            out.print(self._line(self.after(), words))
            return
        if self.complete:
            out.print(f"  {words('complete')}", style="bold green")
        grid = Grid(box=None, padding=(0, 1), show_header=False)
        choices = self.choices()
        best = [choice for choice in choices if choice[1].distance == choices[0][1].distance]
        for tile, outlook in best:
            verb = Text(f"  {Discard.names[0].pick(words.language)} ")
            grid.add_row(verb.append_text(show.one(tile, words)), self._line(outlook, words))
        out.print(grid)
        if len(best) < len(choices):
            out.print(f"  {words('worse', count=len(choices) - len(best))}", style="dim")

    def _line(self, outlook: Outlook, words: Words) -> Text:
        if outlook.distance >= NEVER:
            return Text(words("hopeless"))
        head = words("waits") if outlook.waits else words("away", count=outlook.distance)
        text = Text(f"  {head}  ", style="bold green" if outlook.waits else "")
        kinds = {tile for tile in self.rules.tiles if not is_flower(tile)}
        if set(outlook.useful) == kinds:
            text.append(words("anything"))
        else:
            parts = (
                show.one(tile, words, self.wild).append(f"×{self.unseen(tile)}", style="dim")
                for tile in outlook.useful
            )
            text.append_text(Text(" ").join(parts))
        return text.append(f"  {words('copies', count=outlook.copies)}", style="dim")

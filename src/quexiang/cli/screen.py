"""The table as one seat sees it, drawn from that seat's view and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from quexiang.cli import show
from quexiang.cli.texts import Words
from quexiang.engine.actions import SEATS, Seat
from quexiang.engine.table import Table
from quexiang.engine.view import View
from quexiang.tiles import Tile

PLACES = {2: ("across",), 3: ("next", "previous"), 4: ("next", "across", "previous")}


class Screen:
    """Draws what a seat sees."""

    def __init__(self, out: Console, view: View, seat: Seat, words: Words) -> None:
        self.out = out
        self.view = view
        self.seat = seat
        self.words = words

    @property
    def table(self) -> Table:
        """What the seat knows."""
        return self.view.table

    def draw(self, title: str) -> None:
        """The whole table."""
        table, words = self.table, self.words
        head = Text(title, style="bold")
        head.append(f"  {words('dealer', seat=SEATS[table.dealer], streak=table.streak)}")
        head.append(f"  {words('left', count=table.left)}")
        if table.wild:
            head.append(f"  {words('wild')} ").append_text(show.several(table.wild, words))
        self.out.print()
        self.out.print(Rule(head, align="left"))
        for seat in (*table.around(self.seat), self.seat):
            self._draw_seat(seat)
        self._draw_facts()
        self.draw_hand()

    def _draw_seat(self, seat: Seat) -> None:
        player, words = self.table.seats[seat], self.words
        score = self.table.scores[seat] + self.table.changes()[seat]
        line = Text(f"  {SEATS[seat]} {self._place(seat)} ", style="bold")
        line.append(f"{score:+d} ", style="green" if score > 0 else "red" if score < 0 else "")
        if seat == self.table.dealer:
            line.append(words("is_dealer"), style="bold yellow")
        line.append(f" {words('tiles', count=player.size)}", style="dim")
        for part in self._before(seat):
            line.append("  ").append_text(part)
        self.out.print(line)
        river = show.several(player.open_river, words, self.table.wild)
        self.out.print(Text(f"      {words('river')} ", style="dim").append_text(river))

    def _place(self, seat: Seat) -> str:
        if seat == self.seat:
            return self.words("you")
        others = self.table.around(self.seat)
        return self.words(PLACES[self.table.players][others.index(seat)])

    def _before(self, seat: Seat) -> Iterator[Text]:
        """Melds, piles and marks that lie before a seat."""
        player, words = self.table.seats[seat], self.words
        for meld in player.melds:
            yield show.meld(meld, words, self.table.wild)
        for pile, tiles in player.piles.items():
            yield Text(f"{self.view.rules.pile_names[pile].pick(words.language)} ").append_text(
                show.several(tiles, words)
            )
        for key in player.marks:
            mark = self.table.marking[key]
            yield Text(f"[{words.pick(mark.zh, mark.en)}]", style="yellow")

    def _draw_facts(self) -> None:
        rules = self.view.rules
        facts = [
            self.words.pick(fact.zh, fact.en)
            for fact in (*rules.readings, *rules.facts(self.table, self.seat))
        ]
        if facts:
            self.out.print(Text(f"  {' · '.join(facts)}", style="cyan"))

    def hand(self) -> list[Tile]:
        """The own tiles as they stand: in order, the one just drawn last."""
        tiles = self.table.seats[self.seat].hand.tiles()
        drawn = self.drawn()
        if drawn is not None:
            tiles.remove(drawn)
            tiles.append(drawn)
        return tiles

    def drawn(self) -> Tile | None:
        """The tile just drawn, if it is still in the hand."""
        turn = self.table.turn
        player = self.table.seats[self.seat]
        on_turn = turn.seat == self.seat and player.size % 3 == 2  # noqa: PLR2004 - one too many
        return turn.drawn if on_turn and turn.drawn in player.hand else None

    def draw_hand(self) -> None:
        """The own tiles, numbered."""
        tiles = self.hand()
        gap = len(tiles) - 1 if self.drawn() is not None else None
        for row in show.rows(tiles, self.words, wild=self.table.wild, gap=gap):
            self.out.print(row)

    def draw_hands(self) -> None:
        """All hands, as they are shown at the end of a round."""
        for seat, player in enumerate(self.table.seats):
            line = Text(f"  {SEATS[seat]} ", style="bold")
            line.append_text(show.several(player.hand.tiles(), self.words, self.table.wild))
            for part in self._before(seat):
                line.append("  ").append_text(part)
            self.out.print(line)

    def seen(self) -> list[Tile]:
        """The tiles that lie open or are known, besides the own hand and melds."""
        found: list[Tile] = [] if self.table.indicator is None else [self.table.indicator]
        for seat, player in enumerate(self.table.seats):
            found += player.open_river
            found += [tile for tiles in player.piles.values() for tile in tiles]
            if seat != self.seat:
                found += [tile for meld in player.melds for tile in meld.tiles]
        return found

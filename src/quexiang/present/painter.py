"""Draws a table as one seat or a spectator knows it, from a view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from quexiang.engine import events as ev
from quexiang.engine.actions import Discard, Seat
from quexiang.engine.events import Value
from quexiang.engine.marks import Mark
from quexiang.engine.player import Player
from quexiang.engine.ruleset import Fact, Ruleset
from quexiang.engine.table import Table
from quexiang.engine.view import drawable, visible
from quexiang.engine.wire import SeatLetter, letter, maybe_letter, tile_names
from quexiang.present.sets import SetView, sets_of
from quexiang.present.table import (
    DiscardView,
    EndView,
    FactView,
    MarkView,
    MeldView,
    OfferView,
    PaymentView,
    PileView,
    SeatView,
    SpecialView,
    StepView,
    TableView,
    WaitView,
    WinView,
)
from quexiang.present.waits import Wait, basis_of, waits_after, waits_now
from quexiang.rulebook import Variant
from quexiang.tiles import KINDS, Tile, tile_text

DISCARDS: Final = tuple(
    tuple(DiscardView(tile_text(tile), taken) for tile in range(KINDS)) for taken in (False, True)
)


class Painter:
    """Draws the tables of one match; holds what does not change."""

    def __init__(self, variant: Variant, rules: Ruleset) -> None:
        self.variant = variant
        self.rules = rules
        self.whole = Counter(rules.tiles)
        self._readings = [_fact(fact) for fact in rules.readings]
        self._waited: dict[Seat, tuple[object, list[Wait]]] = {}
        """The waits that each seat was shown last, and what they were reckoned from."""

    def show(self, table: Table, me: Seat | None, number: int) -> TableView:
        """Show a table to a seat."""
        return replace(
            self.alike(table, number),
            me=maybe_letter(me),
            seats=[self.seat(table, seat) for seat in range(len(table.seats))],
            facts=self.facts(table, me),
            waits=[] if me is None else self.waits(table, me),
        )

    def alike(self, table: Table, number: int, *, remarks: bool = True) -> TableView:
        """What all see alike, without the seats; `remarks` is what the rules reckon."""
        return TableView(
            variant=self.variant.key,
            round=number,
            players=table.players,
            dealer=letter(table.dealer) if table.seated else None,
            streak=table.streak,
            dice=list(table.dice),
            left=table.left,
            can_draw=self._can_draw(table) if remarks else table.left,
            wild=tile_names(table.wild),
            special=self._special(table) if remarks else [],
            seats=[],
            scores=list(table.scores),
            changes=list(table.changes()),
            stage=_stage(table),
            turn=_turn(table),
            offer=_offer(table) if _is_open(table) else None,
            last=_offer(table) if table.offered else None,
            indicator=None if table.indicator is None else tile_text(table.indicator),
            marks=_marks(table.marks, self.rules.marking),
            turned=tile_names(table.turned),
            aside=tile_names(table.set_aside),
            wins=[self._won(table, won, remarks=remarks) for won in table.wins],
            paid=[payment_view(paid) for paid in table.paid],
            end=None if table.end is None else _end(table.end),
        )

    def seat(self, table: Table, seat: Seat) -> SeatView:
        """What lies before a seat."""
        player = table.seats[seat]
        has_drawn = _has_drawn(table, seat)
        drawn = table.turn.drawn if has_drawn else None
        return SeatView(
            seat=letter(seat),
            count=player.size,
            score=table.scores[seat],
            melds=[meld_view(meld) for meld in player.melds],
            river=_river(player),
            piles=[self._pile(key, tiles) for key, tiles in player.piles.items()],
            marks=_marks(player.marks, self.rules.marking),
            tiles=None if player.hidden else tile_names(player.hand.tiles()),
            drawn=None if drawn is None else tile_text(drawn),
            has_drawn=has_drawn,
            gone=seat in table.gone,
            out=seat in table.out,
        )

    def _pile(self, key: str, tiles: tuple[Tile, ...]) -> PileView:
        name = self.rules.pile_names[key]
        return PileView(key, name.zh, name.en, tile_names(tiles))

    def facts(self, table: Table, me: Seat | None) -> list[FactView]:
        """What the rules say that a seat must see, in words."""
        return [*self._readings, *(_fact(fact) for fact in self.rules.facts(table, me))]

    def waits(self, table: Table, me: Seat) -> list[WaitView]:
        """What the own hand waits for."""
        player = table.seats[me]
        if player.hidden or not player.size or table.end is not None:
            return []
        if not self.rules.waits(table, me):
            return []
        basis = basis_of(table, me)
        kept, found = self._waited.get(me, (None, []))
        if kept != basis:
            found = waits_now(self.rules, table, me)
            self._waited[me] = (basis, found)
        return [self._wait(wait, unseen) for wait, unseen in self._unseen(table, found)]

    def waits_after(self, table: Table, me: Seat, discard: Discard) -> list[WaitView]:
        """What the seat on turn would wait for after a discard, by its own view of the table."""
        found = waits_after(self.rules, table, me, discard)
        return [
            WaitView(
                tile_text(wait.tile),
                unseen,
                None if wait.won is None else wait.won.value,
                least=wait.is_least,
            )
            for wait, unseen in self._unseen(table, found)
        ]

    def _unseen(self, table: Table, waits: list[Wait]) -> Iterator[tuple[Wait, int]]:
        """Each wait with how many tiles of its kind are nowhere to be seen."""
        seen = Counter(visible(table)) if waits else Counter()
        for wait in waits:
            yield wait, max(0, self.whole[wait.tile] - seen[wait.tile])

    def _wait(self, wait: Wait, unseen: int) -> WaitView:
        if wait.won is None:
            return WaitView(tile_text(wait.tile), unseen)
        patterns = list(self.variant.pattern_names(wait.won.patterns))
        return WaitView(tile_text(wait.tile), unseen, wait.won.value, patterns, wait.is_least)

    def _can_draw(self, table: Table) -> int:
        return drawable(self.rules, table)

    def _special(self, table: Table) -> list[SpecialView]:
        found = self.rules.special(table)
        return [
            SpecialView(tile_text(one.tile), one.sign.zh, one.sign.en, one.rule) for one in found
        ]

    def _won(self, table: Table, won: ev.Won, *, remarks: bool) -> WinView:
        """A win; when all tiles are open, with its sets."""
        if not remarks or table.end is None:
            return self.win(won)
        return self.win(won, sets_of(self.variant, self.rules, table, won))

    def win(self, win: ev.Won, sets: Sequence[SetView] = ()) -> WinView:
        """A win with its patterns and steps."""
        return WinView(
            seat=letter(win.seat),
            by=win.by,
            value=win.value,
            patterns=list(self.variant.pattern_names(win.patterns)),
            steps=[StepView(step.zh, step.en, step.worth, step.rule) for step in win.steps],
            payer=maybe_letter(win.payer),
            tile=None if win.tile is None else tile_text(win.tile),
            sets=list(sets),
        )


def _fact(fact: Fact) -> FactView:
    return FactView(fact.key, fact.zh, fact.en, maybe_letter(fact.seat), fact.rule)


def _has_drawn(table: Table, seat: Seat) -> bool:
    """Tell whether the seat holds a tile that it has just drawn."""
    turn, size = table.turn, table.seats[seat].size
    acting = turn.seat == seat and size % 3 == 2 and table.end is None  # noqa: PLR2004 - one tile too many
    return acting and (turn.began in ("deal", "draw", "exposed") or bool(turn.kongs))


def _stage(table: Table) -> Literal["opening", "play", "over"]:
    if table.end is not None:
        return "over"
    begun = any(player.river or player.melds for player in table.seats)
    return "opening" if table.due.need == "phase" and not begun else "play"


def _turn(table: Table) -> SeatLetter | None:
    due = table.due
    return letter(due.seat) if due.need == "ask" and due.stage == "turn" else None


def _is_open(table: Table) -> bool:
    """Tell whether, for all that the beholder knows, somebody is asked about tiles on offer."""
    waiting = table.end is None and table.due.need != "settle" and _turn(table) is None
    return waiting and bool(table.offered)


def _offer(table: Table) -> OfferView:
    return OfferView(letter(table.offerer), tile_names(table.offered))


def meld_view(meld: ev.Meld) -> MeldView:
    """A meld as all see it."""
    claimed = None if meld.claimed is None else tile_text(meld.claimed)
    return MeldView(meld.kind, tile_names(meld.tiles), claimed, maybe_letter(meld.source))


def _river(player: Player) -> list[DiscardView]:
    taken = player.taken
    return [DISCARDS[at in taken][tile] for at, tile in enumerate(player.river)]


def _marks(marks: Mapping[str, Value], marking: Mapping[str, Mark]) -> list[MarkView]:
    found = ((marking[key], value) for key, value in marks.items())
    return [
        MarkView(mark.key, mark.zh, mark.en, value, mark.public, mark.rule) for mark, value in found
    ]


def payment_view(paid: ev.Paid) -> PaymentView:
    """A payment with its rule and arithmetic."""
    return PaymentView(
        letter(paid.payer),
        paid.amount,
        paid.rule,
        paid.zh,
        paid.en,
        paid.block,
        maybe_letter(paid.payee),
    )


def _end(end: ev.Ended) -> EndView:
    return EndView(end.how, end.next_streak, maybe_letter(end.next_dealer))

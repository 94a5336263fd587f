"""Setting up a table just before a win: dealt and opened by the engine, then laid out as events.

What a question does not name is filled with tiles that mean as little as possible. Melds and
discards are events of their own, followed by the rules' marks, so that 爆头, 游金 or 冲锋鸡 are
what they would be if the tiles had been played.
"""

from __future__ import annotations

from typing import Final

from quexiang.engine import events as ev
from quexiang.engine.actions import PASS, WIN, Action, Choose, Offer, OpenChoice, Seat
from quexiang.engine.round import Round
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.wall import Dice
from quexiang.errors import UserError
from quexiang.match import deal
from quexiang.scenarios.question import Question
from quexiang.scenarios.setup import ScriptedWall
from quexiang.text import Text
from quexiang.tiles import SUITED, Tile, is_flower

PLAIN_DICE: Final = (1, 2)
MIDDLE: Final = 4
LAST_RUN: Final = 6


def wild_faces(rules: Ruleset, indicator: Tile | None) -> tuple[Tile, ...]:
    """The wild faces that a turned tile fixes, or the ones that are always wild."""
    if indicator is None:
        return rules.fixed_wild
    table = rules.new_table()
    table.apply(ev.Started(rules.players, 0, 0, (0,) * rules.players, len(rules.tiles)))
    for event in rules.indicate(table, indicator):
        if isinstance(event, ev.Indicated):
            return event.wild
    return rules.fixed_wild


def beside(tile: Tile) -> set[Tile]:
    """The neighbours of a tile in its suit, which is a ring."""
    if tile >= SUITED:
        return set()
    first = tile - tile % 9
    return {first + (tile + step) % 9 for step in (1, -1)}


class Staging:
    """One table on its way to the moment that a question asks about."""

    def __init__(self, question: Question, turned: list[Tile], left: int | None) -> None:
        self.question = question
        self.rules = question.rules.for_given_hands()
        self.heap = self._plainest_first(turned)
        self.given = [*question.named()]
        self.spare: dict[Seat, list[Tile]] = {}
        self.wall = ScriptedWall(self.heap)
        self.wall.hands, self.wall.tail = self._deal()
        self.wall.fixed, self.wall.indicated = turned[:], question.indicator[:]
        for tile in (*question.turned, *question.indicator, *question.back):
            self.given.remove(tile)
        self.wall.draws = self.given
        self.wall.aim = left
        if not self.rules.dealer_extra:
            self.spare[question.dealer].append(self.heap[0])
            self.wall.draws.insert(0, self.heap.pop(0))
        self.round = self._opened()

    # The deal.

    def _plainest_first(self, turned: list[Tile]) -> list[Tile]:
        """The tiles that nobody named; first those that are nothing special in the town."""
        question = self.question
        wild = wild_faces(self.rules, next(iter(question.indicator), None))
        telling = {*self.rules.prized, question.tile} | {
            near for tile in turned for near in beside(tile)
        }

        def weight(tile: Tile) -> int:
            return 4 * is_flower(tile) + 2 * (tile in wild) + (tile in telling)

        rest = list(self.rules.tiles)
        for tile in {*question.named()}:
            for _ in range(question.named().count(tile)):
                rest.remove(tile)
        for tile in turned[len(question.turned) :]:
            rest.remove(tile)
        self.special = {tile for tile in rest if weight(tile)}
        return sorted(deal.shuffled(rest, question.seed), key=weight)

    def _deal(self) -> tuple[dict[Seat, list[Tile]], list[Tile]]:
        """The hands as dealt, and what replaces the flowers in them."""
        hands: dict[Seat, list[Tile]] = {}
        replacements: list[Tile] = []
        for step in range(self.question.players):
            seat = (self.question.dealer + step) % self.question.players
            hand = self._dealt(seat)
            flowers = self.question.flowers.get(seat, [])
            replacements += hand[: len(flowers)]
            hands[seat] = [*flowers, *hand[len(flowers) :]]
            self._use(flowers)
        return hands, replacements

    def _dealt(self, seat: Seat) -> list[Tile]:
        """What a seat must be dealt to come to its tiles; what it only discards stands last."""
        question = self.question
        named = question.hands.get(seat)
        self._use(named or [])
        hand = named[:] if named else self._filled(seat)
        for meld in question.melds.get(seat, []):
            own = _dealt_for(meld)
            self._use(own)
            hand += own
        thrown = question.thrown.get(seat, [])
        self._use(thrown)
        hand += thrown
        extra = seat == question.dealer and self.rules.dealer_extra and question.by != "opening"
        discarded = sum(
            meld.kind in ("chow", "pong", "added") for meld in question.melds.get(seat, [])
        )
        self.spare[seat] = [self.heap.pop(0) for _ in range(discarded + extra)]
        return hand + self.spare[seat]

    def _filled(self, seat: Seat) -> list[Tile]:
        """Concealed tiles of which nothing is known, ready where it must be."""
        question = self.question
        size = question.size_of(seat)
        acts = question.kongs or question.declares or question.by == "rob_kong"
        plain = [tile for tile in self.heap if tile not in self.special]
        wanted = ready_tiles(plain, size) if seat == question.on_turn and acts else []
        for tile in wanted:
            self.heap.remove(tile)
        return wanted or [self.heap.pop(0) for _ in range(size)]

    def _use(self, tiles: list[Tile]) -> None:
        for tile in tiles:
            self.given.remove(tile)

    # The opening.

    def _opened(self) -> Round:
        """Deal, and answer what is asked before play as the question says."""
        question = self.question
        dice = question.document.values.get("dice")
        try:
            new = Round(
                self.rules,
                self.wall,
                question.dice() if dice else plain_dice(question.seed),
                dealer=question.dealer,
                streak=question.streak,
                scores=question.scores,
            )
        except UserError as error:
            raise question.document.bad("left", error.told) from None
        if new.table.indicator is not None and not question.indicator:
            raise question.document.bad(
                "indicator", Text("要说翻出的是哪张", "say which tile was turned up")
            )
        while new.asked and new.table.due.stage != "turn":
            if question.by == "opening" and WIN in new.asked.get(question.winner, []):
                break
            for seat, offers in list(new.asked.items()):
                new.answer(seat, self._opening_answer(new, seat, offers))
        return new

    def _opening_answer(self, new: Round, seat: Seat, offers: list[Offer]) -> Action:
        match offers[0]:
            case OpenChoice(key=key):
                return Choose(key, tiles=tuple(sorted(self.question.thrown.get(seat, []))))
            case Choose(key=key):
                return Choose(key, self.question.piao.get(seat, 0))
        return PASS if PASS in offers else self.rules.neutral(new.table, seat, offers)

    # What was played.

    def play_history(self, made_now: int) -> None:
        """Lay out melds, then rivers in the order given; the last kongs are not yet made."""
        question = self.question
        self._discard(question.dealer, self.spare[question.dealer].pop())
        others = [seat for seat in range(question.players) if seat not in question.winners]
        order = (*others, *reversed(question.winners))
        for seat in order:
            self._lay_melds(seat, made_now if seat == question.on_turn else 0)
        for seat, river in question.rivers.items():
            for tile in river:
                self.draw(seat, tile)
                self._discard(seat, tile)
        for seat in order:
            self._let_turn_pass(seat)
        self._set_marks()

    def _set_marks(self) -> None:
        """The marks that the question gives; who declares only now has none that forbids it."""
        marking = self.rules.marking
        if self.question.declares:
            for key in [*self.round.table.seats[self.question.on_turn].marks]:
                self.happen(marking[key].clear(self.question.on_turn))
        for owner, values in self.question.marks.items():
            for key, value in values.items():
                mark = marking[key]
                self.happen(mark.clear(owner) if value is None else mark.set(owner, value))

    def _lay_melds(self, seat: Seat, made_now: int) -> None:
        """All melds of a seat but the kongs of this turn, of which only pongs lie there."""
        melds = self.question.melds.get(seat, [])
        earlier = len(melds) - made_now
        for meld in melds[:earlier]:
            self._make(seat, meld)
        for meld in melds[earlier:]:
            if meld.kind == "added":
                self._claim(seat, _pong_of(meld))

    def _let_turn_pass(self, seat: Seat) -> None:
        """A turn that changes nothing, or a declaration; a winner's last discards stay the last."""
        question = self.question
        declared = question.declared.get(seat, "")
        if declared or seat not in question.winners or not question.rivers.get(seat):
            self._draw_and_discard(seat, declared)

    def _draw_and_discard(self, seat: Seat, declared: str = "", *, back: bool = False) -> None:
        """A turn that changes nothing."""
        tile = self.heap.pop(0)
        self.happen(ev.Drawn(seat, tile, back))
        self._discard(seat, tile, declared)

    def _make(self, seat: Seat, meld: ev.Meld) -> None:
        """One meld and the discard that follows it."""
        match meld.kind:
            case "chow" | "pong":
                self._claim(seat, meld)
                return
            case "added":
                self._claim(seat, _pong_of(meld))
                self.draw(seat, meld.tiles[0])
            case "exposed":
                assert meld.source is not None
                self.draw(meld.source, meld.tiles[0])
                self._discard(meld.source, meld.tiles[0])
            case _:
                self.draw(seat, meld.tiles[0])
        hidden = meld.kind == "concealed" and self.rules.hidden_kongs
        self.happen(ev.Melded(seat, meld, hidden))
        self._draw_and_discard(seat, back=True)

    def _claim(self, seat: Seat, meld: ev.Meld) -> None:
        assert meld.source is not None
        assert meld.claimed is not None
        self.draw(meld.source, meld.claimed)
        self._discard(meld.source, meld.claimed)
        self.happen(ev.Melded(seat, meld))
        self._discard(seat, self.spare[seat].pop())

    def _discard(self, seat: Seat, tile: Tile, declared: str = "") -> None:
        self.happen(ev.Discarded(seat, tile, declared))

    def draw(self, seat: Seat, tile: Tile) -> None:
        """A seat draws a tile that the question names."""
        self.wall.draws.remove(tile)
        self.happen(ev.Drawn(seat, tile))

    def happen(self, event: ev.Event) -> None:
        """Write an event down, and the marks that the rules set after it."""
        assert self.round.log is not None
        self.round.table.apply(event)
        self.round.log.append(event)
        for after in self.rules.following[type(event)]:
            for further in after(self.round.table, event):
                if isinstance(further, ev.Marked | ev.Unmarked):
                    self.happen(further)

    def resume(self) -> Round:
        """Hand the table over to the engine."""
        assert self.round.log is not None
        return Round.resume(self.rules, self.wall, self.round.dice, self.round.log)


def ready_tiles(heap: list[Tile], size: int) -> list[Tile]:
    """Tiles for a ready hand: eyes that every town allows, runs, and two sides of a run.

    >>> from quexiang.tiles import parse_tiles, tiles_text
    >>> tiles_text(ready_tiles(parse_tiles("123m 456m 55s"), 7))
    '12345m55s'
    """
    rest = heap[:]
    eyes = next((t for t in rest if t < SUITED and t % 9 == MIDDLE and rest.count(t) > 1), None)
    if size == 1 or eyes is None:
        return []
    hand = [eyes, eyes]
    for tile in hand:
        rest.remove(tile)
    while len(hand) < size:
        low = next((t for t in sorted({*rest}) if _begins_run(t, rest)), None)
        if low is None:
            return []
        run = [low, low + 1, low + 2][: size - len(hand)]
        for tile in run:
            rest.remove(tile)
        hand += run
    return hand


def _begins_run(tile: Tile, heap: list[Tile]) -> bool:
    return tile < SUITED and tile % 9 <= LAST_RUN and {tile + 1, tile + 2} <= {*heap}


def _dealt_for(meld: ev.Meld) -> list[Tile]:
    """The tiles of a meld that its owner was dealt; the others were claimed or drawn."""
    tiles = list(meld.tiles)
    tiles.remove(tiles[0] if meld.claimed is None else meld.claimed)
    return tiles[1:] if meld.kind == "added" else tiles


def _pong_of(meld: ev.Meld) -> ev.Meld:
    return ev.Meld("pong", meld.tiles[:3], meld.claimed, meld.source)


def plain_dice(seed: bytes) -> Dice:
    """Dice that first fall 1, 2: no double, no high sum."""
    return deal.dice(seed).beginning(PLAIN_DICE)

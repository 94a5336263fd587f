"""A ruleset: the rules of one room, indexed once, and the few questions the engine asks of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from operator import methodcaller
from typing import ClassVar

from msgspec import Struct

from quexiang.engine import events as ev
from quexiang.engine.actions import (
    PASS,
    Action,
    Chow,
    Declarations,
    Discard,
    Kong,
    Offer,
    OpenChoice,
    Pong,
    Seat,
    Win,
)
from quexiang.engine.calls import Call
from quexiang.engine.due import DRAW_DUE
from quexiang.engine.marks import Mark
from quexiang.engine.question import Question
from quexiang.engine.rule import Phase, Rule, Stage
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.hand.readings import Reading
from quexiang.hand.shape import Shape
from quexiang.text import Named, Text
from quexiang.tiles import Tile


class Fact(Named, frozen=True):
    """Something that the rules say a player must see, in words."""

    seat: int | None = None
    rule: str = ""


class MarkedFace(Struct, frozen=True):
    """A face that means more than it shows, besides the wild ones."""

    tile: Tile
    sign: Text
    rule: str = ""


class Origin(Struct, frozen=True):
    """Where the rules of a room come from, so that another process can make the same."""

    variant: str = ""
    version: str = ""
    options: dict[str, bool | int | str] = {}


class TurnStage(Stage):
    """The seat on turn acts; it may not simply pass."""

    key = "turn"
    may_pass = False

    def asks(self, table: Table) -> tuple[Seat, ...]:
        """Only the seat on turn."""
        return (table.due.seat,)

    def untaken(self, table: Table) -> Iterable[ev.Event]:
        """A seat that may decline its turn throws what it drew."""
        assert table.turn.drawn is not None
        return (ev.Discarded(table.turn.seat, table.turn.drawn),)


class DiscardStage(Stage):
    """A discard lies on offer to the others."""

    key = "discard"

    def untaken(self, table: Table) -> Iterable[ev.Event]:
        """The discarder's next seat draws."""
        return (DRAW_DUE[table.after(table.offerer)],)


class RobStage(Stage):
    """An added kong was declared; others may rob it."""

    key = "kong"

    def untaken(self, table: Table) -> Iterable[ev.Event]:
        """The kong stands."""
        return (added_kong(table, table.offerer, table.offered[0]),)


def added_kong(table: Table, seat: Seat, tile: Tile) -> ev.Melded:
    """The event that turns a pong into a kong."""
    pong = next(m for m in table.seats[seat].melds if m.kind == "pong" and m.tiles[0] == tile)
    return ev.Melded(seat, ev.Meld("added", (tile,) * 4, pong.claimed, pong.source))


def claim(table: Table, seat: Seat, action: Action) -> ev.Melded:
    """The event by which a seat takes the tile on offer."""
    tile, source = table.offered[0], table.offerer
    match action:
        case Pong():
            return ev.Melded(seat, ev.Meld("pong", (tile,) * 3, tile, source))
        case Kong():
            return ev.Melded(seat, ev.Meld("exposed", (tile,) * 4, tile, source))
        case Chow(low=low, high=high):
            return ev.Melded(seat, ev.Meld("chow", (low, tile, high), tile, source))
        case _:
            message = f"{action} is no claim"
            raise RuntimeError(message)


class Ruleset:
    """The rules of one room. A variant overrides what its rulebook says differently."""

    players: int = 4
    tiles: ClassVar[tuple[Tile, ...]] = ()
    hand_size: ClassVar[int] = 13
    dealer_extra: ClassVar[bool] = True
    """The dealer is dealt one tile more and acts without drawing."""
    hidden_kongs: ClassVar[bool] = True
    """Concealed kongs lie face down to the others."""
    rob_kongs: bool = False
    multi_win: bool = False
    """一炮多响: everybody who wants a tile wins it, not only the nearest."""
    fixed_wild: ClassVar[tuple[Tile, ...]] = ()
    """Faces that are wild in every round."""
    prized: tuple[Tile, ...] = ()
    """Faces that count by themselves, whatever the hand."""
    removed: int = 0
    """抽牌: so many tiles are taken out of the wall unseen."""
    origin: Origin = Origin()
    """Filled in when a room is made."""
    rule_ids: frozenset[str] = frozenset()
    """All ids of the rulebook; filled in when a room is made."""
    package: str = ""
    """Where the variant lies; filled in when a room is made."""
    made_by: tuple[Callable[..., Ruleset], tuple[object, ...]] | None = None
    """The call that makes the same rules in another process; filled in when a room is made."""
    declarations: Declarations = {}  # noqa: RUF012 - replaced, never written to
    """What its players may declare or choose, by key; filled in when a room is made."""
    readings: tuple[Fact, ...] = ()
    """How the room reads what others read otherwise; filled in when a room is made."""
    piles: ClassVar[tuple[Named, ...]] = ()
    """The piles on which tiles are laid openly, with their names."""
    telling: tuple[str, ...] = ()
    """Keys of public marks that follow from concealed tiles and so tell something of them."""
    marks: ClassVar[tuple[Mark, ...]] = ()
    states: ClassVar[Mapping[str, Callable[[Table, Seat], bool]]] = {}
    """The states a scenario may name, each a question to the table."""

    won: Callable[[Table, Seat], ev.Won]
    """Judges the win of a seat with the tile drawn or on offer."""
    settle: Callable[[Table], Iterable[ev.Event]]
    """What follows one or several wins: tiles to turn, payments, the end."""
    drawn_round: Callable[[Table], Iterable[ev.Event]]
    """What follows when the wall is used up."""

    def __init__(
        self,
        *,
        phases: Sequence[Phase],
        rules: Sequence[Rule],
        stages: Sequence[Stage] = (),
    ) -> None:
        self.phases = tuple(phases)
        self.rules = tuple(rules)
        every_stage = (TurnStage(), DiscardStage(), RobStage(), *stages)
        self.stages = {stage.key: stage for stage in every_stage}
        plain = (type(self.stages["discard"]).untaken, type(self.stages["discard"]).close)
        self.plain_discards = plain == (DiscardStage.untaken, DiscardStage.close)
        """After a discard that nobody can want the next seat draws."""
        self.marking = {mark.key: mark for mark in self.marks}
        self.pile_names = {pile.key: pile.name for pile in self.piles}
        self._shapes: dict[tuple[Tile, ...], Shape] = {}
        self._index()

    def _index(self) -> None:
        """Find once for each kind of question, action and event the rules that it concerns."""
        rules = self.rules
        self.asking = Call(self, "candidates")
        self.exhausting = Call(self, "exhausted")
        self.questions = {key: Question(stage, rules) for key, stage in self.stages.items()}
        self.following = {
            kind: tuple(Call(rule, "after") for rule in rules if kind in rule.follows)
            for kind in ev.Event.__subclasses__()
        }

    def __copy__(self) -> Ruleset:
        new: Ruleset = object.__new__(type(self))
        vars(new).update(vars(self))
        return new

    def __reduce__(self) -> tuple[Callable[..., Ruleset], tuple[object, ...]]:
        if self.made_by is None:
            raise TypeError("another process cannot make rules that belong to no room")
        return self.made_by

    def without(self, left_out: Callable[[Rule], bool]) -> Ruleset:
        """The same ruleset without some of its rules, to see what they are there for."""
        new = copy(self)
        new.made_by = None
        new.rules = tuple(rule for rule in self.rules if not left_out(rule))
        new._index()
        return new

    def veto(self, table: Table, seat: Seat, action: Offer) -> str | None:
        """The rule that forbids an action as the answer to what is asked now, None if none does."""
        return self.questions[table.stage].veto(table, seat, action)

    def for_given_hands(self) -> Ruleset:
        """The same ruleset for a table that is laid out with the hands that its phases leave."""
        new = copy(self)
        new.made_by = methodcaller("for_given_hands"), (self,)
        new.phases = tuple(phase for phase in self.phases if not phase.before_hands)
        return new

    def shape_of(self, wild: tuple[Tile, ...]) -> Shape:
        """The winning shapes for these wild faces, made once."""
        shape = self._shapes.get(wild)
        if shape is None:
            shape = self._shapes[wild] = self.shape_for(wild)
        return shape

    def new_table(self) -> Table:
        """An empty table for events of this ruleset."""
        return Table(self.marking, self.shape_of, self.fixed_wild)

    # What a hand must look like.

    def shape_for(self, wild: tuple[Tile, ...]) -> Shape:
        """The winning shapes once the wild faces are known."""
        raise NotImplementedError

    def waits(self, table: Table, seat: Seat) -> int:
        """The kinds (a mask) that complete the seat's resting hand by its own draw; cached."""
        return table.waits(seat)

    def readings_of(self, table: Table, won: ev.Won, hand: Hand) -> list[Reading]:
        """The ways to read a winner's tiles that give what was paid, the plainest first."""
        return table.shape.readings(hand, won.tile)

    # Flow.

    def candidates(self, stage: Stage, table: Table) -> Sequence[Seat]:
        """The seats worth asking the rules about; a cheap filter may leave out hopeless ones."""
        return stage.asks(table)

    def exhausted(self, table: Table) -> bool:
        """Tell whether no tile can be drawn any more."""
        return table.left <= 0

    def first_dealer(self, table: Table) -> Iterable[ev.Event]:
        """Find the dealer of a first round; by default by chance."""
        return (ev.Due("choose"),)

    def indicate(self, table: Table, tile: Tile) -> Iterable[ev.Event]:
        """What follows when a tile was turned up to fix the wild faces."""
        raise NotImplementedError

    def winners(self, table: Table, wanting: list[Seat]) -> list[Seat]:
        """Of those who want to win one tile (nearest first), those who do."""
        return wanting if self.multi_win else wanting[:1]

    def leave(self, table: Table, seat: Seat) -> Iterable[ev.Event]:
        """What follows when a seat leaves for good; by default the trustee plays on."""
        return (ev.Left(seat),)

    def facts(self, table: Table, seat: Seat | None) -> Iterable[Fact]:
        """What a seat (None: a spectator) must see besides tiles and marks; works on a view."""
        return ()

    def special(self, table: Table) -> Iterable[MarkedFace]:
        """The faces to be marked on every tile, besides the wild ones; works on a view."""
        return ()

    def neutral(self, table: Table, seat: Seat, offers: Sequence[Offer]) -> Action:
        """What is done for a seat that does not answer."""
        return neutral_choice(table, seat, offers)


def neutral_choice(table: Table, seat: Seat, offers: Sequence[Offer]) -> Action:
    """Pass, or discard the tile just drawn, or what else can be done without deciding much."""
    if PASS in offers:
        return PASS
    discards = [offer for offer in offers if isinstance(offer, Discard) and not offer.declare]
    if discards:
        drawn = table.turn.drawn if table.turn.seat == seat else None
        return next((offer for offer in discards if offer.tile == drawn), discards[-1])
    first = offers[0]
    return first.smallest() if isinstance(first, OpenChoice) else first


PRIORITY: dict[type[Action], int] = {Win: 0, Kong: 1, Pong: 1, Chow: 2}
LAST = 8
NOBODY = (9, 9)


def rank(order: tuple[Seat, ...], seat: Seat, action: object) -> tuple[int, int]:
    """Order answers by their kind, then by the seat's place."""
    return (PRIORITY.get(type(action), LAST), order.index(seat))  # type: ignore[arg-type]  # of an action


def finish(
    table: Table, how: ev.End, next_dealer: Seat | None, next_streak: int | None = None
) -> Iterator[ev.Event]:
    """Show all hands and end the round; a dealer who stays has by default one round more."""
    if next_streak is None:
        next_streak = table.streak + 1 if next_dealer == table.dealer else 0
    for seat, player in enumerate(table.seats):
        yield ev.Revealed(seat, tuple(player.hand.tiles()), player.melds)
    yield ev.Ended(how, next_dealer, next_streak)

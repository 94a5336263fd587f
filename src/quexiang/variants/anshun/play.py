"""The rules of Anshun in play: who may take a discard, 豆, 热炮, 天听, the first 1s, the dice."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from quexiang.engine.actions import Action, Declaration, Discard, Kong, Offer, Pong, Seat, Win
from quexiang.engine.due import SETTLE_DUE
from quexiang.engine.events import Discarded, Due, Event, Melded, Rolled, Seated, Won
from quexiang.engine.marks import Mark
from quexiang.engine.rule import Rule
from quexiang.engine.table import Table
from quexiang.rules.ready import open_ready_discards
from quexiang.tiles import Tile, parse_tile

from .patterns import DECLARED, PINGHU, best_with

YAOJI: Final = parse_tile("1s")
TIANTING: Final = Declaration(
    "tianting", "天听", "declare tianting", takes="discard", typed=("t",), rule="AS-27"
)
DECLARE: Final = tuple(Discard(tile, TIANTING.key) for tile in range(27))
OPENING_BEANS: Final = ("concealed", "added")

FULL_PONG: Final = Mark(
    "full_pong", "不能转弯的碰", "pong never to be extended", public=False, rule="AS-22"
)
CHONGFENGJI: Final = Mark("chongfengji", "冲锋鸡", "first chicken out", rule="AS-59")
FIRST_OUT: Final = Mark(
    "first_out", "第一张幺鸡已打出", "the first 1s has been discarded", rule="AS-59"
)
THROWN: Final = Mark("thrown", "定庄掷骰数", "dice for this dealer", public=False, rule="AS-78")
MARKS: Final = (DECLARED, FULL_PONG, CHONGFENGJI, FIRST_OUT, THROWN)


def repao(table: Table, seat: Seat) -> str | None:
    """AS-50 热炮: the bean that makes this turn's discard of the seat hot, the last one (AS-51)."""
    turn = table.turn
    last = turn.kongs[-1] if turn.seat == seat and turn.kongs else None
    return last if last in OPENING_BEANS else None


def has_opening_bean(table: Table, seat: Seat) -> bool:
    """AS-41: a 闷豆 or 转弯豆 among the melds."""
    return any(meld.kind in OPENING_BEANS for meld in table.seats[seat].melds)


def may_take(table: Table, seat: Seat, tile: Tile) -> bool:
    """AS-41 to AS-43, as far as the seat itself goes: a bean, 天听, or more than a plain hand."""
    if has_opening_bean(table, seat) or table.has(seat, DECLARED):
        return True
    return best_with(table, seat, tile) is not PINGHU


class PlainNeedsBean(Rule):
    """AS-41 平胡接炮要有豆, with the exceptions of AS-42; `hot`: a hot discard is one of them."""

    ids = ("AS-41", "AS-42", "AS-43")
    vetoes = (Win,)
    during = ("discard",)

    def __init__(self, *, hot: bool) -> None:
        self.hot = hot

    def opened(self, table: Table) -> bool:
        """AS-42: a discard is on offer that is hot, or whose discarder is 天听."""
        if table.stage != "discard":
            return False
        hot = self.hot and repao(table, table.offerer) is not None
        return hot or table.has(table.offerer, DECLARED)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AS-41 for a plain hand, unless the discard is open to it."""
        if self.opened(table):
            return None
        return None if may_take(table, seat, table.offered[0]) else "AS-41"


class Tianting(Rule):
    """AS-27 报天听: at the first draw, with a discard that leaves a ready hand."""

    ids = ("AS-27", "AS-28", "AS-30")
    stages = ("turn",)
    vetoes = (Discard,)
    follows = (Discarded,)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """One declaration for each discard that leaves a wait."""
        if has_played(table, seat):
            return ()
        return [DECLARE[tile] for tile, _ in declarations(table, seat)]

    def binds(self, table: Table, seat: Seat, action: Offer) -> bool:
        """Only declarations."""
        return isinstance(action, Discard) and action.declare != ""

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AS-27 after the first draw, or with a meld."""
        return "AS-27" if has_played(table, seat) else None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """AS-28: the status holds already for claims on this discard."""
        assert isinstance(event, Discarded)
        return (DECLARED.set(event.seat),) if event.declared else ()


def has_played(table: Table, seat: Seat) -> bool:
    """AS-27: the seat has discarded or melded, too late for 天听."""
    player = table.seats[seat]
    return bool(player.river or player.melds)


def declarations(table: Table, seat: Seat) -> Iterator[tuple[Tile, int]]:
    """AS-27: the discards that leave a ready hand, each with the waits after it."""
    return open_ready_discards(table, seat)


class Fixed(Rule):
    """AS-29 天听不换牌: only the drawn tile may go, no pong, no kong."""

    ids = ("AS-29",)
    vetoes = (Discard, Pong, Kong)
    binding = DECLARED

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AS-29 for all that would change the hand."""
        drawn = isinstance(action, Discard) and action.tile == table.turn.drawn
        return None if drawn else "AS-29"


class Chongfengji(Rule):
    """AS-59 冲锋鸡: the first discarded 1s of the round, if nobody claims it.

    The mark's value is the tile's place in its river, counted from one.
    """

    ids = ("AS-59",)
    follows = (Discarded, Melded, Won)

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Mark its discarder; take the mark away when that very tile is claimed."""
        match event:
            case Discarded(seat=seat, tile=tile):
                if tile == YAOJI and FIRST_OUT.key not in table.marks:
                    yield FIRST_OUT.set(None)
                    yield CHONGFENGJI.set(seat, len(table.seats[seat].river))
            case Melded(meld=meld) if meld.source is not None and meld.kind != "added":
                yield from self._claimed(table, meld.source)
            case Won(by="discard", payer=payer) if payer is not None:
                yield from self._claimed(table, payer)

    def _claimed(self, table: Table, source: Seat) -> Iterator[Event]:
        if table.mark(source, CHONGFENGJI) == len(table.seats[source].river):
            yield CHONGFENGJI.clear(source)


class NextThrow(Rule):
    """AS-78 比赛场: after the round the next dealer is thrown for, then the account goes on."""

    ids = ("AS-78",)
    follows = (Seated, Rolled)

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Keep the throws for this round's dealer apart from those for the next."""
        if isinstance(event, Seated):
            return (THROWN.set(None, len(table.dice)),)
        return (SETTLE_DUE,) if table.seats[table.dealer].size else ()


def throw_for_dealer(dice: tuple[int, ...]) -> Due | Seated:
    """AS-3, AS-4: who throws next, or who deals; only the red die of each throw counts."""
    reds = dice[::2]
    throwers: tuple[Seat, ...] = (0, 1, 2, 3)
    while len(reds) >= len(throwers):
        thrown, reds = reds[: len(throwers)], reds[len(throwers) :]
        throwers = tuple(s for s, red in zip(throwers, thrown, strict=True) if red == max(thrown))
        if len(throwers) == 1:
            return Seated(throwers[0])
    return Due("roll", throwers[len(reds)], count=2, purpose="dealer")

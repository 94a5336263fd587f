"""The rules of 血战 in play: the exchange, the given-up suit, passed wins, kongs paid at once."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from quexiang.engine import actions as act
from quexiang.engine.actions import Choose, Declaration, Offer, OpenChoice, Seat
from quexiang.engine.events import Answered, Due, Event, Melded, Passed
from quexiang.engine.marks import Life, Mark
from quexiang.engine.rule import Phase, Rule, Stage
from quexiang.engine.table import Table
from quexiang.hand import Hand
from quexiang.rulebook import Options
from quexiang.rules.claims import DiscardWins
from quexiang.text import Text

from . import patterns, settlement
from .patterns import QUE, RANKS, SUITS, given_up, holds_given_up

THREE: Final = 3
HUANSANZHANG: Final = Declaration(
    key="huansanzhang",
    zh="换三张",
    en="exchange three",
    takes="tiles",
    typed=("huan", "换"),
    rule="XZ-3",
)
DINGQUE: Final = Declaration(
    key="dingque",
    zh="定缺",
    en="give up a suit",
    typed=("que", "缺"),
    rule="XZ-6",
    values=tuple(Text(f"缺{suit.zh}", f"no {suit.en}") for suit in SUITS),
)
SUIT_CHOICES: Final = tuple(Choose(DINGQUE.key, value) for value in range(len(SUITS)))

GUOSHOU: Final = Mark(
    "guoshou", "过手胡", "passed a win", Life.OWN_TURN, public=False, rule="XZ-14"
)
"""Its value is the fan that a win needs."""
MARKS: Final = (*QUE, GUOSHOU, settlement.NEXT_DEALER)


def suggested(hand: Hand, offer: Offer) -> Choose | None:
    """XZ-47: the shortest suit is given away and given up; None for any other question."""
    suits = [[tile for tile in hand.tiles() if tile // RANKS == suit] for suit in range(len(SUITS))]
    match offer:
        case OpenChoice(key=key):
            shortest = min((tiles for tiles in suits if len(tiles) >= THREE), key=len)
            return Choose(key, tiles=tuple(shortest[:THREE]))
        case Choose(key=key):
            return Choose(key, suits.index(min(suits, key=len)))
        case _:
            return None


class Secret(Stage):
    """A choice that all four make at the same time, seen when all have made it."""

    may_pass = False

    def asks(self, table: Table) -> tuple[Seat, ...]:
        """All four."""
        return table.seats_from(table.dealer)


class HuanStage(Secret):
    """XZ-3: everybody picks; XZ-4: then a die is thrown."""

    key = HUANSANZHANG.key

    def close(self, table: Table) -> Iterable[Event]:
        """The tiles wait for the die."""
        return (Due("roll", count=1),)


class Huansanzhang(Phase):
    """XZ-3 to XZ-5 换三张: pick, throw, pass the tiles on."""

    ids = ("XZ-3", "XZ-4", "XZ-5")
    zh = "换三张"
    before_hands = True

    def begin(self, table: Table) -> Iterator[Event]:
        """Ask all four first; once the die has fallen, the tiles move."""
        if not table.dice:
            yield Due("ask", table.dealer, HuanStage.key)
            return
        steps = (table.dice[-1] + 1) // 2
        for giver in table.seats_from(table.dealer):
            picked = table.answers[giver]
            assert isinstance(picked, Choose)
            yield Passed(giver, table.after(giver, steps), THREE, picked.tiles)
        yield self.done(table)


class QueStage(Secret):
    """XZ-6: everybody names a suit."""

    key = DINGQUE.key

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Any of the three."""
        return SUIT_CHOICES

    def close(self, table: Table) -> Iterator[Event]:
        """All suits are shown together."""
        for seat in self.asks(table):
            named = table.answers[seat]
            assert isinstance(named, Choose)
            yield QUE[named.value].set(seat)
        yield Dingque.done(table)


class Dingque(Phase):
    """XZ-6 定缺: all four are asked."""

    ids = ("XZ-6",)
    zh = "定缺"
    before_hands = True

    def begin(self, table: Table) -> Iterable[Event]:
        """The stage goes on to the next phase."""
        return (Due("ask", table.dealer, QueStage.key),)


class OneSuit(Rule):
    """XZ-3: three tiles, and of one suit."""

    ids = ("XZ-3",)
    zh = "换三张同门的牌"
    stages = (HuanStage.key,)
    vetoes = (Choose,)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Any three that go together."""
        tiles = tuple(table.seats[seat].hand.tiles())
        return (OpenChoice(HuanStage.key, tiles, (THREE,), one_suit=True),)

    def forbids(self, table: Table, seat: Seat, action: act.Action) -> str | None:
        """XZ-3 for any other exchange."""
        assert isinstance(action, Choose)
        suits = {tile // RANKS for tile in action.tiles}
        wrong = len(action.tiles) != THREE or len(suits) > 1
        return "XZ-3" if wrong and table.due.stage == HuanStage.key else None


class QueFirst(Rule):
    """XZ-8 先打缺门: the given-up suit is discarded first."""

    ids = ("XZ-8",)
    zh = "先打缺门"
    vetoes = (act.Discard,)

    def forbids(self, table: Table, seat: Seat, action: act.Action) -> str | None:
        """XZ-8 for other tiles while one of that suit is held."""
        assert isinstance(action, act.Discard)
        if action.tile // RANKS == given_up(table, seat):
            return None
        return "XZ-8" if holds_given_up(table, seat, table.seats[seat].hand) else None


class QueMelds(Rule):
    """XZ-9 缺门不碰不杠."""

    ids = ("XZ-9",)
    zh = "缺门不碰不杠"
    vetoes = (act.Pong, act.Kong)

    def forbids(self, table: Table, seat: Seat, action: act.Action) -> str | None:
        """XZ-9 for the given-up suit."""
        tile = action.tile if isinstance(action, act.Kong) else next(iter(table.offered), None)
        return "XZ-9" if tile is not None and tile // RANKS == given_up(table, seat) else None


class QueWins(Rule):
    """XZ-22 缺门清了才能胡."""

    ids = ("XZ-22",)
    zh = "缺门清了才能胡"
    vetoes = (act.Win,)

    def forbids(self, table: Table, seat: Seat, action: act.Action) -> str | None:
        """XZ-22 if hand, melds or winning tile are not of two suits that were kept."""
        hand = table.seats[seat].hand
        kinds = patterns.open_kinds(table, seat, hand)
        if table.due.stage != "turn" and table.offered:
            kinds &= 1 << table.offered[0]
        return None if kinds else "XZ-22"


class RobKong(DiscardWins):
    """XZ-18 抢杠胡: a tile that is to be added to a pong may be won."""

    zh = "抢杠胡"
    stages = ("kong",)


class PassedWin(Rule):
    """XZ-14 过手胡: after a passed win only more fan win another's tile, until the own turn."""

    ids = ("XZ-14",)
    zh = "过手胡"
    vetoes = (act.Win,)
    follows = (Answered,)

    def __init__(self, options: Options) -> None:
        self.options = options

    def forbids(self, table: Table, seat: Seat, action: act.Action) -> str | None:
        """XZ-14 for no more fan than were passed."""
        needed = table.number(seat, GUOSHOU)
        if not needed or table.due.stage == "turn" or not table.offered:
            return None
        if not patterns.waits(table, seat, table.seats[seat].hand) >> table.offered[0] & 1:
            return None
        return "XZ-14" if patterns.judge(table, seat, self.options).value < needed else None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Remember what was passed."""
        assert isinstance(event, Answered)
        if act.WIN not in event.offered or event.action == act.WIN or table.due.stage == "turn":
            return ()
        passed = patterns.judge(table, event.seat, self.options).value + 1
        return (GUOSHOU.set(event.seat, max(passed, table.number(event.seat, GUOSHOU))),)


class GuafengXiayu(Rule):
    """XZ-16 刮风下雨: a kong is paid as soon as it is made."""

    ids = ("XZ-16",)
    zh = "刮风下雨"
    follows = (Melded,)

    def __init__(self, options: Options) -> None:
        self.options = options

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """The payments."""
        assert isinstance(event, Melded)
        if not event.meld.is_kong:
            return ()
        return settlement.kong_payments(table, event.seat, event.meld, self.options)

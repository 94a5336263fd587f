"""The rules of Hangzhou that interrupt the ordinary flow: the wildcard, 财飘 and passing."""

from collections.abc import Iterable, Sequence
from typing import Final

from quexiang.engine.actions import WIN, Action, Chow, Kong, Offer, Pong, Seat, Win
from quexiang.engine.events import Answered, Discarded, Event, Melded
from quexiang.engine.marks import Life, Mark
from quexiang.engine.rule import Rule
from quexiang.engine.table import Table
from quexiang.rules.claims import can_chow
from quexiang.tiles import Tile

from . import patterns
from .patterns import CHAIN, KONG, PIAO, W

KEPT: Final = 20
TOP_LEVEL: Final = 3
IDLE_CHOWS: Final = 2
"""HZ-27."""

OWNER: Final = Mark("caishen", "财神在外", "wildcard out", Life.OWN_TURN, rule="HZ-39")
ESCAPE: Final = Mark("taopao", "逃跑要罚", "leaving is charged", Life.OWN_DRAW, rule="HZ-86")
FEEDERS: Final = Mark(
    "feeders", "半场承包", "half-contract feeders", public=False, rule="HZ-79", paired=True
)
"""Who fed a meld, with the length of the chain before."""
SHIPENG: Final = Mark("shipeng", "失碰", "pong passed", Life.OWN_TURN, public=False, rule="HZ-49")
LOUHU: Final = Mark(
    "louhu", "漏胡", "win passed", Life.OWN_TURN, public=False, rule="HZ-50", paired=True
)
"""The kind that was not won, with the multiple declined."""
MARKS: Final = (CHAIN, OWNER, ESCAPE, FEEDERS, SHIPENG, LOUHU)


def level(table: Table) -> int:
    """HZ-11, HZ-12: 1 平庄, 2 二老庄, 3 三老庄; 笃老 lifts any dealer to 3."""
    dice = table.dice
    first, second = dice[0], dice[1]
    if table.streak >= TOP_LEVEL - 1 or first == second or first + second > 9:  # noqa: PLR2004 - HZ-12
        return TOP_LEVEL
    return table.streak + 1


def claimants(table: Table) -> list[Seat]:
    """The seats whose tiles fit the discard: two of its kind, a run, or a win."""
    tile: Tile = table.offered[0]
    if tile == W:
        return []
    seats = table.seats_after(table.offerer)
    fitting = []
    for seat in seats:
        counts = table.hand(seat).counts
        if counts[tile] > 1 or (seat == seats[0] and can_chow(counts, tile)):
            fitting.append(seat)
    if level(table) == TOP_LEVEL:
        for seat in seats if table.offerer == table.dealer else (table.dealer,):
            if seat not in fitting and table.shape.complete_with(table.hand(seat), tile):
                fitting.append(seat)
    return fitting


def is_frozen(table: Table, seat: Seat) -> bool:
    """HZ-39, HZ-42: somebody else's wildcard is out."""
    key = OWNER.key
    for other, player in enumerate(table.seats):  # noqa: SIM110 - a generator costs more
        if key in player.marks and other != seat:
            return True
    return False


class Zhuochong(Rule):
    """HZ-22 三老庄才能捉冲: discards may be won at 三老庄 only, and only across the dealer line."""

    ids = ("HZ-22", "HZ-23")
    stages = ("discard",)
    vetoes = (Win,)
    during = ("discard",)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Win, if the level allows and the discard completes the hand."""
        if level(table) < TOP_LEVEL or table.dealer not in (seat, table.offerer):
            return ()
        hand = table.hand(seat)
        return (WIN,) if table.shape.complete_with(hand, table.offered[0]) else ()

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """HZ-22 at lower levels and between idles."""
        crosses = table.dealer in (seat, table.offerer)
        return None if crosses and level(table) == TOP_LEVEL else "HZ-22"


class BaotouDraws(Rule):
    """HZ-23 爆头不能捉冲: a 爆头 hand wins by drawing only."""

    ids = ("HZ-23",)
    vetoes = (Win,)
    during = ("discard",)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """HZ-23 for a 爆头 hand."""
        return "HZ-23" if patterns.is_baotou(table, seat) else None


class TanLimit(Rule):
    """HZ-27 三摊: at 三老庄, between idles, no third chow."""

    ids = ("HZ-27",)
    vetoes = (Chow,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """HZ-27 for an idle with two chows from an idle."""
        if table.dealer in (seat, table.offerer) or level(table) < TOP_LEVEL:
            return None
        chows = sum(meld.kind == "chow" for meld in table.seats[seat].melds)
        return "HZ-27" if chows >= IDLE_CHOWS else None


class WildStaysOut(Rule):
    """HZ-37 财神不能杠: the wildcard is part of no kong."""

    ids = ("HZ-37",)
    vetoes = (Kong,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """HZ-37 for four wildcards."""
        assert isinstance(action, Kong)
        return "HZ-37" if action.kind == "concealed" and action.tile == W else None


class Freeze(Rule):
    """HZ-39 财神在外: whoever discards a wildcard bars all others from it and every discard.

    `piao_only`: only a 财飘 does (HZ-45).
    """

    ids = ("HZ-38", "HZ-39", "HZ-40", "HZ-41", "HZ-42", "HZ-43")
    vetoes = (Chow, Pong, Kong, Win)
    during = ("discard",)
    follows = (Discarded,)

    def __init__(self, *, piao_only: bool) -> None:
        self.piao_only = piao_only

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """HZ-38, HZ-39 for claims on a discard; HZ-40 leaves own kongs and self-draw free."""
        if table.offered[0] == W:
            return "HZ-38"
        return "HZ-39" if is_frozen(table, seat) else None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """A discarded wildcard freezes; every one opens the 逃跑 window (HZ-86)."""
        assert isinstance(event, Discarded)
        if event.tile != W:
            return ()
        window = ESCAPE.set(event.seat)
        if self.piao_only and not patterns.is_baotou(table, event.seat):
            return (window,)
        return (OWNER.set(event.seat), window)


class Caipiao(Rule):
    """HZ-45 财飘: a wildcard thrown from a 爆头 hand lengthens the chain, as does a kong."""

    ids = ("HZ-45", "HZ-46", "HZ-47")
    follows = (Discarded, Melded)

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Append to the chain, or empty it."""
        if not isinstance(event, Discarded):
            assert isinstance(event, Melded)
            return self._link(table, event.seat, KONG) if event.meld.is_kong else ()
        if event.tile == W and patterns.is_baotou(table, event.seat):
            return self._link(table, event.seat, PIAO)
        if table.has(event.seat, CHAIN):
            return (CHAIN.clear(event.seat), FEEDERS.clear(event.seat))
        return ()

    def _link(self, table: Table, seat: Seat, link: int) -> tuple[Event, ...]:
        return (CHAIN.set(seat, (*table.listed(seat, CHAIN), link)),)


class HalfContract(Rule):
    """HZ-79 半场承包: who feeds a meld to an open chain answers for all that follows."""

    ids = ("HZ-79",)
    follows = (Melded,)

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """List the feeder with the length of the chain before his tile."""
        assert isinstance(event, Melded)
        seat, meld = event.seat, event.meld
        chain = table.listed(seat, CHAIN)
        if meld.kind == "exposed":
            chain = chain[:-1]  # its own kong has been appended already
        feeder, feeders = meld.source, table.pairs(seat, FEEDERS)
        if feeder is not None and meld.kind != "added" and chain and feeder not in dict(feeders):
            yield FEEDERS.set(seat, (*feeders, (feeder, len(chain))))


class Louhu(Rule):
    """HZ-50 漏胡: a discard not won closes its kind until one's own next turn."""

    ids = ("HZ-50",)
    vetoes = (Win,)
    binding = LOUHU
    during = ("discard",)
    follows = (Answered,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """HZ-50, unless the multiple would be higher than the declined one."""
        for kind, value in table.pairs(seat, LOUHU):
            if kind == table.offered[0] and patterns.judge(table, seat).value <= value:
                return "HZ-50"
        return None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Remember the kind and the multiple that was declined."""
        assert isinstance(event, Answered)
        if WIN in event.offered and event.action != WIN:
            value = patterns.judge(table, event.seat).value
            passed = table.pairs(event.seat, LOUHU)
            yield LOUHU.set(event.seat, (*passed, (table.offered[0], value)))

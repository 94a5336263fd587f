"""The rules of Lanzhou that interrupt the ordinary flow: 甩牌, 报听, 洗澡 and locked hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quexiang.engine.actions import (
    READY,
    WIN,
    Action,
    Choose,
    Chow,
    Declaration,
    Discard,
    Kong,
    Offer,
    OpenChoice,
    Pong,
    Win,
)
from quexiang.engine.due import DRAW_DUE
from quexiang.engine.events import Began, Discarded, Due, Event, Laid, Melded
from quexiang.engine.marks import Life, Mark
from quexiang.engine.rule import Phase, Rule, Stage
from quexiang.text import Named, Text
from quexiang.tiles import parse_tiles
from quexiang.variants.lanzhou.patterns import waits, waits_with, waits_without

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quexiang.engine.actions import Seat
    from quexiang.engine.table import Table
    from quexiang.tiles import Tile

THROWABLE: Final = frozenset(parse_tiles("19m19p19s1234567z"))
SIZES: Final = (0, 3, 6, 9, 12)
"""LZ-9."""
THROWN: Final = Named("thrown", "甩牌", "Thrown")
WON: Final = Named("won", "胡的牌", "Won tiles")
THROW: Final = Declaration(
    "throw",
    "甩牌",
    "throw tiles",
    takes="tiles",
    typed=("甩",),
    rule="LZ-7",
    some=Text("甩{count}张", "throw {count}"),
    none=Text("不甩", "throw nothing"),
)
BAOTING: Final = Declaration(
    "ready", "报听", "declare ready", takes="discard", typed=("r", "听"), rule="LZ-21"
)

TING: Final = Mark("ting", "报听", "ready", rule="LZ-21")
"""Its value is the place of the declaring discard in the river."""
LOCKED: Final = Mark("locked", "锁定", "locked", rule="LZ-23")
XIZAO: Final = Mark("xizao", "洗澡", "bathing", public=False, rule="LZ-30")
SAME: Final = Mark(
    "same", "一圈不胡同张", "same tile blocked", Life.OWN_DRAW, public=False, rule="LZ-28"
)
MARKS: Final = (TING, LOCKED, XIZAO, SAME)


def has(table: Table, seat: Seat, mark: Mark) -> bool:
    """Tell whether a mark lies on a seat."""
    return mark.key in table.seats[seat].marks


def is_protected(table: Table) -> bool:
    """LZ-26, LZ-27: the discard on offer came after its owner's declaring one."""
    place = table.mark(table.offerer, TING)
    return place is not None and place != len(table.seats[table.offerer].river) - 1


class Throwing(Phase):
    """LZ-7 甩牌: between the deal and the first draw all may throw."""

    ids = ("LZ-7",)
    zh = "甩牌"

    def begin(self, table: Table) -> Iterable[Event]:
        """Ask all four; the stage goes on to the next phase."""
        return (Due("ask", table.dealer, ThrowStage.key),)


class ThrowStage(Stage):
    """LZ-10: all decide at the same time and in secret, then everything thrown is shown."""

    key = THROW.key
    may_pass = False

    def asks(self, table: Table) -> tuple[Seat, ...]:
        """All four."""
        return table.seats_from(table.dealer)

    def close(self, table: Table) -> Iterator[Event]:
        """LZ-11, LZ-12: lay what was thrown face up; nothing replaces it."""
        for seat in self.asks(table):
            answer = table.answers.get(seat)
            if isinstance(answer, Choose) and answer.tiles:
                yield Laid(seat, tuple(sorted(answer.tiles)), THROWN.key)
        yield Throwing.done(table)


class Throws(Rule):
    """LZ-8, LZ-9: terminals and honours, as many as a multiple of three."""

    ids = ("LZ-8", "LZ-9", "LZ-10", "LZ-11")
    zh = "甩牌"
    stages = (ThrowStage.key,)
    vetoes = (Choose,)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Any throwable tiles that the seat holds."""
        tiles = tuple(tile for tile in table.seats[seat].hand.tiles() if tile in THROWABLE)
        return (OpenChoice(THROW.key, tiles, tuple(size for size in SIZES if size <= len(tiles))),)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-8 for other kinds, LZ-9 for other numbers."""
        assert isinstance(action, Choose)
        if not THROWABLE.issuperset(action.tiles):
            return "LZ-8"
        return None if len(action.tiles) in SIZES else "LZ-9"


class DealerDraws(Rule):
    """LZ-13: the dealer has no fourteenth tile and begins with a draw."""

    ids = ("LZ-13",)
    zh = "庄家先摸"
    follows = (Began,)

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Make the dealer's draw due."""
        return (DRAW_DUE[table.dealer],)


class SelfDraws(Rule):
    """LZ-15 自摸: the drawn tile is one that the resting hand waits for (LZ-20, LZ-64)."""

    ids = ("LZ-15", "LZ-75")
    zh = "自摸"
    stages = ("turn",)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Win with the drawn tile."""
        drawn = table.turn.drawn
        return (WIN,) if drawn is not None and waits(table, seat) >> drawn & 1 else ()


class DiscardWins(Rule):
    """LZ-76 放炮: the discard is one that the hand waits for."""

    ids = ("LZ-76",)
    zh = "放炮"
    stages = ("discard",)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Win on the discard."""
        return (WIN,) if waits(table, seat) >> table.offered[0] & 1 else ()


class ReadyFirst(Rule):
    """LZ-19: in a declare room nobody wins before he has declared."""

    ids = ("LZ-19",)
    zh = "报了听才能胡"
    vetoes = (Win,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-19 for the undeclared."""
        return None if has(table, seat, TING) else "LZ-19"


class Baoting(Rule):
    """LZ-21 报听: with a discard that leaves a wait; public, for good, and it locks the hand."""

    ids = ("LZ-21", "LZ-22", "LZ-29")
    zh = "报听"
    stages = ("turn",)
    vetoes = (Discard,)
    follows = (Discarded,)

    def __init__(self, *, declares: bool) -> None:
        self.declares = declares

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """One declaration for each ready discard."""
        if not self.declares or has(table, seat, TING):
            return ()
        kinds = set(table.seats[seat].hand.tiles())
        return [READY[tile] for tile in sorted(kinds) if waits_without(table, seat, tile)]

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-29 in a silent room, LZ-22 the second time, LZ-21 where no wait is left."""
        assert isinstance(action, Discard)
        if action.declare != "ready":
            return None
        if not self.declares:
            return "LZ-29"
        if has(table, seat, TING):
            return "LZ-22"
        return None if waits_without(table, seat, action.tile) else "LZ-21"

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Mark the declarer, remembering which discard it was."""
        assert isinstance(event, Discarded)
        if not event.declared:
            return ()
        place = len(table.seats[event.seat].river) - 1
        return (TING.set(event.seat, place), LOCKED.set(event.seat))


class LockedHand(Rule):
    """LZ-23 to LZ-25: a locked hand throws what it draws, claims nothing, keeps its waits."""

    ids = ("LZ-23", "LZ-24", "LZ-25")
    zh = "手牌锁定"
    vetoes = (Discard, Chow, Pong, Kong)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-23 for another discard, LZ-24 for claims, LZ-25 for a kong that touches the waits."""
        if not has(table, seat, LOCKED):
            return None
        if isinstance(action, Discard):
            return None if action.tile == table.turn.drawn else "LZ-23"
        if not isinstance(action, Kong) or table.due.stage == "discard":
            return "LZ-24"
        return None if self._keeps_waits(table, seat, action) else "LZ-25"

    def _keeps_waits(self, table: Table, seat: Seat, kong: Kong) -> bool:
        rest = table.seats[seat].hand.copy()
        for _ in range(rest.counts[kong.tile]):
            rest.remove(kong.tile)
        return waits_with(table, rest) == waits(table, seat)


class SafeDiscards(Rule):
    """LZ-26 听牌不点炮: a declared player's discards cannot be won, but for LZ-27's."""

    ids = ("LZ-26", "LZ-27")
    zh = "听牌不点炮"
    vetoes = (Win,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-26 on the later discards."""
        return "LZ-26" if table.due.stage == "discard" and is_protected(table) else None


class SameTile(Rule):
    """LZ-28 一圈不胡同张: what a declared player threw he cannot win until he draws again."""

    ids = ("LZ-28",)
    zh = "一圈内不胡同张"
    vetoes = (Win,)
    follows = (Discarded,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-28 on another's tile of the kind."""
        if table.due.stage != "discard":
            return None
        return "LZ-28" if table.mark(seat, SAME) == table.offered[0] else None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Block the kind thrown."""
        assert isinstance(event, Discarded)
        return (SAME.set(event.seat, event.tile),) if has(table, event.seat, TING) else ()


class Xizao(Rule):
    """LZ-30 to LZ-35 洗澡: who lets a declaration go cannot declare with what he draws."""

    ids = ("LZ-30", "LZ-31", "LZ-32", "LZ-33", "LZ-34", "LZ-35")
    zh = "洗澡"
    vetoes = (Discard,)
    follows = (Discarded, Melded)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-32: the kind just drawn."""
        assert isinstance(action, Discard)
        washes = action.declare == "ready" and has(table, seat, XIZAO)
        return "LZ-32" if washes and action.tile == table.turn.drawn else None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """LZ-35: judge the discard; LZ-34: a meld ends it."""
        assert isinstance(event, Discarded | Melded)
        before = has(table, event.seat, XIZAO)
        washes = isinstance(event, Discarded) and self._washes(table, event, before=before)
        if before == washes:
            return ()
        return (XIZAO.set(event.seat) if washes else XIZAO.clear(event.seat),)

    def _washes(self, table: Table, event: Discarded, *, before: bool) -> bool:
        if has(table, event.seat, TING):
            return False
        if before and event.tile == table.turn.drawn:
            return True  # LZ-33
        return bool(waits(table, event.seat))  # the discard was one to declare with


class ClaimsAllowed(Rule):
    """LZ-36 两报、门清: what may not be claimed in the room; LZ-48: no kong in 门清."""

    ids = ("LZ-36", "LZ-48")
    zh = "两报门清"

    def __init__(self, claims: str) -> None:
        self.closed = claims == "closed"
        self.vetoes = (Chow, Pong, Kong) if self.closed else (Chow,)  # type: ignore[misc]

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-48 for kongs, LZ-36 for the rest."""
        return "LZ-48" if isinstance(action, Kong) else "LZ-36"


class EmptyWall(Rule):
    """LZ-43: when the wall is empty a discard can only be won."""

    ids = ("LZ-43",)
    zh = "牌墙空了只能胡"
    vetoes = (Chow, Pong, Kong)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-43 for claims on the last discard."""
        return "LZ-43" if table.left == 0 and table.due.stage == "discard" else None


def claimants(table: Table, seats: tuple[Seat, ...], *, declares: bool, chows: bool) -> list[Seat]:
    """LZ-42: the seats whose tiles fit the discard: two of its kind, a run, or a win."""
    tile: Tile = table.offered[0]
    return [
        seat
        for place, seat in enumerate(seats)
        if table.seats[seat].hand.counts[tile] > 1
        or (chows and place == 0)
        or ((has(table, seat, TING) or not declares) and waits(table, seat) >> tile & 1)
    ]

"""The rules of Lanzhou that interrupt the ordinary flow: 甩牌, 报听, 洗澡 and locked hands."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from quexiang.engine import actions as act
from quexiang.engine.actions import Action, Choose, Declaration, Offer, OpenChoice, Seat
from quexiang.engine.due import DRAW_DUE
from quexiang.engine.events import Began, Discarded, Event, Laid, Melded
from quexiang.engine.marks import Life, Mark
from quexiang.engine.rule import Phase, Rule
from quexiang.engine.table import Table
from quexiang.rules.opening import OpeningStage
from quexiang.rules.ready import without
from quexiang.text import Named, Text
from quexiang.tiles import parse_tiles

from .patterns import waits, waits_with

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


def is_protected(table: Table) -> bool:
    """LZ-26, LZ-27: the discard on offer came after its owner's declaring one."""
    place = table.mark(table.offerer, TING)
    return place is not None and place != len(table.seats[table.offerer].river) - 1


class ThrowStage(OpeningStage):
    """LZ-7, LZ-10 甩牌: before the first draw all decide in secret, then all thrown is shown."""

    key = THROW.key
    may_pass = False

    def close(self, table: Table) -> Iterator[Event]:
        """LZ-11, LZ-12: lay what was thrown face up; nothing replaces it."""
        for seat in self.asks(table):
            answer = table.answers.get(seat)
            if isinstance(answer, Choose) and answer.tiles:
                yield Laid(seat, tuple(sorted(answer.tiles)), THROWN.key)
        yield Phase.done(table)


class Throws(Rule):
    """LZ-8, LZ-9: terminals and honours, as many as a multiple of three."""

    ids = ("LZ-8", "LZ-9", "LZ-10", "LZ-11")
    stages = (THROW.key,)
    vetoes = (Choose,)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Any throwable tiles that the seat holds."""
        tiles = [tile for tile in table.hand(seat).tiles() if tile in THROWABLE]
        sizes = SIZES[: len(tiles) // 3 + 1]
        return (OpenChoice(THROW.key, tuple(tiles), sizes),)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-8 for other kinds, LZ-9 for other numbers."""
        assert isinstance(action, Choose)
        if not THROWABLE.issuperset(action.tiles):
            return "LZ-8"
        return None if len(action.tiles) in SIZES else "LZ-9"


class DealerDraws(Rule):
    """LZ-13: the dealer has no fourteenth tile and begins with a draw."""

    ids = ("LZ-13",)
    follows = (Began,)

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Make the dealer's draw due."""
        return (DRAW_DUE[table.dealer],)


class WaitedWins(Rule):
    """LZ-75 自摸, LZ-76 放炮: the hand waits for the tile drawn or on offer (LZ-20, LZ-64)."""

    ids = ("LZ-15", "LZ-75", "LZ-76")
    stages = ("turn", "discard")

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Win with that tile."""
        tile = table.turn.drawn if table.stage == "turn" else table.offered[0]
        return (act.WIN,) if tile is not None and waits(table, seat) >> tile & 1 else ()


class ReadyFirst(Rule):
    """LZ-19: in a declare room nobody wins before he has declared."""

    ids = ("LZ-19",)
    vetoes = (act.Win,)

    def binds(self, table: Table, seat: Seat, action: Offer) -> bool:
        """Until the seat has declared."""
        return not table.has(seat, TING)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-19."""
        return "LZ-19"


class Baoting(Rule):
    """LZ-21 报听: with a discard that leaves a wait; public, for good, and it locks the hand."""

    ids = ("LZ-21", "LZ-22", "LZ-29")
    stages = ("turn",)
    vetoes = (act.Discard,)
    follows = (Discarded,)

    def __init__(self, *, declares: bool) -> None:
        self.declares = declares

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """One declaration for each ready discard."""
        if not self.declares or table.has(seat, TING):
            return ()
        ready = table.ready_discards(seat)
        return [act.READY[tile] for tile, _ in ready] if ready else ()

    def binds(self, table: Table, seat: Seat, action: Offer) -> bool:
        """Only declarations."""
        return isinstance(action, act.Discard) and action.declare == BAOTING.key

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-29 in a silent room, LZ-22 the second time, LZ-21 where no wait is left."""
        assert isinstance(action, act.Discard)
        if not self.declares:
            return "LZ-29"
        if table.has(seat, TING):
            return "LZ-22"
        rest = without(table.hand(seat), action.tile)
        return None if waits_with(table, rest) else "LZ-21"

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
    vetoes = (act.Discard, act.Chow, act.Pong, act.Kong)
    binding = LOCKED

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-23 for another discard, LZ-24 for claims, LZ-25 for a kong that touches the waits."""
        if isinstance(action, act.Discard):
            return None if action.tile == table.turn.drawn else "LZ-23"
        if not isinstance(action, act.Kong) or table.stage == "discard":
            return "LZ-24"
        hand = table.hand(seat)
        rest = without(hand, *[action.tile] * hand.counts[action.tile])
        return None if waits_with(table, rest) == waits(table, seat) else "LZ-25"


class SelfDrawsOnly(Rule):
    """LZ-81 只许自摸: no discard is won."""

    ids = ("LZ-81",)
    vetoes = (act.Win,)
    during = ("discard",)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-81."""
        return "LZ-81"


class SafeDiscards(Rule):
    """LZ-26 听牌不点炮: a declared player's discards cannot be won, but for LZ-27's."""

    ids = ("LZ-26", "LZ-27")
    vetoes = (act.Win,)
    during = ("discard",)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-26 on the later discards."""
        return "LZ-26" if is_protected(table) else None


class SameTile(Rule):
    """LZ-28 一圈不胡同张: what a declared player threw he cannot win until he draws again."""

    ids = ("LZ-28",)
    vetoes = (act.Win,)
    binding = SAME
    during = ("discard",)
    follows = (Discarded,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-28 on another's tile of the kind."""
        return "LZ-28" if table.mark(seat, SAME) == table.offered[0] else None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Block the kind thrown."""
        assert isinstance(event, Discarded)
        return (SAME.set(event.seat, event.tile),) if table.has(event.seat, TING) else ()


class Xizao(Rule):
    """LZ-30 to LZ-35 洗澡: who lets a declaration go cannot declare with what he draws."""

    ids = ("LZ-30", "LZ-31", "LZ-32", "LZ-33", "LZ-34", "LZ-35")
    vetoes = (act.Discard,)
    binding = XIZAO
    follows = (Discarded, Melded)

    def binds(self, table: Table, seat: Seat, action: Offer) -> bool:
        """Only declarations."""
        return isinstance(action, act.Discard) and action.declare == BAOTING.key

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-32: the kind just drawn."""
        assert isinstance(action, act.Discard)
        return "LZ-32" if action.tile == table.turn.drawn else None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """LZ-35: judge the discard; LZ-34: a meld ends it."""
        if isinstance(event, Discarded):
            return self._washed(table, event.seat, self._washes(table, event))
        assert isinstance(event, Melded)
        return self._washed(table, event.seat, False)  # noqa: FBT003 - bathing or not

    def _washed(self, table: Table, seat: Seat, washes: bool) -> tuple[Event, ...]:  # noqa: FBT001 - likewise
        if table.has(seat, XIZAO) == washes:
            return ()
        return (XIZAO.set(seat) if washes else XIZAO.clear(seat),)

    def _washes(self, table: Table, event: Discarded) -> bool:
        if table.has(event.seat, TING):
            return False
        if event.tile == table.turn.drawn and table.has(event.seat, XIZAO):
            return True  # LZ-33
        return bool(waits(table, event.seat))  # the discard was one to declare with


class ClaimsAllowed(Rule):
    """LZ-36 两报、门清: what may not be claimed in the room; LZ-48: no kong in 门清."""

    ids = ("LZ-36", "LZ-48")

    def __init__(self, claims: str) -> None:
        closed = claims == "closed"
        self.vetoes = (act.Chow, act.Pong, act.Kong) if closed else (act.Chow,)  # type: ignore[misc]  # of this room

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-48 for kongs, LZ-36 for the rest."""
        return "LZ-48" if isinstance(action, act.Kong) else "LZ-36"


class EmptyWall(Rule):
    """LZ-43: when the wall is empty a discard can only be won."""

    ids = ("LZ-43",)
    vetoes = (act.Chow, act.Pong, act.Kong)
    during = ("discard",)

    def binds(self, table: Table, seat: Seat, action: Offer) -> bool:
        """On the last discard."""
        return table.left == 0

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """LZ-43."""
        return "LZ-43"

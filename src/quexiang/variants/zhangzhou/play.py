"""The rules of Zhangzhou in play: golds, claims, kongs, 游金, passing and 分饼."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from quexiang.engine.actions import RUN_PARTNERS, WIN, Action, Chow, Discard, Kong, Pong, Win
from quexiang.engine.events import Answered, Discarded, Event, Indicated, Melded
from quexiang.engine.marks import Life, Mark
from quexiang.engine.rule import Rule
from quexiang.tiles import is_honour, is_suited
from quexiang.variants.zhangzhou.patterns import (
    BAIBAN,
    GOLDS,
    OPEN_LEVEL,
    OWN_LEVEL,
    gold,
    golds,
    has_youjin_shape,
    highest_level,
    level,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quexiang.engine.actions import Offer, Seat
    from quexiang.engine.events import Value
    from quexiang.engine.table import Table
    from quexiang.tiles import Tile

KEPT: Final = 18
KEPT_PER_KONG: Final = 2
SHUANGYOU: Final = 2
SANYOU: Final = 3
FOLLOWERS: Final = 3
CLOSED: Final = "closed"
OTHERS_TILES: Final = ("discard", "kong")

GOLD_OUT: Final = Mark("gold_out", "金已出", "a gold is out", rule="ZZ-49")
LOUPENG: Final = Mark("loupeng", "漏碰", "pong passed", Life.OWN_TURN, public=False, rule="ZZ-58")
LOUHU: Final = Mark("louhu", "漏胡", "win passed", Life.OWN_TURN, public=False, rule="ZZ-59")
CHAIN: Final = Mark("fenbing", "分饼跟牌", "fenbing chain", rule="ZZ-74")
OWED: Final = Mark("fenbing_owed", "分饼已欠", "fenbing owed", rule="ZZ-75")
MARKS: Final = (OWN_LEVEL, OPEN_LEVEL, GOLD_OUT, LOUPENG, LOUHU, CHAIN, OWED)


def kongs_made(table: Table) -> int:
    """ZZ-34: the completed kongs of all players."""
    return sum(len(player.kongs) for player in table.seats if player.melds)


def reserve(kongs: int) -> int:
    """ZZ-87: 18 tiles stay in the wall, and two more for each kong."""
    return KEPT + KEPT_PER_KONG * kongs


def has_claimed(table: Table) -> bool:
    """ZZ-24: a chow, pong or kong was made in the present turn."""
    return table.turn.began in ("chow", "pong") or bool(table.turn.kongs)


class OwnDrawWins(Rule):
    """ZZ-65: a complete hand, or three golds (ZZ-66), may win after a draw."""

    ids = ("ZZ-65", "ZZ-66")
    zh = "摸牌胡"
    stages = ("turn",)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Win; at level 1 and above the hand is always complete."""
        wins = table.shape.complete(table.seats[seat].hand) or golds(table, seat) == GOLDS
        return (WIN,) if wins else ()


class NoGoldAfterClaim(Rule):
    """ZZ-24: no gold is discarded in a turn with a chow, pong or kong, unless all are golds."""

    ids = ("ZZ-24",)
    zh = "吃碰杠后不打金"
    vetoes = (Discard,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-24 for a gold."""
        assert isinstance(action, Discard)
        if action.tile != gold(table) or not has_claimed(table):
            return None
        return "ZZ-24" if golds(table, seat) < table.seats[seat].hand.size else None


class DeadGold(Rule):
    """ZZ-25 打出的金是废牌: nobody may claim it or win on it."""

    ids = ("ZZ-25",)
    zh = "打出的金是废牌"
    vetoes = (Chow, Pong, Kong, Win)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-25 while a gold is the tile on offer."""
        return "ZZ-25" if table.due.stage == "discard" and table.offered[0] == gold(table) else None


class Chows(Rule):
    """ZZ-26 吃: the next seat's runs, with 白板 as the gold's face on either side (ZZ-45)."""

    ids = ("ZZ-26", "ZZ-45")
    zh = "吃"
    stages = ("discard",)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """One chow for each run that the tiles allow; golds take no part (ZZ-42)."""
        if seat != table.after(table.offerer):
            return ()
        counts = table.seats[seat].hand.counts
        chows = runs_with(table.offered[0], gold(table))
        return [chow for chow in chows if counts[chow.low] and counts[chow.high]]


@cache
def runs_with(tile: Tile, gold_face: Tile) -> tuple[Chow, ...]:
    """The chows of a tile, each with two own tiles as printed, in the order of the run."""
    face = gold_face if tile == BAIBAN else tile
    if not is_suited(face):
        return ()
    printed = {gold_face: BAIBAN}
    return tuple(Chow(printed.get(a, a), printed.get(b, b)) for a, b in RUN_PARTNERS[face])


class Robbing(Rule):
    """ZZ-37 抢杠胡: an added kong may be won on."""

    ids = ("ZZ-37",)
    zh = "抢杠胡"
    stages = ("kong",)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Win, if the tile completes the hand."""
        hand = table.seats[seat].hand
        return (WIN,) if table.shape.complete_with(hand, table.offered[0]) else ()


class KongLimit(Rule):
    """ZZ-39: after a kong there must still be a tile to draw."""

    ids = ("ZZ-39",)
    zh = "余牌够才能杠"
    vetoes = (Kong,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-39 at or below the reserve that the kong would create."""
        return "ZZ-39" if table.left <= reserve(kongs_made(table) + 1) else None


class TwoGolds(Rule):
    """ZZ-48 两金不点炮: two golds in hand bar a win on a discard."""

    ids = ("ZZ-48",)
    zh = "两金不点炮"
    vetoes = (Win,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-48 on discards only."""
        return "ZZ-48" if table.due.stage == "discard" and golds(table, seat) > 1 else None


class GoldOut(Rule):
    """ZZ-49 金出无点炮: once a gold was discarded nobody wins on a discard."""

    ids = ("ZZ-49",)
    zh = "金出无点炮"
    vetoes = (Win,)
    follows = (Discarded,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-49 on discards only."""
        return "ZZ-49" if table.due.stage == "discard" and GOLD_OUT.key in table.marks else None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Remember the first gold."""
        assert isinstance(event, Discarded)
        if event.tile != gold(table) or GOLD_OUT.key in table.marks:
            return ()
        return (GOLD_OUT.set(None),)


class Ladder(Rule):
    """ZZ-53 游级升降: own discards and kongs alone change a level; it is automatic (ZZ-52)."""

    ids = ("ZZ-51", "ZZ-52", "ZZ-53")
    zh = "游金、双游、三游"
    follows = (Indicated, Discarded, Melded)

    def after(self, table: Table, event: Event) -> Iterator[Event]:
        """Judge the dealt hands of the others, then whoever discards or completes a kong."""
        if isinstance(event, Indicated):
            for seat in table.seats_after(table.dealer):
                yield from self._moved(table, seat, climbs=False)
        elif isinstance(event, Discarded):
            climbs = event.tile == gold(table) and not has_claimed(table)
            yield from self._moved(table, event.seat, climbs=climbs)
        elif isinstance(event, Melded) and event.meld.is_kong:
            yield from self._moved(table, event.seat, climbs=False)

    def _moved(self, table: Table, seat: Seat, *, climbs: bool) -> Iterator[Event]:
        before = level(table, seat)
        now = max(before + climbs, 1) if has_youjin_shape(table, seat) else 0
        if now == before:
            return
        if before == 1:
            yield OWN_LEVEL.clear(seat)
        elif before > 1 and now < SHUANGYOU:
            yield OPEN_LEVEL.clear(seat)
        if now:
            yield OWN_LEVEL.set(seat) if now == 1 else OPEN_LEVEL.set(seat, now)


class Lock(Rule):
    """ZZ-54 封锁: 双游 closes chow and pong to everybody, 三游 kongs too."""

    ids = ("ZZ-54",)
    zh = "双游三游的封锁"
    vetoes = (Chow, Pong, Kong)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-54 by the highest level at the table."""
        limit = SANYOU if isinstance(action, Kong) else SHUANGYOU
        return "ZZ-54" if highest_level(table) >= limit else None


class OwnDrawOnly(Rule):
    """ZZ-55: no win on a discard at level 1, and no robbing either at levels 2 and 3."""

    ids = ("ZZ-55",)
    zh = "游金者怎样胡"
    vetoes = (Win,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-55 by the seat's own level."""
        barred_from = {"discard": 1, "kong": SHUANGYOU}.get(table.due.stage)
        return "ZZ-55" if barred_from and level(table, seat) >= barred_from else None


class Louhu(Rule):
    """ZZ-59 漏胡: another's tile that was not won stays closed until one's own next turn."""

    ids = ("ZZ-59", "ZZ-60")
    zh = "漏胡"
    vetoes = (Win,)
    follows = (Answered,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-59 for the same face, discarded or added to a kong; own draws are free (ZZ-61)."""
        if table.due.stage not in OTHERS_TILES:
            return None
        return "ZZ-59" if table.offered[0] in table.listed(seat, LOUHU) else None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Close the face when a win was offered and not taken."""
        assert isinstance(event, Answered)
        declined = WIN in event.offered and event.action != WIN
        if not declined or table.due.stage not in OTHERS_TILES:  # ZZ-18: not at the opening
            return ()
        return (LOUHU.set(event.seat, (*table.listed(event.seat, LOUHU), table.offered[0])),)


class Fenbing(Rule):
    """ZZ-74 分饼: the dealer's discard, followed by all three others in turn."""

    ids = ("ZZ-74", "ZZ-75")
    zh = "分饼"
    follows = (Discarded, Melded)

    def after(self, table: Table, event: Event) -> Iterator[Event]:
        """Lengthen the chain of equal discards, score it at the fourth, or close it for good."""
        if table.marks.get(CHAIN.key) == CLOSED:
            return
        chain = table.listed(None, CHAIN)
        if isinstance(event, Discarded):
            yield from self._followed(table, (*chain, event.tile))
        elif isinstance(event, Melded) and chain and event.meld.kind in ("chow", "pong", "exposed"):
            yield CHAIN.set(None, CLOSED)

    def _followed(self, table: Table, chain: tuple[Tile, ...]) -> Iterator[Event]:
        value: Value = chain if chain[-1] == chain[0] else CLOSED
        if len(chain) > FOLLOWERS and value == chain:
            value = ()
            worth = 1 if is_honour(chain[0]) else 2  # ZZ-75, by the printed face
            yield OWED.set(None, (*table.listed(None, OWED), worth))
        yield CHAIN.set(None, value)

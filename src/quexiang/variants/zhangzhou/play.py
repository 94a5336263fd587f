"""The rules of Zhangzhou in play: golds, claims, kongs, 游金, passing and 分饼."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from quexiang.engine import actions as act
from quexiang.engine.actions import WIN, Action, Chow, Discard, Kong, Pong, Seat, Win
from quexiang.engine.events import Discarded, Event, Indicated, Melded, Value
from quexiang.engine.marks import Life, Mark
from quexiang.engine.rule import Rule
from quexiang.engine.table import Table
from quexiang.tiles import KINDS, Tile, is_honour, is_suited

from .patterns import BAIBAN, GOLDS, OPEN_LEVEL, OWN_LEVEL, gold, golds, level

KEPT: Final = 18
KEPT_PER_KONG: Final = 2
SHUANGYOU: Final = 2
SANYOU: Final = 3
FOLLOWERS: Final = 3
CLOSED: Final = "closed"

GOLD_OUT: Final = Mark("gold_out", "金已出", "a gold is out", rule="ZZ-49")
LOUPENG: Final = Mark("loupeng", "漏碰", "pong passed", Life.OWN_TURN, public=False, rule="ZZ-58")
LOUHU: Final = Mark("louhu", "漏胡", "win passed", Life.OWN_TURN, public=False, rule="ZZ-59")
CHAIN: Final = Mark("fenbing", "分饼跟牌", "fenbing chain", rule="ZZ-74")
OWED: Final = Mark("fenbing_owed", "分饼已欠", "fenbing owed", rule="ZZ-75")
FULL_PONG: Final = Mark(
    "full_pong", "不能补杠的碰", "pong never to be extended", public=False, rule="ZZ-36"
)
MARKS: Final = (OWN_LEVEL, OPEN_LEVEL, GOLD_OUT, LOUPENG, LOUHU, CHAIN, OWED, FULL_PONG)
Holding = Callable[[Table, Seat], bool]


def reserve(kongs: int) -> int:
    """ZZ-87: 18 tiles stay in the wall, and two more for each kong."""
    return KEPT + KEPT_PER_KONG * kongs


def has_claimed(table: Table, seat: Seat) -> bool:  # noqa: ARG001 - who discards is on turn
    """ZZ-24: a chow, pong or kong was made in the present turn."""
    return table.turn.began in ("chow", "pong") or bool(table.turn.kongs)


def has_melded(table: Table, seat: Seat) -> bool:
    """ZZ-24, read without a time limit: the seat has a chow, pong or kong."""
    return bool(table.seats[seat].melds)


HOLDS_GOLD: Final[Mapping[str, Holding]] = {"turn": has_claimed, "never": has_melded}
"""ZZ-24: when a seat must keep its golds, by how the room reads it."""


def claimants(table: Table) -> Sequence[Seat]:
    """The seats that a discard may concern: two of its kind, a run for the next seat, or a wait."""
    tile: Tile = table.offered[0]
    chows = runs_with(tile, gold(table))
    fitting: Sequence[Seat] = ()
    for seat in table.seats_after(table.offerer):
        counts = table.hand(seat).counts
        if counts[tile] > 1 or fits_any(counts, chows) or table.waits(seat) >> tile & 1:
            fitting = [*fitting, seat]
        chows = ()
    return fitting


def fits_any(counts: bytearray, chows: tuple[Chow, ...]) -> bool:
    """Tell whether the tiles for one of these chows are held."""
    for chow in chows:  # noqa: SIM110 - a generator costs more
        if counts[chow.low] and counts[chow.high]:
            return True
    return False


class OwnDrawWins(Rule):
    """ZZ-65 摸牌胡: a complete hand, or three golds (ZZ-66), may win after a draw."""

    ids = ("ZZ-65", "ZZ-66")
    stages = ("turn",)

    def offers(self, table: Table, seat: Seat) -> Sequence[act.Offer]:
        """Win; at level 1 and above the hand is always complete."""
        wins = table.is_complete(seat) or golds(table, seat) == GOLDS
        return (WIN,) if wins else ()


class NoGoldAfterClaim(Rule):
    """ZZ-24 吃碰杠后不打金: no gold after a claim, unless the hand is all golds."""

    ids = ("ZZ-24",)
    vetoes = (Discard,)

    def __init__(self, holds_gold: Holding) -> None:
        self.holds_gold = holds_gold

    def binds(self, table: Table, seat: Seat, action: act.Offer) -> bool:
        """Who has golds and must keep them."""
        return self.holds_gold(table, seat) and golds(table, seat) > 0

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-24 for a gold."""
        assert isinstance(action, Discard)
        if action.tile != gold(table):
            return None
        return "ZZ-24" if golds(table, seat) < table.hand(seat).size else None


class DeadGold(Rule):
    """ZZ-25 打出的金是废牌: nobody may claim it or win on it."""

    ids = ("ZZ-25",)
    vetoes = (Chow, Pong, Kong, Win)
    during = ("discard",)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-25 while a gold is the tile on offer."""
        return "ZZ-25" if table.offered[0] == gold(table) else None


class Chows(Rule):
    """ZZ-26 吃: the next seat's runs, with 白板 as the gold's face on either side (ZZ-45)."""

    ids = ("ZZ-26", "ZZ-45")
    stages = ("discard",)

    def offers(self, table: Table, seat: Seat) -> Sequence[act.Offer]:
        """One chow for each run that the tiles allow; golds take no part (ZZ-42)."""
        if seat != table.after(table.offerer):
            return ()
        counts = table.hand(seat).counts
        chows = runs_with(table.offered[0], gold(table))
        return [chow for chow in chows if counts[chow.low] and counts[chow.high]]


def runs_with(tile: Tile, gold_face: Tile) -> tuple[Chow, ...]:
    """The chows of a tile, each with two own tiles as printed, in the order of the run."""
    return RUNS[gold_face][tile]


def _runs(tile: Tile, gold_face: Tile) -> tuple[Chow, ...]:
    face = gold_face if tile == BAIBAN else tile
    if not is_suited(face):
        return ()
    printed = {gold_face: BAIBAN}
    return tuple(Chow(printed.get(a, a), printed.get(b, b)) for a, b in act.RUN_PARTNERS[face])


RUNS: Final = tuple(tuple(_runs(tile, face) for tile in range(KINDS)) for face in range(KINDS))
"""All chows, by the gold face and the tile."""


class KongLimit(Rule):
    """ZZ-39 余牌够才能杠: after a kong there must still be a tile to draw."""

    ids = ("ZZ-39",)
    vetoes = (Kong,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-39 at or below the reserve that the kong would create."""
        return "ZZ-39" if table.left <= reserve(table.kongs + 1) else None


class TwoGolds(Rule):
    """ZZ-48 两金不点炮: two golds in hand bar a win on a discard."""

    ids = ("ZZ-48",)
    vetoes = (Win,)
    during = ("discard",)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-48 with two golds or more."""
        return "ZZ-48" if golds(table, seat) > 1 else None


class GoldOut(Rule):
    """ZZ-49 金出无点炮: once a gold was discarded nobody wins on a discard."""

    ids = ("ZZ-49",)
    vetoes = (Win,)
    during = ("discard",)
    follows = (Discarded,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-49 once a gold is out."""
        return "ZZ-49" if GOLD_OUT.key in table.marks else None

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Remember the first gold."""
        assert isinstance(event, Discarded)
        if event.tile != gold(table) or GOLD_OUT.key in table.marks:
            return ()
        return (GOLD_OUT.set(None),)


class Ladder(Rule):
    """ZZ-53 游金、双游、三游: only own discards and kongs change a level, unasked (ZZ-52).

    `falls`: 双游 and 三游 do not outlive the discard of another tile.
    """

    ids = ("ZZ-51", "ZZ-52", "ZZ-53")
    follows = (Indicated, Discarded, Melded)

    def __init__(self, holds_gold: Holding, *, falls: bool) -> None:
        self.holds_gold = holds_gold
        self.falls = falls

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Judge the dealt hands of the others, then whoever discards or completes a kong."""
        if isinstance(event, Discarded):
            thrown = event.tile == gold(table)
            climbs = thrown and not self.holds_gold(table, event.seat)
            return self._moved(table, event.seat, climbs=climbs, other=not thrown)
        if isinstance(event, Indicated):
            others = table.seats_after(table.dealer)
            return [e for s in others for e in self._moved(table, s, climbs=False, other=False)]
        if isinstance(event, Melded) and event.meld.is_kong:
            return self._moved(table, event.seat, climbs=False, other=False)
        return ()

    def _moved(self, table: Table, seat: Seat, *, climbs: bool, other: bool) -> Sequence[Event]:
        """The events that follow; `other`: another tile than the gold was discarded."""
        before = level(table, seat)
        now = 0
        if table.shape.sets_only(table.hand(seat), aside=1):  # ZZ-51: but one gold
            kept = 0 if other and self.falls else before
            now = max(kept + climbs, 1)
        if now == before:
            return ()
        events: list[Event] = []
        if before == 1:
            events.append(OWN_LEVEL.clear(seat))
        elif before > 1 and now < SHUANGYOU:
            events.append(OPEN_LEVEL.clear(seat))
        if now:
            events.append(OWN_LEVEL.set(seat) if now == 1 else OPEN_LEVEL.set(seat, now))
        return events


class Lock(Rule):
    """ZZ-54 封锁: 双游 closes chow and pong to everybody, 三游 kongs too."""

    ids = ("ZZ-54",)
    vetoes = (Chow, Pong, Kong)

    def binds(self, table: Table, seat: Seat, action: act.Offer) -> bool:
        """Once a level is open."""
        return any([table.has(other, OPEN_LEVEL) for other in range(table.players)])  # noqa: C419 - a generator costs more

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-54 by the highest level at the table."""
        highest = max(table.number(other, OPEN_LEVEL) for other in range(table.players))
        return "ZZ-54" if highest >= lowest_lock(action) else None


def lowest_lock(action: Action) -> int:
    """ZZ-54: the level from which on the action is closed."""
    return SANYOU if isinstance(action, Kong) else SHUANGYOU


class OwnLock(Rule):
    """ZZ-54 只锁本人: 双游 and 三游 bind their player alone."""

    ids = ("ZZ-54",)
    vetoes = (Chow, Pong, Kong)
    binding = OPEN_LEVEL

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-54 by the seat's own level."""
        return "ZZ-54" if table.number(seat, OPEN_LEVEL) >= lowest_lock(action) else None


LOCKS: Final[Mapping[str, type[Rule]]] = {"all": Lock, "owner": OwnLock}
"""ZZ-54, by how the room reads it."""


class OwnDrawOnly(Rule):
    """ZZ-55 游金者怎样胡: not on a discard at level 1, nor by robbing at levels 2 and 3."""

    ids = ("ZZ-55",)
    vetoes = (Win,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """ZZ-55 by the seat's own level."""
        barred_from = {"discard": 1, "kong": SHUANGYOU}.get(table.stage)
        return "ZZ-55" if barred_from and level(table, seat) >= barred_from else None


class Fenbing(Rule):
    """ZZ-74 分饼: the dealer's discard, followed by all three others in turn."""

    ids = ("ZZ-74", "ZZ-75")
    follows = (Discarded, Melded)

    def after(self, table: Table, event: Event) -> Iterable[Event]:
        """Lengthen the chain of equal discards, score it at the fourth, or close it for good."""
        if table.marks.get(CHAIN.key) == CLOSED:
            return ()
        chain = table.listed(None, CHAIN)
        if isinstance(event, Discarded):
            return self._followed(table, (*chain, event.tile))
        assert isinstance(event, Melded)
        claimed = chain and event.meld.kind in ("chow", "pong", "exposed")
        return (CHAIN.set(None, CLOSED),) if claimed else ()

    def _followed(self, table: Table, chain: tuple[Tile, ...]) -> Iterator[Event]:
        value: Value = chain if chain[-1] == chain[0] else CLOSED
        if len(chain) > FOLLOWERS and value == chain:
            value = ()
            worth = 1 if is_honour(chain[0]) else 2  # ZZ-75, by the printed face
            yield OWED.set(None, (*table.listed(None, OWED), worth))
        yield CHAIN.set(None, value)

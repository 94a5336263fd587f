"""兰州麻将 Lanzhou: 甩牌, 报听 and 洗澡, 嘴子, hard eyes, and winners who play on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.engine.actions import Kong, Win
from quexiang.engine.ruleset import Ruleset, Special
from quexiang.rulebook import Variant
from quexiang.rules.claims import Chows, ExposedKongs, Pongs
from quexiang.rules.opening import Deal
from quexiang.rules.turns import Discards, KongReserve, NeedsDraw, OwnKongs
from quexiang.text import Named, Text
from quexiang.tiles import SET_136
from quexiang.variants.lanzhou import patterns, play, settlement
from quexiang.variants.lanzhou.options import OPTIONS, zuizi

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quexiang.engine import events as ev
    from quexiang.engine.actions import Seat
    from quexiang.engine.rule import Stage
    from quexiang.engine.ruleset import Fact
    from quexiang.engine.table import Table
    from quexiang.hand import Shape
    from quexiang.rulebook import Options
    from quexiang.tiles import Tile


SIGN = Text("嘴", "zuizi")


class Lanzhou(Ruleset):
    """The rules of a Lanzhou room, in rulebook order."""

    tiles = SET_136
    dealer_extra = False
    hidden_kongs = False
    marks = play.MARKS
    piles = (play.THROWN, play.WON)
    states = {  # noqa: RUF012 - constant
        "ready": lambda table, seat: play.has(table, seat, play.TING),
        "locked": lambda table, seat: play.has(table, seat, play.LOCKED),
        "washing": lambda table, seat: play.has(table, seat, play.XIZAO),
    }

    def __init__(self, options: Options) -> None:
        self.options = options
        self.claims = options.choice("claims")
        self.declares = options.choice("ready_mode") == "declare"
        self.shape = patterns.shape_of(options)
        self.prized = zuizi(options)
        self.privileged = patterns.privileged(options)
        throwing = (play.Throwing(),) if options.flag("throw_tiles") else ()
        declared = (play.ReadyFirst(), play.SafeDiscards(), play.SameTile(), play.Xizao())
        super().__init__(
            phases=(Deal("LZ-4"), *throwing),
            stages=(play.ThrowStage(),),
            rules=(
                play.Throws(),
                play.DealerDraws(),
                play.SelfDraws(),
                play.DiscardWins(),
                OwnKongs("LZ-44"),
                ExposedKongs("LZ-39"),
                Pongs("LZ-38"),
                Chows("LZ-37"),
                play.Baoting(declares=self.declares),
                Discards("LZ-15"),
                NeedsDraw("LZ-15", Win, Kong),
                play.LockedHand(),
                *(declared if self.declares else ()),
                *((play.ClaimsAllowed(self.claims),) if self.claims != "three" else ()),
                play.EmptyWall(),
                KongReserve("LZ-44", keep=0),
            ),
        )

    def shape_for(self, wild: tuple[Tile, ...]) -> Shape:
        """LZ-58 to LZ-66."""
        return self.shape

    def waits_of(self, table: Table, seat: Seat) -> int:
        """LZ-20."""
        return patterns.waits(table, seat)

    def candidates(self, stage: Stage, table: Table) -> Sequence[Seat]:
        """LZ-42: seats with nothing to claim are not asked."""
        seats = stage.asks(table)
        if stage.key != "discard":
            return seats
        chows = self.claims == "three"
        return play.claimants(table, seats, declares=self.declares, chows=chows)

    def won(self, table: Table, seat: Seat) -> ev.Won:
        """LZ-67 to LZ-72."""
        return patterns.judge(table, seat, self.privileged)

    def settle(self, table: Table) -> Iterable[ev.Event]:
        """LZ-74 to LZ-87."""
        return settlement.settle(table, self.options)

    def drawn_round(self, table: Table) -> Iterable[ev.Event]:
        """LZ-79, LZ-89: no payment, wins already settled stand."""
        return settlement.end(table, self.options, "draw")

    def facts(self, table: Table, seat: Seat | None) -> Iterable[Fact]:
        """LZ-99, LZ-100."""
        return settlement.facts(table, seat, self.options)

    def special(self, table: Table) -> Iterable[Special]:
        """LZ-49 嘴子."""
        return tuple(Special(tile, SIGN, "LZ-49") for tile in self.prized)


def ruleset(options: Options, players: int) -> Lanzhou:  # noqa: ARG001 - always four
    """The rules of a room."""
    return Lanzhou(options)


VARIANT = Variant(
    key="lanzhou",
    zh="兰州",
    en="Lanzhou",
    prefix="LZ",
    version="1",
    options=OPTIONS,
    patterns=patterns.PATTERNS,
    declarations=(play.THROW, play.BAOTING),
    ruleset=ruleset,
    order=3,
    tagline=Text("开局先甩牌，报听别洗澡", "Throw tiles first, declare when ready"),
    phrases=(
        Named("bathing", "又洗澡了", "Bathing again"),
        Named("no_cannon", "谁也别点炮", "Nobody feed a win"),
        Named("throw_more", "多甩几张", "Throw a few more"),
        Named("noodles", "打完咥牛大去", "Beef noodles after this"),
    ),
    package=__name__,
)

"""杭州麻将 Hangzhou: one fixed wildcard, 爆头, 财飘 chains and 承包."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.engine.actions import Win
from quexiang.engine.ruleset import Ruleset
from quexiang.hand import Shape
from quexiang.rulebook import Variant
from quexiang.rules.claims import Chows, ExposedKongs, PassedPong, Pongs
from quexiang.rules.opening import Deal, RollDice
from quexiang.rules.turns import Discards, KongReserve, NeedsDraw, OwnKongs, SelfDraw
from quexiang.text import Named, Text
from quexiang.tiles import SET_136

from . import facts, patterns, play, settlement
from .options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quexiang.engine import events as ev
    from quexiang.engine.actions import Seat
    from quexiang.engine.rule import Stage
    from quexiang.engine.ruleset import Fact
    from quexiang.engine.table import Table
    from quexiang.rulebook import Options
    from quexiang.tiles import Tile


class Hangzhou(Ruleset):
    """The rules of a Hangzhou room, in rulebook order."""

    tiles = SET_136
    fixed_wild = (patterns.W,)
    marks = play.MARKS
    states = {"baotou": patterns.is_baotou, "frozen": play.is_frozen}  # noqa: RUF012 - constant

    def __init__(self, options: Options) -> None:
        louhu = (play.Louhu(),) if options.flag("lou_hu") else ()
        super().__init__(
            phases=(RollDice("HZ-5", count=2), Deal("HZ-6")),
            rules=(
                SelfDraw("HZ-15", "HZ-16", "HZ-56", after_claim=True),
                play.Zhuochong(),
                OwnKongs("HZ-29"),
                ExposedKongs("HZ-21"),
                Pongs("HZ-20"),
                Chows("HZ-19"),
                Discards("HZ-17"),
                NeedsDraw("HZ-26", Win),
                play.TanLimit(),
                KongReserve("HZ-32", keep=play.KEPT),
                play.WildStaysOut(),
                play.Freeze(),
                play.Caipiao(),
                play.HalfContract(),
                PassedPong("HZ-49", play.SHIPENG),
                *louhu,
            ),
        )

    def shape_for(self, wild: tuple[Tile, ...]) -> Shape:
        """HZ-52, HZ-53: four sets and a pair, or seven pairs."""
        return Shape(sets=4, wild=frozenset(wild), seven_pairs=True)

    def candidates(self, stage: Stage, table: Table) -> Sequence[Seat]:
        """Leave out the seats that a discard cannot concern."""
        if stage.key != "discard":
            return stage.asks(table)
        return play.claimants(table)

    def exhausted(self, table: Table) -> bool:
        """HZ-92: twenty tiles are always kept."""
        return table.left <= play.KEPT

    def won(self, table: Table, seat: Seat) -> ev.Won:
        """HZ-57 to HZ-66: the reading with the greatest multiple."""
        return patterns.judge(table, seat)

    def settle(self, table: Table) -> Iterable[ev.Event]:
        """HZ-69 to HZ-84, then the next dealer."""
        return settlement.settle(table)

    def drawn_round(self, table: Table) -> Iterable[ev.Event]:
        """HZ-89: no payments."""
        return settlement.drawn_round(table)

    def leave(self, table: Table, seat: Seat) -> Iterable[ev.Event]:
        """HZ-86 to HZ-88: 逃跑."""
        return settlement.leave(table, seat)

    def facts(self, table: Table, seat: Seat | None) -> Iterable[Fact]:
        """What each must see besides tiles and marks."""
        return facts.facts(table, seat)


def ruleset(options: Options, players: int) -> Hangzhou:  # noqa: ARG001 - always four
    """The rules of a room."""
    return Hangzhou(options)


VARIANT = Variant(
    key="hangzhou",
    zh="杭州",
    en="Hangzhou",
    prefix="HZ",
    version="1",
    options=OPTIONS,
    patterns=patterns.PATTERNS,
    blocks=(Named("win", "胡牌", "Win"), Named("escape", "逃跑", "Running away")),
    ruleset=ruleset,
    order=1,
    tagline=Text("白板是财神，爆头还能飘", "White is wild; throw it and win double"),
    wild=Text("财", "wildcard"),
    phrases=(
        Named("baotou_again", "又是爆头啊", "Baotou again?"),
        Named("floated", "飘得漂亮", "Beautifully floated"),
        Named("west_lake", "打完西湖边吃茶去", "Tea by West Lake after this"),
        Named("laozhuang", "老庄不好惹", "The dealer is on a roll"),
    ),
    package=__name__,
)

"""杭州麻将 Hangzhou: one fixed wildcard, 爆头, 财飘 chains and 承包."""

from collections.abc import Iterable, Sequence

from quexiang.engine.actions import Seat, Win
from quexiang.engine.events import Won
from quexiang.engine.rule import Stage
from quexiang.engine.ruleset import Fact, Ruleset
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.hand.readings import Reading
from quexiang.hand.shape import Shape
from quexiang.rulebook import Options, Preset, Variant
from quexiang.rules.claims import Chows, ExposedKongs, PassedPong, Pongs
from quexiang.rules.opening import Deal, RollDice
from quexiang.rules.turns import Discards, KongReserve, NeedsDraw, OwnKongs, SelfDraw
from quexiang.text import Named, Text
from quexiang.tiles import SET_136, Tile

from . import patterns, play, settlement
from .facts import facts_of
from .options import OPTIONS


class Hangzhou(Ruleset):
    """The rules of a Hangzhou room, in rulebook order."""

    tiles = SET_136
    fixed_wild = (patterns.W,)
    marks = play.MARKS
    states = {"baotou": patterns.is_baotou, "frozen": play.is_frozen}  # noqa: RUF012 - constant
    won = staticmethod(patterns.judge)
    settle = staticmethod(settlement.settle)
    drawn_round = staticmethod(settlement.drawn_round)
    leave = staticmethod(settlement.leave)

    def __init__(self, options: Options, players: int) -> None:
        louhu = (play.Louhu(),) if options.flag("lou_hu") else ()
        piao_only = options.choice("freeze_by") == "caipiao"
        self.telling = (play.OWNER.key,) if piao_only else ()
        self.baotou_takes = options.choice("baotou_discard") == "allowed"
        drawn_only = () if self.baotou_takes else (play.BaotouDraws(),)
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
                play.Freeze(piao_only=piao_only),
                *drawn_only,
                play.Caipiao(),
                play.HalfContract(),
                PassedPong("HZ-49", play.SHIPENG),
                *louhu,
            ),
        )

    def shape_for(self, wild: tuple[Tile, ...]) -> Shape:
        """HZ-52, HZ-53: four sets and a pair, or seven pairs."""
        return Shape(sets=4, wild=frozenset(wild), seven_pairs=True)

    def readings_of(self, table: Table, won: Won, hand: Hand) -> list[Reading]:
        """HZ-44: in a 爆头 the last tile and the wildcard that was set aside are the eyes."""
        found = super().readings_of(table, won, hand)
        if patterns.BAOTOU.key not in won.patterns:
            return found
        return sorted(found, key=lambda reading: reading.eyes != won.tile)

    def candidates(self, stage: Stage, table: Table) -> Sequence[Seat]:
        """Leave out the seats that a discard cannot concern."""
        return play.claimants(table) if table.stage == "discard" else stage.asks(table)

    def facts(self, table: Table, seat: Seat | None) -> Iterable[Fact]:
        """Level, stake and wall for all; chain and worth of the own hand for its seat."""
        return facts_of(self, table, seat, baotou_takes=self.baotou_takes)

    def exhausted(self, table: Table) -> bool:
        """HZ-92: twenty tiles are always kept."""
        return table.left <= play.KEPT


VARIANT = Variant(
    key="hangzhou",
    zh="杭州",
    en="Hangzhou",
    prefix="HZ",
    version="1",
    options=OPTIONS,
    patterns=patterns.PATTERNS,
    blocks=(Named("win", "胡牌", "Win"), Named("escape", "逃跑", "Running away")),
    ruleset=Hangzhou,
    order=1,
    tagline=Text("白板是财神，爆头还能飘", "White is wild; throw it and win double"),
    wild=Text("财", "wildcard"),
    phrases=(
        Named("baotou_again", "又是爆头啊", "Baotou again?"),
        Named("floated", "飘得漂亮", "Beautifully floated"),
        Named("west_lake", "打完西湖边吃茶去", "Tea by West Lake after this"),
        Named("laozhuang", "老庄不好惹", "The dealer is on a roll"),
    ),
    presets=(
        Preset(
            *("baotou_draws", "爆头只自摸", "Baotou by draw"),
            {"baotou_discard": "barred"},
            Text("爆头的牌不能捉冲", "A baotou hand takes no discard"),
        ),
        Preset(
            *("open_piao", "飘了才锁", "Frozen by a piao"),
            {"freeze_by": "caipiao"},
            Text("只有财飘才锁别家", "Only a caipiao bars the others"),
        ),
        Preset(
            *("long_evening", "打一晚上", "A long evening"),
            {"rounds": 32, "lou_hu": True},
            Text("三十二局，带漏胡", "Thirty-two rounds, passed wins closed"),
        ),
    ),
    package=__name__,
)

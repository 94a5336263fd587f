"""漳州麻将 Zhangzhou: sixteen tiles, one gold, 游金 – 双游 – 三游 and 分饼."""

from collections.abc import Iterable, Iterator, Sequence

from quexiang.engine import events as ev
from quexiang.engine.actions import Kong, Seat, Win
from quexiang.engine.rule import Rule, Stage
from quexiang.engine.ruleset import Fact, MarkedFace, Ruleset
from quexiang.engine.table import Table
from quexiang.hand.shape import Shape
from quexiang.rulebook import Options, Preset, Variant
from quexiang.rules import claims
from quexiang.rules.claims import DiscardWins, ExposedKongs, Pongs
from quexiang.rules.opening import AskAll, Deal, OpeningStage, TurnIndicator
from quexiang.rules.turns import Discards, NeedsDraw, OwnKongs
from quexiang.text import Named, Text
from quexiang.tiles import SET_144, Tile, is_flower

from . import facts, opening, patterns, play
from .options import OPTIONS
from .patterns import BAIBAN
from .settlement import BLOCKS, Settlement


class Zhangzhou(Ruleset):
    """The rules of a Zhangzhou room, in rulebook order."""

    tiles = SET_144
    hand_size = opening.HAND_SIZE
    rob_kongs = True
    marks = play.MARKS
    piles = (opening.FLOWERS,)
    telling = (patterns.OPEN_LEVEL.key,)
    won = staticmethod(patterns.judge)
    states = {  # noqa: RUF012 - constant
        "youjin": lambda table, seat: patterns.level(table, seat) == 1,
        "shuangyou": lambda table, seat: patterns.level(table, seat) == play.SHUANGYOU,
        "sanyou": lambda table, seat: patterns.level(table, seat) == play.SANYOU,
    }

    def __init__(self, options: Options, players: int) -> None:
        self.options = options
        self.settlement = Settlement(options)
        self.settle = self.settlement.settle
        self.drawn_round = self.settlement.drawn_round
        self.pairs_hand = options.choice("pairs_hand")
        super().__init__(
            phases=(
                Deal("ZZ-5"),
                opening.DealtFlowers(),
                TurnIndicator("ZZ-7", back=True),
                AskAll("ZZ-10", OpeningStage.key),
            ),
            stages=(OpeningStage(),),
            rules=_rules(options, players),
        )

    def shape_for(self, wild: tuple[Tile, ...]) -> Shape:
        """ZZ-62, ZZ-63: five sets and a pair, or seven pairs and one set; ZZ-44, ZZ-46: 白板."""
        stand = (BAIBAN, wild[0]) if wild and wild[0] != BAIBAN else None
        return Shape(
            sets=5,
            wild=wild,
            stand=stand,
            pairs_and_triplet=self.pairs_hand != "off",
            pairs_and_run=self.pairs_hand == "any_set",
        )

    def candidates(self, stage: Stage, table: Table) -> Sequence[Seat]:
        """Leave out the seats that a discard cannot concern."""
        return play.claimants(table) if table.stage == "discard" else stage.asks(table)

    def exhausted(self, table: Table) -> bool:
        """ZZ-20, ZZ-87: no draw at or below the reserve."""
        return table.left <= play.reserve(table.kongs)

    def indicate(self, table: Table, tile: Tile) -> Iterable[ev.Event]:
        """ZZ-7 定金; ZZ-8: a flower is set aside for nobody."""
        if is_flower(tile):
            return (ev.SetAside(tile, back=True),)
        return (ev.Indicated(tile, (tile,), back=True),)

    def facts(self, table: Table, seat: Seat | None) -> Iterator[Fact]:
        """The room, the wall, flowers and 分饼 for all; what golds forbid for the seat itself."""
        if table.indicator is None:
            return
        yield facts.stakes(table, self.options)
        yield from facts.of_wall(table)
        yield from facts.of_flowers(table)
        yield from facts.of_fenbing(table)
        if seat is not None:
            yield from facts.of_seat(table, seat, self.options)

    def special(self, table: Table) -> Iterable[MarkedFace]:
        """ZZ-44 白板 stands for the face of the gold."""
        if table.wild and table.wild[0] != BAIBAN:
            yield MarkedFace(BAIBAN, Text("代", "stands for gold"), "ZZ-44")


def _rules(options: Options, players: int) -> tuple[Rule, ...]:
    """The rules of a room, in the order in which they are asked."""
    holds_gold = play.HOLDS_GOLD[options.choice("gold_after_meld")]
    falls = options.choice("you_kept") == "falls"
    barred = options.choice("kept_fourth") == "barred"
    kept_fourth = (claims.KeptFourth("ZZ-36", play.FULL_PONG),) if barred else ()
    fenbing = (play.Fenbing(),) if players > play.FOLLOWERS else ()  # ZZ-73
    return (
        opening.OpeningWins(),
        opening.FirstHand(),
        play.OwnDrawWins(),
        opening.Flowers(),
        Discards("ZZ-22"),
        NeedsDraw("ZZ-23", Win, Kong),
        play.NoGoldAfterClaim(holds_gold),
        play.DeadGold(),
        DiscardWins("ZZ-29"),
        ExposedKongs("ZZ-28"),
        Pongs("ZZ-27"),
        play.Chows(),
        OwnKongs("ZZ-35", "ZZ-36"),
        claims.RobbedKongs("ZZ-37"),
        *kept_fourth,
        play.KongLimit(),
        play.TwoGolds(),
        play.GoldOut(),
        play.Ladder(holds_gold, falls=falls),
        play.LOCKS[options.choice("you_lock")](),
        play.OwnDrawOnly(),
        claims.PassedPong("ZZ-58", play.LOUPENG),
        claims.PassedWin("ZZ-59", play.LOUHU),
        *fenbing,
    )


VARIANT = Variant(
    key="zhangzhou",
    zh="漳州",
    en="Zhangzhou",
    prefix="ZZ",
    version="1",
    players=(2, 3, 4),
    options=OPTIONS,
    patterns=patterns.PATTERNS,
    ruleset=Zhangzhou,
    blocks=BLOCKS,
    order=4,
    tagline=Text("十六张带花，游金又双游", "Sixteen tiles, flowers and gold"),
    wild=Text("金", "gold"),
    phrases=(
        Named("where_gold", "金都去哪里了", "Where has all the gold gone?"),
        Named("youjin", "游得漂亮", "What a youjin"),
        Named("flowers", "花开富贵", "Flowers bring fortune"),
        Named("tea", "先来泡茶", "Some tea first"),
    ),
    presets=(
        Preset(
            *("generous", "宽打法", "The generous table"),
            {"pairs_hand": "any_set", "you_lock": "owner"},
            Text(
                "七对加任意一副，双游只锁本人",
                "Pairs with any set; shuangyou binds its player",
            ),
        ),
        Preset(
            *("strict", "严打法", "The strict table"),
            {"kept_fourth": "barred", "gold_after_meld": "never", "you_kept": "falls"},
            Text(
                "碰留不补杠，副露不打金，双游会退",
                "No kept fourth, no gold after a meld, shuangyou falls",
            ),
        ),
        Preset(
            *("big_dealer", "庄三闲一", "Dealer pays three"),
            {"settle_mode": "3/1", "rounds": 16},
            Text("十六局，与庄家来往乘三", "Sixteen rounds; thrice with the dealer"),
        ),
    ),
    package=__name__,
)

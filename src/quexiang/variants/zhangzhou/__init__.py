"""漳州麻将 Zhangzhou: sixteen tiles, one gold, 游金 – 双游 – 三游 and 分饼."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.engine.actions import Kong, Win
from quexiang.engine.events import Indicated, SetAside
from quexiang.engine.ruleset import Ruleset, Special
from quexiang.rulebook import Variant
from quexiang.rules.claims import DiscardWins, ExposedKongs, PassedPong, Pongs
from quexiang.rules.opening import Deal, TurnIndicator
from quexiang.rules.turns import Discards, NeedsDraw, OwnKongs
from quexiang.text import Named, Text
from quexiang.tiles import SET_144, is_flower
from quexiang.variants.zhangzhou import facts, opening, patterns, play
from quexiang.variants.zhangzhou.options import OPTIONS
from quexiang.variants.zhangzhou.settlement import BLOCKS, Settlement

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quexiang.engine import events as ev
    from quexiang.engine.actions import Seat
    from quexiang.engine.ruleset import Fact
    from quexiang.engine.table import Table
    from quexiang.hand import Shape
    from quexiang.rulebook import Options
    from quexiang.tiles import Tile


class Zhangzhou(Ruleset):
    """The rules of a Zhangzhou room, in rulebook order."""

    tiles = SET_144
    hand_size = opening.HAND_SIZE
    rob_kongs = True
    marks = play.MARKS
    piles = (opening.FLOWERS,)
    telling = (patterns.OPEN_LEVEL.key,)
    states = {  # noqa: RUF012 - constant
        "youjin": lambda table, seat: patterns.level(table, seat) == 1,
        "shuangyou": lambda table, seat: patterns.level(table, seat) == play.SHUANGYOU,
        "sanyou": lambda table, seat: patterns.level(table, seat) == play.SANYOU,
    }

    def __init__(self, options: Options, players: int) -> None:
        self.options = options
        self.settlement = Settlement(options)
        fenbing = (play.Fenbing(),) if players > play.FOLLOWERS else ()  # ZZ-73
        super().__init__(
            phases=(
                Deal("ZZ-5"),
                opening.DealtFlowers(),
                TurnIndicator("ZZ-7", back=True),
                opening.OpeningWindow(),
            ),
            stages=(opening.OpeningStage(),),
            rules=(
                opening.OpeningWins(),
                opening.FirstHand(),
                play.OwnDrawWins(),
                opening.Flowers(),
                Discards("ZZ-22"),
                NeedsDraw("ZZ-23", Win, Kong),
                play.NoGoldAfterClaim(),
                play.DeadGold(),
                DiscardWins("ZZ-29"),
                ExposedKongs("ZZ-28"),
                Pongs("ZZ-27"),
                play.Chows(),
                OwnKongs("ZZ-35", "ZZ-36"),
                play.Robbing(),
                play.KongLimit(),
                play.TwoGolds(),
                play.GoldOut(),
                play.Ladder(),
                play.Lock(),
                play.OwnDrawOnly(),
                PassedPong("ZZ-58", play.LOUPENG),
                play.Louhu(),
                *fenbing,
            ),
        )

    def shape_for(self, wild: tuple[Tile, ...]) -> Shape:
        """ZZ-62, ZZ-63: five sets and a pair, or seven pairs and a triplet."""
        return patterns.shape_for(wild)

    def exhausted(self, table: Table) -> bool:
        """ZZ-20, ZZ-87: no draw at or below the reserve."""
        return table.left <= play.reserve(play.kongs_made(table))

    def indicate(self, table: Table, tile: Tile) -> Iterable[ev.Event]:
        """ZZ-7 定金; ZZ-8: a flower is set aside for nobody."""
        if is_flower(tile):
            return (SetAside(tile, back=True),)
        return (Indicated(tile, (tile,), back=True),)

    def won(self, table: Table, seat: Seat) -> ev.Won:
        """ZZ-67, ZZ-68: the one kind of the win."""
        return patterns.judge(table, seat)

    def settle(self, table: Table) -> Iterable[ev.Event]:
        """ZZ-77 to ZZ-85."""
        return self.settlement.settle(table)

    def drawn_round(self, table: Table) -> Iterable[ev.Event]:
        """ZZ-83: only 分饼."""
        return self.settlement.drawn_round(table)

    def facts(self, table: Table, seat: Seat | None) -> Iterable[Fact]:
        """What each player must see besides tiles and marks."""
        return facts.facts(table, seat, self.options)

    def special(self, table: Table) -> Iterable[Special]:
        """ZZ-44 白板 stands for the face of the gold."""
        if not table.wild or table.wild[0] == patterns.BAIBAN:
            return ()
        return (Special(patterns.BAIBAN, Text("代", "stands for gold"), "ZZ-44"),)


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
    package=__name__,
)

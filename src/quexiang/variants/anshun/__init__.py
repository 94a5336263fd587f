"""安顺麻将 Anshun: 捉鸡, beans of three kinds, 热炮, 天听 and 杀报."""

from collections.abc import Iterable, Sequence

from quexiang.engine import events as ev
from quexiang.engine.actions import Kong, Seat, Win
from quexiang.engine.rule import Stage
from quexiang.engine.ruleset import Fact, Ruleset
from quexiang.engine.table import Table
from quexiang.hand.shape import Shape
from quexiang.rulebook import Options, Preset, Variant
from quexiang.rules import ready
from quexiang.rules.claims import (
    DiscardWins,
    ExposedKongs,
    KeptFourth,
    Pongs,
    RobbedKongs,
    claimants,
)
from quexiang.rules.opening import Deal
from quexiang.rules.turns import Discards, KongReserve, NeedsDraw, OwnKongs, SelfDraw
from quexiang.scoring import steps, win
from quexiang.text import Named, Text
from quexiang.tiles import SET_108, Tile

from . import facts, patterns, play, settlement
from .options import OPTIONS
from .patterns import DECLARED, PATTERNS, TIANTING


class Anshun(Ruleset):
    """The rules of an Anshun room, in rulebook order."""

    tiles = SET_108
    prized = (play.YAOJI,)  # AS-56
    hidden_kongs = False  # AS-21
    rob_kongs = True  # AS-25
    multi_win = True  # AS-17
    marks = play.MARKS
    states = {"tianting": lambda table, seat: table.has(seat, DECLARED)}  # noqa: RUF012 - constant
    waits = staticmethod(ready.waits)  # AS-36

    def __init__(self, options: Options, players: int) -> None:
        self.options = options
        self.players = players
        self.settlement = settlement.Settlement(options)
        self.plain = play.PlainNeedsBean(hot=options.choice("hot_plain") == "open")
        barred = options.choice("kept_fourth") == "barred"
        kept_fourth = (KeptFourth("AS-22", play.FULL_PONG),) if barred else ()
        tournament = (play.NextThrow(),) if options.flag("tournament") else ()
        super().__init__(
            phases=(Deal("AS-5"),),
            rules=(
                SelfDraw("AS-10"),
                DiscardWins("AS-16"),
                RobbedKongs("AS-25"),
                OwnKongs("AS-20", "AS-21", "AS-22"),
                ExposedKongs("AS-15", "AS-23"),
                Pongs("AS-14"),
                play.Tianting(),
                Discards("AS-10"),
                NeedsDraw("AS-11", Win, Kong),
                KongReserve("AS-24", keep=0),
                *kept_fourth,
                play.Fixed(),
                self.plain,
                play.Chongfengji(),
                *tournament,
            ),
        )

    def shape_for(self, wild: tuple[Tile, ...]) -> Shape:
        """AS-31, AS-33, AS-34: four sets and a pair, or seven pairs, nothing wild."""
        return Shape(sets=4, wild=frozenset(wild), seven_pairs=True)

    def candidates(self, stage: Stage, table: Table) -> Sequence[Seat]:
        """Leave out the seats that the tile on offer cannot concern."""
        return claimants(table, ready.waits, chows=False)

    def first_dealer(self, table: Table) -> Iterable[ev.Event]:
        """AS-3, AS-4: the highest red die."""
        return (play.throw_for_dealer(table.dice),)

    def won(self, table: Table, seat: Seat) -> ev.Won:
        """AS-37 to AS-45: the reading with the highest P, and ten for 天听."""
        tile = table.winning_tile()
        pattern = patterns.best_with(table, seat, tile)
        assert pattern is not None
        shown = (pattern, TIANTING) if table.has(seat, DECLARED) else (pattern,)
        counted = self.settlement.counted(shown)
        return win(table, seat, tile, shown, sum(p.worth for p in counted), steps(counted, "+"))

    def settle(self, table: Table) -> Iterable[ev.Event]:
        """AS-53: turn a tile first; AS-78: throw for the next dealer; then the whole account."""
        if table.wins and table.left and not table.turned:
            return (ev.Due("turn_up", table.wins[0].seat, count=1, purpose="chicken"),)
        dealer = settlement.next_dealer(table)
        if self.options.flag("tournament"):
            thrown = play.throw_for_dealer(table.dice[table.number(None, play.THROWN) :])
            if isinstance(thrown, ev.Due):
                return (thrown,)
            dealer = thrown.dealer
        return self.settlement.account(table, dealer)

    drawn_round = settle

    def facts(self, table: Table, seat: Seat | None) -> Iterable[Fact]:
        """AS-87."""
        return facts.facts(table, seat, self.plain, self.settlement)


VARIANT = Variant(
    key="anshun",
    zh="安顺",
    en="Anshun",
    prefix="AS",
    version="1",
    options=OPTIONS,
    patterns=PATTERNS,
    declarations=(play.TIANTING,),
    ruleset=Anshun,
    blocks=settlement.BLOCKS,
    order=5,
    tagline=Text("捉鸡又点豆，不许吃牌", "Catch chickens, count beans, no chows"),
    phrases=(
        Named("catch_chicken", "捉鸡捉鸡", "Catch the chicken"),
        Named("charging", "冲锋鸡走起", "Chongfengji, off it goes"),
        Named("beans", "豆子多得很", "Plenty of beans"),
        Named("hot_cannon", "小心热炮", "Mind the hot discard"),
    ),
    melds=("pong", "exposed", "concealed"),
    turns_tiles=True,
    presets=(
        Preset(
            *("robbed_all", "抢杠包三家", "Robbed kongs pay for all"),
            {"robbed_pay": "three", "kept_fourth": "allowed"},
            Text("抢杠替三家付，碰留的也能转弯", "A robbed kong pays thrice; kept fourths count"),
        ),
        Preset(
            *("small_tianting", "小天听", "Small tianting"),
            {"tianting_base": "replaced", "tianting_double": "pattern"},
            Text("天听十番代替平胡，自摸只乘牌型", "Ten in place of one; only the pattern doubles"),
        ),
        Preset(
            *("tournament", "比赛打法", "Tournament"),
            {"tournament": True, "rounds": 16, "hot_plain": "closed"},
            Text("十六局，每局掷骰定庄", "Sixteen rounds, the dealer thrown for each"),
        ),
    ),
    package=__name__,
)

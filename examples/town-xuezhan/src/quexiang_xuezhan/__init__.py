"""成都 血战到底: 换三张, 定缺, and play goes on until three have won."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from quexiang.engine import events as ev
from quexiang.engine.actions import Action, Kong, Offer, Seat, Win
from quexiang.engine.ruleset import Fact, Ruleset
from quexiang.engine.table import Table
from quexiang.hand import Shape
from quexiang.rulebook import Options, Variant
from quexiang.rules.claims import DiscardWins, ExposedKongs, Pongs
from quexiang.rules.opening import Deal
from quexiang.rules.turns import Discards, KongReserve, NeedsDraw, OwnKongs, SelfDraw
from quexiang.text import Named, Text
from quexiang.tiles import SET_108, Tile, tile_en, tile_zh, tiles_of

from . import patterns, play, settlement
from .options import OPTIONS


class Xuezhan(Ruleset):
    """The rules of a room, in rulebook order."""

    tiles = SET_108
    hidden_kongs = False  # XZ-15
    rob_kongs = True  # XZ-18
    marks = play.MARKS
    piles = (Named(settlement.WON, "胡的牌", "won"),)
    states = {  # noqa: RUF012 - constant
        "won": lambda table, seat: seat in table.out,
        **{mark.key: partial(patterns.has, mark) for mark in patterns.QUE},
    }

    def __init__(self, options: Options) -> None:
        self.options = options
        exchange = (play.Huansanzhang(),) if options.flag("exchange") else ()
        passed = (play.PassedWin(options),) if options.flag("passed_win") else ()
        super().__init__(
            phases=(Deal("XZ-2"), *exchange, play.Dingque()),
            stages=(play.HuanStage(), play.QueStage()),
            rules=(
                play.OneSuit(),
                SelfDraw("XZ-7"),
                DiscardWins("XZ-13"),
                play.RobKong("XZ-18"),
                OwnKongs("XZ-15"),
                ExposedKongs("XZ-12"),
                Pongs("XZ-12"),
                Discards("XZ-7"),
                play.QueFirst(),
                play.QueMelds(),
                NeedsDraw("XZ-10", Win, Kong),
                *passed,
                play.GuafengXiayu(options),
                KongReserve("XZ-17", keep=0),
                play.QueWins(),
            ),
        )

    def shape_for(self, wild: tuple[Tile, ...]) -> Shape:
        """XZ-20, XZ-21."""
        return Shape(seven_pairs=True)

    def waits(self, table: Table, seat: Seat) -> int:
        """XZ-23; reckoned anew each time, since a suit that is named changes them."""
        return patterns.waits(table, seat, table.resting(seat))

    def winners(self, table: Table, wanting: list[Seat]) -> list[Seat]:
        """XZ-13 一炮多响."""
        return wanting

    def won(self, table: Table, seat: Seat) -> ev.Won:
        """XZ-27 to XZ-38."""
        return patterns.judge(table, seat, self.options)

    def settle(self, table: Table) -> Iterable[ev.Event]:
        """XZ-19, XZ-24 to XZ-26, XZ-39, XZ-40."""
        return settlement.settle(table, self.options)

    def drawn_round(self, table: Table) -> Iterable[ev.Event]:
        """XZ-41 to XZ-45."""
        return settlement.drawn_round(table, self.options)

    def neutral(self, table: Table, seat: Seat, offers: Sequence[Offer]) -> Action:
        """XZ-47."""
        suggested = play.suggested(table.seats[seat].hand, offers[0])
        return suggested or super().neutral(table, seat, offers)

    def facts(self, table: Table, seat: Seat | None) -> Iterator[Fact]:
        """XZ-48: who has won and how; the own waits with their fan."""
        for place, won in enumerate(table.wins, 1):
            zh, en = f"第{place}个胡，{won.value}番", f"won as number {place}, {won.value} fan"
            yield Fact("won", zh, en, won.seat, "XZ-24")
        if seat is None or table.end is not None or seat in table.out or not table.seats:
            return
        for tile in tiles_of(self.waits(table, seat)) if table.seats[seat].size else ():
            fan = patterns.fan(patterns.best(table, seat, tile, self.options))
            zh, en = f"听{tile_zh(tile)}：{fan}番", f"waits for {tile_en(tile)}: {fan} fan"
            yield Fact("wait", zh, en, seat, "XZ-23")


def ruleset(options: Options, players: int) -> Xuezhan:  # noqa: ARG001 - always four
    """The rules of a room."""
    return Xuezhan(options)


VARIANT = Variant(
    key="xuezhan",
    zh="成都",
    en="Chengdu",
    prefix="XZ",
    version="1",
    options=OPTIONS,
    patterns=patterns.PATTERNS,
    declarations=(play.HUANSANZHANG, play.DINGQUE),
    ruleset=ruleset,
    blocks=settlement.BLOCKS,
    order=6,
    melds=("pong", "exposed", "concealed"),
    tagline=Text(
        "换三张，定一缺，血战到底", "Three tiles exchanged, a suit given up, played to the end"
    ),
    phrases=(
        Named("rain", "下雨咯，拿钱来", "It rains: pay up"),
        Named("pig", "莫当花猪哈", "Do not be the pig"),
        Named("hand", "手气硬是好", "Your hands are lucky today"),
        Named("hotpot", "打完吃火锅", "Hotpot after this"),
    ),
    package=__name__,
)

"""安顺麻将 Anshun: 捉鸡, beans of three kinds, 热炮, 天听 and 杀报."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.engine.actions import Kong, Win
from quexiang.engine.ruleset import Ruleset
from quexiang.hand import Shape
from quexiang.rulebook import Variant
from quexiang.rules.claims import DiscardWins, ExposedKongs, Pongs
from quexiang.rules.opening import Deal
from quexiang.rules.turns import Discards, KongReserve, NeedsDraw, OwnKongs, SelfDraw
from quexiang.text import Named, Text
from quexiang.tiles import SET_108
from quexiang.variants.anshun import facts, patterns, play, settlement
from quexiang.variants.anshun.options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quexiang.engine import events as ev
    from quexiang.engine.actions import Seat
    from quexiang.engine.rule import Stage
    from quexiang.engine.ruleset import Fact
    from quexiang.engine.table import Table
    from quexiang.rulebook import Options
    from quexiang.tiles import Tile


class Anshun(Ruleset):
    """The rules of an Anshun room, in rulebook order."""

    tiles = SET_108
    prized = (play.YAOJI,)  # AS-56
    hidden_kongs = False  # AS-21
    rob_kongs = True  # AS-25
    marks = play.MARKS
    states = {"tianting": patterns.is_declared}  # noqa: RUF012 - constant

    def __init__(self, options: Options) -> None:
        self.options = options
        tournament = (play.NextThrow(),) if options.flag("tournament") else ()
        super().__init__(
            phases=(Deal("AS-5"),),
            rules=(
                SelfDraw("AS-10"),
                DiscardWins("AS-16"),
                play.Qianggang("AS-25"),
                OwnKongs("AS-20", "AS-21", "AS-22"),
                ExposedKongs("AS-15", "AS-23"),
                Pongs("AS-14"),
                play.Tianting(),
                Discards("AS-10"),
                NeedsDraw("AS-11", Win, Kong),
                KongReserve("AS-24", keep=0),
                play.FullPong(),
                play.Fixed(),
                play.PlainNeedsBean(),
                play.Chongfengji(),
                *tournament,
            ),
        )

    def shape_for(self, wild: tuple[Tile, ...]) -> Shape:
        """AS-31, AS-33, AS-34: four sets and a pair, or seven pairs, nothing wild."""
        return Shape(sets=4, wild=frozenset(wild), seven_pairs=True)

    def waits_of(self, table: Table, seat: Seat) -> int:
        """AS-36: without the kinds of which the seat has all four."""
        return patterns.waits(table, seat, table.resting(seat))

    def candidates(self, stage: Stage, table: Table) -> Sequence[Seat]:
        """Leave out the seats that the tile on offer cannot concern."""
        seats = stage.asks(table)
        if stage.key == "turn":
            return seats
        tile = table.offered[0]
        return [
            seat
            for seat in seats
            if table.seats[seat].hand.counts[tile] > 1 or self.waits(table, seat) >> tile & 1
        ]

    def first_dealer(self, table: Table) -> Iterable[ev.Event]:
        """AS-3, AS-4: the highest red die."""
        return (play.throw_for_dealer(table.dice),)

    def winners(self, table: Table, wanting: list[Seat]) -> list[Seat]:
        """AS-17 炮多响: everyone who wants to."""
        return wanting

    def won(self, table: Table, seat: Seat) -> ev.Won:
        """AS-37 to AS-45: the reading with the highest P."""
        return patterns.judge(table, seat)

    def settle(self, table: Table) -> Iterable[ev.Event]:
        """AS-53, AS-64 to AS-78."""
        return settlement.settle(table, self.options)

    def drawn_round(self, table: Table) -> Iterable[ev.Event]:
        """AS-79 to AS-83."""
        return settlement.settle(table, self.options)

    def facts(self, table: Table, seat: Seat | None) -> Iterable[Fact]:
        """AS-87: waits, 天听 chances, hot discard, chickens, who was ready."""
        return facts.facts(table, seat)


def ruleset(options: Options, players: int) -> Anshun:  # noqa: ARG001 - always four
    """The rules of a room."""
    return Anshun(options)


VARIANT = Variant(
    key="anshun",
    zh="安顺",
    en="Anshun",
    prefix="AS",
    version="1",
    options=OPTIONS,
    patterns=patterns.PATTERNS,
    declarations=(play.TIANTING,),
    ruleset=ruleset,
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
    package=__name__,
)

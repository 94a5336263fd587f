"""安化麻将 Anhua: wilds by class, kongs only when ready, sealed hands, birds and piao."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quexiang.engine.actions import Win
from quexiang.engine.events import Due, Indicated, Seated
from quexiang.engine.ruleset import Ruleset
from quexiang.rulebook import Variant
from quexiang.rules.claims import Chows, ExposedKongs, Pongs
from quexiang.rules.opening import Deal, TurnIndicator
from quexiang.rules.turns import Discards, NeedsDraw, OwnKongs
from quexiang.text import Named, Text
from quexiang.tiles import SET_108

from . import patterns, play, settlement
from .options import FEWEST, OPTIONS, conflict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quexiang.engine import events as ev
    from quexiang.engine.actions import Seat
    from quexiang.engine.rule import Phase, Rule
    from quexiang.engine.ruleset import Fact
    from quexiang.engine.table import Table
    from quexiang.hand import Shape
    from quexiang.rulebook import Options
    from quexiang.tiles import Tile


class Anhua(Ruleset):
    """The rules of an Anhua room, in rulebook order."""

    tiles = SET_108
    marks = play.MARKS
    piles = (play.LAST,)
    states = {"sealed": play.is_sealed}  # noqa: RUF012 - constant

    def __init__(self, options: Options, players: int) -> None:
        self.options = options
        self.players = players
        self.rob_kongs = options.flag("rob_kong")
        self.removed = options.number("removed_tiles") if players == FEWEST else 0
        self.birds = settlement.Birds.chosen(options)
        self.judge = patterns.Judge(
            self_wild_hard=options.flag("self_wild_hard"),
            kong_discard_big=options.flag("kong_discard_big"),
        )
        super().__init__(
            phases=(
                *_piao(options),
                Deal("AH-4"),
                TurnIndicator("AH-6", back=False),
                play.OpeningFour(),
            ),
            stages=(
                play.PiaoStage(),
                play.OpeningStage(),
                play.OwnTurn(),
                play.Bloom(),
                play.KongDiscard(),
            ),
            rules=_rules(options.number("kong_tiles")),
        )

    def shape_for(self, wild: tuple[Tile, ...]) -> Shape:
        """AH-46, AH-47, AH-49: sets and eyes of 2, 5 or 8, or seven pairs."""
        return patterns.shape_for(wild)

    def waits_of(self, table: Table, seat: Seat) -> int:
        """AH-26: with free eyes for 清一色."""
        resting = table.resting(seat)
        return patterns.waits(resting, table.seats[seat].melds, table.wild)

    def first_dealer(self, table: Table) -> Iterable[ev.Event]:
        """AH-3: the creator, who sits first, or a random player."""
        return (Due("choose") if self.options["first_dealer"] == "random" else Seated(0),)

    def indicate(self, table: Table, tile: Tile) -> Iterable[ev.Event]:
        """AH-7: the next rank, 9 followed by 1, and with seven wilds the tile's own face."""
        following = tile - 8 if tile % 9 == 8 else tile + 1  # noqa: PLR2004 - 9 is followed by 1
        own = (tile,) if self.options["wild_mode"] == 7 else ()  # noqa: PLR2004 - 七王
        return (Indicated(tile, (following, *own)),)

    def winners(self, table: Table, wanting: list[Seat]) -> list[Seat]:
        """AH-22 一炮多响: everybody, or only the nearest."""
        return wanting if self.options.flag("multi_win") else wanting[:1]

    def won(self, table: Table, seat: Seat) -> ev.Won:
        """AH-52 to AH-58: the reading and the tile of highest value."""
        return self.judge.won(table, seat)

    def settle(self, table: Table) -> Iterable[ev.Event]:
        """AH-61 to AH-78: birds, payments, the next dealer."""
        return settlement.settle(table, self.birds, self.options.number("base_score"))

    def drawn_round(self, table: Table) -> Iterable[ev.Event]:
        """AH-76, AH-79: no payments."""
        return settlement.drawn_round(table)

    def facts(self, table: Table, seat: Seat | None) -> Iterable[Fact]:
        """What each must see: the last tiles, the own class, waits and bars, the birds."""
        return settlement.facts(table, seat, self.birds)


def _rules(kong_tiles: int) -> tuple[Rule, ...]:
    return (
        play.Wins(),
        Discards("AH-15"),
        NeedsDraw("AH-17", Win),
        Chows("AH-18"),
        Pongs("AH-19"),
        OwnKongs("AH-24"),
        ExposedKongs("AH-24"),
        play.MustAct(),
        play.WildsStay(),
        play.KongWhenReady(count=kong_tiles),
        play.KongTiles(count=kong_tiles),
        play.SealedHand(),
        play.WildClass(),
        play.PassedWin(),
        play.LastFour(),
    )


def _piao(options: Options) -> Sequence[Phase]:
    match options.choice("piao_mode"):
        case "free":
            return (play.Piaos(fixed=0),)
        case "fixed":
            return (play.Piaos(fixed=options.number("fixed_piao")),)
        case _:
            return ()


def ruleset(options: Options, players: int) -> Anhua:
    """The rules of a room."""
    return Anhua(options, players)


VARIANT = Variant(
    key="anhua",
    zh="安化",
    en="Anhua",
    prefix="AH",
    version="1",
    players=(2, 3, 4),
    options=OPTIONS,
    patterns=patterns.PATTERNS,
    declarations=(play.PIAO,),
    ruleset=ruleset,
    conflict=conflict,
    totals=settlement.totals,
    order=2,
    tagline=Text("翻王定大小，杠完就封牌", "A turned tile makes the wilds; kong and be sealed"),
    wild=Text("王", "king"),
    phrases=(
        Named("kings", "王都到哪里去了", "Where have all the kings gone?"),
        Named("hard_hand", "硬庄才过瘾", "A hand without kings is the real thing"),
        Named("good_birds", "抓只好鸟来", "A good bird, please"),
        Named("dark_tea", "先呷杯黑茶", "Dark tea first"),
    ),
    turns_tiles=True,
    package=__name__,
)

"""安化麻将 Anhua: wilds by class, kongs only when ready, sealed hands, birds and piao."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from quexiang.engine.actions import Seat, Win
from quexiang.engine.events import Due, Event, Indicated, Seated, Won
from quexiang.engine.rule import Stage
from quexiang.engine.ruleset import Fact, Ruleset
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.hand.readings import Reading
from quexiang.rulebook import Options, Preset, Variant
from quexiang.rules.claims import Chows, ExposedKongs, Pongs, claimants
from quexiang.rules.opening import AskAll, Deal, TurnIndicator
from quexiang.rules.turns import Discards, NeedsDraw, OwnKongs
from quexiang.scoring import suits
from quexiang.text import Named, Text
from quexiang.tiles import SET_108, Tile, tile_names, tiles_of

from . import patterns, play, settlement
from .options import FEWEST, OPTIONS, conflict


class Anhua(Ruleset):
    """The rules of an Anhua room, in rulebook order."""

    tiles = SET_108
    marks = play.MARKS
    piles = (play.LAST,)
    states = {"sealed": play.is_sealed}  # noqa: RUF012 - constant
    shape_for = staticmethod(patterns.shape_for)
    waits = staticmethod(patterns.waits)
    drawn_round = staticmethod(settlement.drawn_round)

    def __init__(self, options: Options, players: int) -> None:
        self.options = options
        self.rob_kongs = options.flag("rob_kong")  # AH-27
        self.multi_win = options.flag("multi_win")  # AH-22
        self.removed = options.number("removed_tiles") if players == FEWEST else 0
        self.birds = settlement.Birds(options)
        self.won = partial(patterns.judge, options=options)
        self.settle = partial(settlement.settle, birds=self.birds, options=options)
        small = not options.flag("kong_discard_big")
        closed = small and options.choice("kong_discard_off") == "no_win"
        fixed = play.FixedPiao(options.number("fixed_piao"))
        piao = {"none": (), "free": (AskAll("AH-9", play.PIAO.key),), "fixed": (fixed,)}
        opening = (Deal("AH-4"), TurnIndicator("AH-6", back=False), AskAll("AH-11", "opening"))
        super().__init__(
            phases=(*piao[options.choice("piao_mode")], *opening),
            stages=play.STAGES,
            rules=(
                play.Wins("AH-14", "AH-27", "AH-29", "AH-31", "AH-72"),
                Discards("AH-15"),
                NeedsDraw("AH-17", Win),
                Chows("AH-18"),
                Pongs("AH-19"),
                OwnKongs("AH-24"),
                ExposedKongs("AH-24"),
                play.MustAct("AH-14", "AH-16", "AH-17", "AH-30", "AH-34"),
                play.WildsStay("AH-15", "AH-20", "AH-37"),
                play.Kongs("AH-25", "AH-26", "AH-28", "AH-32", tiles=options.number("kong_tiles")),
                play.SealedHand("AH-32", "AH-33"),
                *((play.ClosedKongTiles("AH-58"),) if closed else ()),
                play.WildClass("AH-40", "AH-42"),
                play.PassedWin("AH-43", "AH-44", "AH-45"),
                play.LastFour("AH-80", "AH-81"),
            ),
        )

    def candidates(self, stage: Stage, table: Table) -> Sequence[Seat]:
        """Leave out the seats that a discard cannot concern."""
        if table.stage != "discard":
            return stage.asks(table)
        return claimants(table, patterns.waits, chows=True)

    def first_dealer(self, table: Table) -> Iterable[Event]:
        """AH-3: the creator, who sits first, or a random player."""
        return (Due("choose") if self.options["first_dealer"] == "random" else Seated(0),)

    def indicate(self, table: Table, tile: Tile) -> Iterable[Event]:
        """AH-7: the next rank, 9 followed by 1, and with seven wilds the tile's own face."""
        following = tile - 8 if tile % 9 == 8 else tile + 1  # noqa: PLR2004 - 9 is followed by 1
        own = (tile,) if self.options["wild_mode"] == 7 else ()  # noqa: PLR2004 - 七王
        return (Indicated(tile, (following, *own)),)

    def readings_of(self, table: Table, won: Won, hand: Hand) -> list[Reading]:
        """AH-47: free eyes in one suit; AH-41: wilds as themselves in a 硬庄 that holds some."""
        melds = table.seats[won.seat].melds
        is_hard = patterns.HARD.key in won.patterns
        wild = () if is_hard else table.wild
        one_suit = len(suits(hand, melds, wild)) == 1
        shape = patterns.shape_for(wild)
        return (shape.any_eyes if one_suit else shape).readings(hand, won.tile)

    def facts(self, table: Table, seat: Seat | None) -> Iterator[Fact]:
        """For all the last tiles and the seats hit by birds, for a seat its class and its waits."""
        if not table.wild:
            return
        if table.left <= patterns.LAST and table.end is None:
            yield Fact("last_four", "海底：只摸不打", "last four: no discards", rule="AH-80")
        yield from self.birds.facts(table)
        if seat is None:
            return
        kind = patterns.held_class(table.hand(seat), table.wild)
        yield Fact("class", kind.zh, kind.en, seat, "AH-38")
        names = tile_names(tiles_of(self.waits(table, seat)), between=" ")
        if names.zh:
            yield Fact("waits", f"听 {names.zh}", f"waits for {names.en}", seat, "AH-26")


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
    ruleset=Anhua,
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
    presets=(
        Preset(
            *("no_birds", "清净打法", "No birds"),
            {"bird_type": "none", "kong_discard_big": False, "kong_discard_off": "no_win"},
            Text("不抓鸟，不胡杠上炮", "No birds, no wins on a kong's tiles"),
        ),
        Preset(
            *("seven_wilds", "七王大鸟", "Seven wilds and a great bird"),
            {"wild_mode": 7, "bird_type": "all"},
            Text("七个王，一鸟全中", "Seven wilds, one bird hits all"),
        ),
        Preset(
            *("piao", "自由飘", "Free stakes"),
            {"piao_mode": "free", "multi_win": True},
            Text("自由飘分，一炮多响", "Free stakes, several winners"),
        ),
    ),
    package=__name__,
)

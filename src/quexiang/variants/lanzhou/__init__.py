"""兰州麻将 Lanzhou: 甩牌, 报听 and 洗澡, 嘴子, hard eyes, and winners who play on."""

from collections.abc import Iterable, Iterator, Sequence

from quexiang.engine import events as ev
from quexiang.engine.actions import Kong, Seat, Win
from quexiang.engine.due import DRAW_DUE
from quexiang.engine.rule import Stage
from quexiang.engine.ruleset import Fact, MarkedFace, Ruleset
from quexiang.engine.table import Table
from quexiang.hand.concealed import Hand
from quexiang.hand.readings import Reading
from quexiang.hand.shape import Shape
from quexiang.rulebook import Options, Preset, Variant
from quexiang.rules.claims import Chows, ExposedKongs, Pongs, claimants
from quexiang.rules.opening import AskAll, Deal
from quexiang.rules.turns import Discards, KongReserve, NeedsDraw, OwnKongs
from quexiang.scoring import steps, win
from quexiang.text import Named, Text
from quexiang.tiles import SET_136, Tile

from . import facts, patterns, play, settlement
from .options import OPTIONS, discards_win, zuizi


class Lanzhou(Ruleset):
    """The rules of a Lanzhou room, in rulebook order."""

    tiles = SET_136
    dealer_extra = False
    hidden_kongs = False
    marks = play.MARKS
    piles = (play.THROWN, play.WON)
    states = {  # noqa: RUF012 - constant
        "ready": lambda table, seat: table.has(seat, play.TING),
        "locked": lambda table, seat: table.has(seat, play.LOCKED),
        "washing": lambda table, seat: table.has(seat, play.XIZAO),
    }
    waits = staticmethod(patterns.waits)

    def __init__(self, options: Options, players: int) -> None:
        self.options = options
        self.players = players
        self.claims = options.choice("claims")
        self.declares = options.choice("ready_mode") == "declare"
        self.chows = self.claims == "three"
        self.wins_with = play.TING if self.declares else None  # LZ-19
        self.shape = patterns.shape_of(options)
        self.prized = zuizi(options)
        self.privileged = patterns.privileged(options)
        throwing = (AskAll("LZ-7", play.THROW.key),) if options.flag("throw_tiles") else ()
        protected = (play.SafeDiscards(), play.SameTile())
        drawn_only = not discards_win(options)
        declared = (play.ReadyFirst(), *(() if drawn_only else protected), play.Xizao())
        super().__init__(
            phases=(Deal("LZ-4"), *throwing),
            stages=(play.ThrowStage(),),
            rules=(
                play.Throws(),
                play.DealerDraws(),
                play.WaitedWins(),
                *((play.SelfDrawsOnly(),) if drawn_only else ()),
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

    def candidates(self, stage: Stage, table: Table) -> Sequence[Seat]:
        """LZ-42: the seats whose tiles fit the discard: two of its kind, a run, or a win."""
        if table.stage != "discard":
            return stage.asks(table)
        return claimants(table, patterns.waits, chows=self.chows, marked=self.wins_with)

    def won(self, table: Table, seat: Seat) -> ev.Won:
        """LZ-67 to LZ-72: the value is 2 to the number of doublings."""
        tile = table.winning_tile()
        doubled = patterns.best(table.shape, table.resting(seat), tile, self.privileged)
        shown = doubled or (patterns.PINGHU,)
        return win(table, seat, tile, shown, 1 << len(doubled), steps(shown))

    def readings_of(self, table: Table, won: ev.Won, hand: Hand) -> list[Reading]:
        """LZ-70: those with just the doublings of the win."""
        found = super().readings_of(table, won, hand)
        return [
            reading
            for reading in found
            if 2 ** len(patterns.doublings(reading, self.privileged)) == won.value
        ]

    def settle(self, table: Table) -> Iterator[ev.Event]:
        """LZ-74 to LZ-87: pay the win, put its tile aside, and end the round or go on."""
        won, base = table.wins[-1], self.options.number("base_score")
        assert won.tile is not None
        yield from settlement.payments(won, table.seats_after(won.seat), base)
        yield ev.Laid(won.seat, (won.tile,), play.WON.key, won.payer)
        if not table.has(won.seat, play.LOCKED):
            yield play.LOCKED.set(won.seat)  # LZ-85
        limit = settlement.LIMITS.get(self.options.choice("wins"))
        if won.by == "self_draw" and settlement.self_draws(table) == limit:
            yield from settlement.end(table, self.options, "win")
        else:
            yield DRAW_DUE[table.after(won.seat if won.payer is None else won.payer)]

    def drawn_round(self, table: Table) -> Iterable[ev.Event]:
        """LZ-79, LZ-89: no payment, wins already settled stand."""
        return settlement.end(table, self.options, "draw")

    def facts(self, table: Table, seat: Seat | None) -> Iterator[Fact]:
        """LZ-99, LZ-100."""
        yield from facts.public(table, self.options)
        if seat is not None and table.seats and table.hand(seat).size:
            yield from facts.private(table, seat, self.options)

    def special(self, table: Table) -> Iterable[MarkedFace]:
        """LZ-49 嘴子."""
        return tuple(MarkedFace(tile, Text("嘴", "zuizi"), "LZ-49") for tile in self.prized)


VARIANT = Variant(
    key="lanzhou",
    zh="兰州",
    en="Lanzhou",
    prefix="LZ",
    version="1",
    options=OPTIONS,
    patterns=patterns.PATTERNS,
    declarations=(play.THROW, play.BAOTING),
    ruleset=Lanzhou,
    order=3,
    tagline=Text("开局先甩牌，报听别洗澡", "Throw tiles first, declare when ready"),
    phrases=(
        Named("bathing", "又洗澡了", "Bathing again"),
        Named("no_cannon", "谁也别点炮", "Nobody feed a win"),
        Named("throw_more", "多甩几张", "Throw a few more"),
        Named("noodles", "打完咥牛大去", "Beef noodles after this"),
    ),
    presets=(
        Preset(
            *("draw_only", "只许自摸", "Self-draws only"),
            {"discard_wins": "none", "deal_by": "self_draw"},
            Text("打出来的不能胡，自摸定庄", "No discard is won; self-draws move the deal"),
        ),
        Preset(
            *("to_the_end", "胡到底", "To the last tile"),
            {"wins": "all", "claims": "three"},
            Text("胡到底，吃碰杠都行", "Play to the last tile; all claims"),
        ),
        Preset(
            *("hard_eyes", "二五八硬将", "Hard 2 5 8"),
            {"eyes": "hard258", "zuizi": "sanyao"},
            Text("二五八硬将，三幺飞", "Eyes of 2, 5 or 8; ones stand for honours"),
        ),
    ),
    package=__name__,
)

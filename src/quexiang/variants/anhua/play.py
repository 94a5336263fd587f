"""The rules of Anhua that interrupt the ordinary flow: openings, kongs, sealed hands, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from quexiang.engine import events as ev
from quexiang.engine.actions import (
    WIN,
    Action,
    Choose,
    Chow,
    Declaration,
    Discard,
    Kong,
    Pass,
    Pong,
    Win,
)
from quexiang.engine.due import DRAW_DUE
from quexiang.engine.marks import Mark
from quexiang.engine.rule import Phase, Rule, Stage
from quexiang.engine.ruleset import TurnStage
from quexiang.text import Named, Text

from . import patterns
from .patterns import BARRED, is_last_four, wilds_held

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quexiang.engine.actions import Offer, Seat
    from quexiang.engine.table import Table

MOST_PIAO: Final = 3
PIAO: Final = Declaration(
    "piao",
    "飘",
    "stake",
    rule="AH-9",
    values=(Text("不飘", "no stake"), *(Text(f"飘{n}分", f"stake {n}") for n in range(1, 11))),
)
PIAOS: Final = tuple(Choose(PIAO.key, points) for points in range(MOST_PIAO + 1))
LAST: Final = Named("last_four", "最后四张", "Last four")
USED: Final = {"exposed": 3, "added": 1, "concealed": 4}
"""How many concealed tiles a kong uses."""

STAKE: Final = Mark("piao", "飘", "piao", rule="AH-9", counted=True)
SEALED: Final = Mark("sealed", "封牌", "sealed", rule="AH-32")
BIRDS: Final = Mark("birds", "鸟", "birds", rule="AH-61")
MARKS: Final = (STAKE, SEALED, BIRDS, BARRED)


def is_sealed(table: Table, seat: Seat) -> bool:
    """AH-32 封牌."""
    return SEALED.key in table.seats[seat].marks


class Piaos(Phase):
    """AH-9, AH-10: everybody chooses in secret, or all stake the same."""

    def __init__(self, fixed: int) -> None:
        self.fixed = fixed

    def begin(self, table: Table) -> Iterable[ev.Event]:
        """Ask all, or set what is fixed."""
        if not self.fixed:
            return (ev.Due("ask", table.dealer, "piao"),)
        return (*(STAKE.set(seat, self.fixed) for seat in range(table.players)), self.done(table))


class PiaoStage(Stage):
    """AH-9: all choose before the deal, and the choices are shown together."""

    key = "piao"
    may_pass = False

    def asks(self, table: Table) -> tuple[Seat, ...]:
        """Everybody."""
        return table.seats_from(table.dealer)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """0 to 3."""
        return PIAOS

    def close(self, table: Table) -> Iterator[ev.Event]:
        """Show the choices; the silent stake nothing."""
        for seat in range(table.players):
            answer = table.answers.get(seat)
            yield STAKE.set(seat, answer.value if isinstance(answer, Choose) else 0)
        yield Phase.done(table)


class OpeningFour(Phase):
    """AH-11 起手四王: asked before the dealer acts."""

    def begin(self, table: Table) -> Iterable[ev.Event]:
        """Ask whoever was dealt four equal wilds."""
        return (ev.Due("ask", table.dealer, "opening"),)


class OpeningStage(Stage):
    """AH-11, AH-12: win with any shape, or pass for good."""

    key = "opening"

    def asks(self, table: Table) -> tuple[Seat, ...]:
        """Everybody, from the dealer on."""
        return table.seats_from(table.dealer)

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Win, with all four tiles of one wild face."""
        counts = table.seats[seat].hand.counts
        return (WIN,) if any(counts[face] == 4 for face in table.wild) else ()  # noqa: PLR2004

    def untaken(self, table: Table) -> Iterable[ev.Event]:
        """Play begins."""
        return (Phase.done(table),)


class OwnTurn(TurnStage):
    """AH-32, AH-82: an untaken turn throws the drawn tile, or sets aside one of the last."""

    may_pass = True

    def untaken(self, table: Table) -> Iterable[ev.Event]:
        """Throw the drawn tile; of the last four, lay it down for nobody."""
        if not is_last_four(table):
            return super().untaken(table)
        seat, tile = table.turn.seat, table.turn.drawn
        assert tile is not None
        return (ev.Laid(seat, (tile,), LAST.key), DRAW_DUE[table.after(seat)])


class Bloom(Stage):
    """AH-29: the konger alone looks at the turned tiles first."""

    key = "bloom"
    own_turn = True

    def asks(self, table: Table) -> tuple[Seat, ...]:
        """Only the konger."""
        return (table.offerer,)

    def untaken(self, table: Table) -> Iterable[ev.Event]:
        """AH-31: all turned tiles are thrown together."""
        seat = table.offerer
        return (ev.Cast(seat, table.offered), ev.Due("ask", seat, "kong_discard"))


class KongDiscard(Stage):
    """AH-31 杠上炮: the others may only win the thrown tiles; each is asked once."""

    key = "kong_discard"

    def untaken(self, table: Table) -> Iterable[ev.Event]:
        """The konger's next seat draws."""
        return (DRAW_DUE[table.after(table.offerer)],)


class Wins(Rule):
    """AH-14, AH-27, AH-29, AH-31, AH-72: whatever completes the hand may be won."""

    ids = ("AH-14", "AH-27", "AH-29", "AH-31", "AH-72")
    zh = "胡牌"
    stages = ("turn", "discard", "kong", "bloom", "kong_discard")

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Win, if the hand is complete, or a tile turned or on offer completes it."""
        if table.due.stage == "turn":
            player = table.seats[seat]
            complete = patterns.is_complete(player.hand, player.melds, table.wild)
        else:
            complete = bool(patterns.winning_tiles(table, seat))
        return (WIN,) if complete else ()


class WildClass(Rule):
    """AH-40, AH-42: what a hand with wilds may not win from others."""

    ids = ("AH-40", "AH-42")
    zh = "有王不接炮"
    vetoes = (Win,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AH-42 any wild, on a discard; AH-40 三王 and above, on a kong's tiles too."""
        hand = table.seats[seat].hand
        match table.due.stage:
            case "discard":
                return "AH-42" if wilds_held(hand, table.wild) else None
            case "kong" | "kong_discard":
                return "AH-40" if patterns.wild_class(hand, table.wild) else None
            case _:
                return None


class PassedWin(Rule):
    """AH-43 过手胡: a face not won stays closed until the own next draw (AH-44)."""

    ids = ("AH-43", "AH-44", "AH-45")
    zh = "过手胡"
    vetoes = (Win,)
    follows = (ev.Answered,)
    others: ClassVar = ("discard", "kong", "kong_discard")

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AH-43 if every tile on offer that completes the hand is closed."""
        if table.due.stage not in self.others or not table.listed(seat, BARRED):
            return None
        winning = patterns.winning_tiles(table, seat)
        return "AH-43" if winning and not patterns.open_tiles(table, seat) else None

    def after(self, table: Table, event: ev.Event) -> Iterable[ev.Event]:
        """Close every face that could have been won."""
        assert isinstance(event, ev.Answered)
        if WIN not in event.offered or event.action == WIN or table.due.stage not in self.others:
            return
        passed = dict.fromkeys(patterns.open_tiles(table, event.seat))
        yield BARRED.set(event.seat, (*table.listed(event.seat, BARRED), *passed))


class MustAct(Rule):
    """AH-14, AH-16, AH-17, AH-30, AH-34: who may not pass."""

    ids = ("AH-14", "AH-16", "AH-17", "AH-30", "AH-34")
    zh = "不能过"
    vetoes = (Pass,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """Only a sealed hand and a last-four draw are passed, and no wild is thrown."""
        stage, drawn = table.due.stage, table.turn.drawn
        if stage == "bloom":
            return "AH-30" if any(tile in table.wild for tile in table.offered) else None
        if stage != "turn" or is_last_four(table):
            return None
        if is_sealed(table, seat):
            return "AH-34" if drawn in table.wild else None
        return "AH-17" if drawn is None else "AH-14"


class WildsStay(Rule):
    """AH-15, AH-20, AH-37: a wild is neither thrown nor melded, and a tile to throw remains."""

    ids = ("AH-15", "AH-20", "AH-37")
    zh = "王不出手"
    vetoes = (Discard, Chow, Pong)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AH-15 for a discarded wild; AH-20 for claims with wilds or that leave only wilds."""
        wild, hand = table.wild, table.seats[seat].hand
        if isinstance(action, Discard):
            return "AH-15" if action.tile in wild else None
        if isinstance(action, Chow) and (action.low in wild or action.high in wild):
            return "AH-20"
        left = hand.size - wilds_held(hand, wild) - 2
        return "AH-20" if left < 1 else None


class KongWhenReady(Rule):
    """AH-25: real tiles, ready afterwards (AH-26), and enough tiles to turn."""

    ids = ("AH-25", "AH-26")
    zh = "听牌才能杠"
    vetoes = (Kong,)

    def __init__(self, *, count: int) -> None:
        self.count = count

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AH-25, unless a wild more would complete what is left."""
        assert isinstance(action, Kong)
        wild, player = table.wild, table.seats[seat]
        if action.tile in wild or table.left < self.count:
            return "AH-25"
        rest = player.hand.copy()
        for _ in range(min(USED[action.kind], rest.counts[action.tile])):
            rest.remove(action.tile)
        melds = (*player.melds, ev.Meld(action.kind, (action.tile,) * 4))
        return None if patterns.completes(rest, melds, wild, wild[0]) else "AH-25"


class KongTiles(Rule):
    """AH-28, AH-32: a kong rolls a die, turns tiles up and seals its owner."""

    ids = ("AH-28", "AH-32")
    zh = "杠后翻牌"
    follows = (ev.Melded, ev.Rolled, ev.TurnedUp)

    def __init__(self, *, count: int) -> None:
        self.count = count

    def after(self, table: Table, event: ev.Event) -> Iterable[ev.Event]:
        """Roll, turn up, seal, and ask the konger; birds are only remembered."""
        match event:
            case ev.Melded(seat=seat, meld=meld) if meld.is_kong:
                yield ev.Due("roll", seat, count=1, purpose="kong")
            case ev.Rolled(seat=int(seat)):
                yield ev.Due("turn_up", seat, count=self.count, purpose="kong")
            case ev.TurnedUp(seat=seat, purpose="kong"):
                yield SEALED.set(seat)
                yield ev.Due("ask", seat, "bloom")
            case ev.TurnedUp(tiles=tiles):
                yield BIRDS.set(None, tiles)


class SealedHand(Rule):
    """AH-32, AH-33: no chow, no pong, no free discard; own kongs only with the drawn tile."""

    ids = ("AH-32", "AH-33")
    zh = "封牌"
    vetoes = (Discard, Chow, Pong, Kong)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AH-32, or AH-33 for a kong of tiles that were sealed in."""
        if not is_sealed(table, seat):
            return None
        if not isinstance(action, Kong):
            return "AH-32"
        sealed_in = table.due.stage == "turn" and action.tile != table.turn.drawn
        return "AH-33" if sealed_in else None


class LastFour(Rule):
    """AH-81 海底: win or nothing."""

    ids = ("AH-80", "AH-81")
    zh = "海底只胡不打"
    vetoes = (Discard, Kong)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AH-81 on a last-four draw."""
        return "AH-81" if table.due.stage == "turn" and is_last_four(table) else None

"""The rules of Anhua that interrupt the ordinary flow: openings, kongs, sealed hands, the end."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from quexiang.engine import actions as act
from quexiang.engine import events as ev
from quexiang.engine.actions import WIN, Action, Offer, Seat
from quexiang.engine.due import DRAW_DUE
from quexiang.engine.marks import Mark
from quexiang.engine.rule import Phase, Rule
from quexiang.engine.ruleset import DiscardStage, TurnStage
from quexiang.engine.table import Table
from quexiang.rules.opening import OpeningStage
from quexiang.text import Named, Text
from quexiang.tiles import COPIES

from . import patterns
from .patterns import BARRED, is_last_four, wilds_held

STAKES: Final = tuple(Text(f"飘{points}分", f"stake {points}") for points in range(1, 11))
NO_STAKE: Final = Text("不飘", "no stake")
PIAO: Final = act.Declaration("piao", "飘", "stake", rule="AH-9", values=(NO_STAKE, *STAKES))
PIAOS: Final = tuple(act.Choose(PIAO.key, points) for points in range(4))
LAST: Final = Named("last_four", "最后四张", "Last four")

STAKE: Final = Mark("piao", "飘", "piao", rule="AH-9", counted=True)
SEALED: Final = Mark("sealed", "封牌", "sealed", rule="AH-32")
BIRDS: Final = Mark("birds", "鸟", "birds", rule="AH-61")
MARKS: Final = (STAKE, SEALED, BIRDS, BARRED)


def is_sealed(table: Table, seat: Seat) -> bool:
    """AH-32 封牌."""
    return SEALED.key in table.seats[seat].marks


class FixedPiao(Phase):
    """AH-10: all stake the same."""

    def __init__(self, points: int) -> None:
        self.points = points

    def begin(self, table: Table) -> Iterable[ev.Event]:
        """Set the stakes."""
        return (*(STAKE.set(seat, self.points) for seat in range(table.players)), self.done(table))


class PiaoStage(OpeningStage):
    """AH-9: all choose before the deal, and the choices are shown together."""

    key = PIAO.key
    may_pass = False

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """0 to 3."""
        return PIAOS

    def close(self, table: Table) -> Iterator[ev.Event]:
        """Show the choices; the silent stake nothing."""
        for seat in range(table.players):
            answer = table.answers.get(seat)
            yield STAKE.set(seat, answer.value if isinstance(answer, act.Choose) else 0)
        yield Phase.done(table)


class OpeningFour(OpeningStage):
    """AH-11, AH-12 起手四王: win with any shape before the dealer acts, or pass for good."""

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Win, with all four tiles of one wild face."""
        counts = table.hand(seat).counts
        return (WIN,) if any(counts[face] == COPIES for face in table.wild) else ()


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


class Bloom(TurnStage):
    """AH-29: the konger alone looks at the turned tiles first."""

    key = "bloom"
    may_pass = True
    own_turn = True

    def untaken(self, table: Table) -> Iterable[ev.Event]:
        """AH-31: all turned tiles are thrown together."""
        seat = table.offerer
        return (ev.Cast(seat, table.offered), ev.Due("ask", seat, "kong_discard"))


class KongDiscard(DiscardStage):
    """AH-31 杠上炮: the others may only win the thrown tiles; each is asked once."""

    key = "kong_discard"


class Wins(Rule):
    """AH-14, AH-27, AH-29, AH-31, AH-72 胡牌: whatever completes the hand may be won."""

    stages = ("turn", "discard", "kong", "bloom", "kong_discard")

    def offers(self, table: Table, seat: Seat) -> Sequence[Offer]:
        """Win, if the hand is complete, or a tile turned or on offer completes it."""
        if table.stage == "turn":
            return (WIN,) if patterns.is_complete(table, seat) else ()
        return (WIN,) if patterns.winning_tiles(table, seat) else ()


class WildClass(Rule):
    """AH-40, AH-42 有王不接炮: what a hand with wilds may not win from others."""

    vetoes = (act.Win,)
    during = ("discard", "kong", "kong_discard")

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AH-42 any wild, on a discard; AH-40 三王 and above, on a kong's tiles too."""
        hand = table.hand(seat)
        if table.stage == "discard":
            return "AH-42" if wilds_held(hand, table.wild) else None
        return "AH-40" if patterns.wild_class(hand, table.wild) else None


class ClosedKongTiles(Rule):
    """AH-58 补张不能胡: with 杠上炮 switched off nobody else wins the turned tiles."""

    vetoes = (act.Win,)
    during = ("kong_discard",)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AH-58."""
        return "AH-58"


class PassedWin(Rule):
    """AH-43 过手胡: a face not won stays closed until the own next draw (AH-44)."""

    vetoes = (act.Win,)
    binding = BARRED
    during = ("discard", "kong", "kong_discard")
    follows = (ev.Answered,)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AH-43 if every tile on offer that completes the hand is closed."""
        winning = patterns.winning_tiles(table, seat)
        return "AH-43" if winning and not patterns.open_tiles(table, seat) else None

    def after(self, table: Table, event: ev.Event) -> Iterable[ev.Event]:
        """Close every face that could have been won."""
        assert isinstance(event, ev.Answered)
        if WIN not in event.offered or event.action == WIN or table.stage not in self.during:
            return ()
        passed = dict.fromkeys(patterns.open_tiles(table, event.seat))
        return (BARRED.set(event.seat, (*table.listed(event.seat, BARRED), *passed)),)


class MustAct(Rule):
    """AH-14, AH-16, AH-17, AH-30, AH-34 不能过: who may not pass."""

    vetoes = (act.Pass,)
    during = ("turn", "bloom")

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """Only a sealed hand and a last-four draw are passed, and no wild is thrown."""
        drawn = table.turn.drawn
        if table.stage == "bloom":
            return None if set(table.wild).isdisjoint(table.offered) else "AH-30"
        if is_last_four(table):
            return None
        if is_sealed(table, seat):
            return "AH-34" if drawn in table.wild else None
        return "AH-17" if drawn is None else "AH-14"


class WildsStay(Rule):
    """AH-15, AH-20, AH-37 王不出手: no wild is thrown or melded, and a tile to throw remains."""

    vetoes = (act.Discard, act.Chow, act.Pong)

    def binds(self, table: Table, seat: Seat, action: Offer) -> bool:
        """All claims, and the discards of a seat that holds wilds."""
        return not isinstance(action, act.Discard) or wilds_held(table.hand(seat), table.wild) > 0

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AH-15 for a discarded wild; AH-20 for claims with wilds or that leave only wilds."""
        wild = table.wild
        if isinstance(action, act.Discard):
            return "AH-15" if action.tile in wild else None
        if isinstance(action, act.Chow) and (action.low in wild or action.high in wild):
            return "AH-20"
        left = table.hand(seat).size - wilds_held(table.hand(seat), wild) - 2
        return "AH-20" if left < 1 else None


class Kongs(Rule):
    """AH-25 to AH-28, AH-32 听牌才能杠: then a die, tiles turned up, and a sealed hand."""

    vetoes = (act.Kong,)
    follows = (ev.Melded, ev.Rolled, ev.TurnedUp)

    def __init__(self, *ids: str, tiles: int) -> None:
        self.ids = ids
        self.tiles = tiles

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AH-25: real tiles, ready afterwards (AH-26), and enough tiles to turn."""
        assert isinstance(action, act.Kong)
        tile, wild, player = action.tile, table.wild, table.seats[seat]
        if tile in wild or table.left < self.tiles:
            return "AH-25"
        rest = player.hand.copy()
        for _ in range(rest.counts[tile]):
            rest.remove(tile)
        melds = (*player.melds, ev.Meld(action.kind, (tile,) * 4))
        return None if patterns.completes(table, rest, melds, wild[0]) else "AH-25"

    def after(self, table: Table, event: ev.Event) -> Iterable[ev.Event]:
        """Roll, turn up, seal, and ask the konger; birds are only remembered."""
        match event:
            case ev.Melded(seat=seat, meld=meld) if meld.is_kong:
                yield ev.Due("roll", seat, count=1, purpose="kong")
            case ev.Rolled(seat=int(seat)):
                yield ev.Due("turn_up", seat, count=self.tiles, purpose="kong")
            case ev.TurnedUp(seat=seat, purpose="kong"):
                yield SEALED.set(seat)
                yield ev.Due("ask", seat, "bloom")
            case ev.TurnedUp(tiles=tiles):
                yield BIRDS.set(None, tiles)


class SealedHand(Rule):
    """AH-32, AH-33 封牌: no chow, no pong, no free discard; own kongs only with the drawn tile."""

    vetoes = (act.Discard, act.Chow, act.Pong, act.Kong)
    binding = SEALED

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AH-32, or AH-33 for a kong of tiles that were sealed in."""
        if not isinstance(action, act.Kong):
            return "AH-32"
        sealed_in = table.stage == "turn" and action.tile != table.turn.drawn
        return "AH-33" if sealed_in else None


class LastFour(Rule):
    """AH-81 海底只胡不打: win or nothing."""

    vetoes = (act.Discard, act.Kong)
    during = ("turn",)

    def binds(self, table: Table, seat: Seat, action: Offer) -> bool:
        """On a last-four draw."""
        return is_last_four(table)

    def forbids(self, table: Table, seat: Seat, action: Action) -> str | None:
        """AH-81."""
        return "AH-81"


STAGES: Final = (PiaoStage(), OpeningFour(), OwnTurn(), Bloom(), KongDiscard())

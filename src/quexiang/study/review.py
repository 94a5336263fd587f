"""After a match: where a player gave away most, by the estimate of a bot that saw the same."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from quexiang.bots import make_bot
from quexiang.bots.bot import Judged
from quexiang.engine import events as ev
from quexiang.engine.actions import Action, Discard, Offer, Seat
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.view import View
from quexiang.engine.wire import SeatLetter, TileText, letter, tile_names
from quexiang.match import log as match_log
from quexiang.match.match import Match
from quexiang.match.play import views_of
from quexiang.present.steps import ends
from quexiang.text import Text
from quexiang.tiles import Tile, tile_text

REVIEWER: Final = "expert"
TOP: Final = 10
LEAST: Final = 0.005
"""Who loses less than this has chosen as well."""


class Decision(Struct, frozen=True):
    """A choice that a seat made; its view is that of the moment until the next one is asked for."""

    round: int
    place: int
    """How many events there were."""
    seat: Seat
    view: View
    offers: list[Offer]
    action: Action


class Mistake(Struct, frozen=True, kw_only=True):
    """A decision that could have been better."""

    round: int
    place: int
    turn: int
    """The seat's discards so far, and this one."""
    seat: Seat
    tiles: list[Tile]
    drawn: Tile | None
    melds: tuple[ev.Meld, ...]
    wild: tuple[Tile, ...]
    offered: Tile | None
    chosen: Action
    chosen_value: float
    best: Judged
    loss: float


class JudgedChoice(Struct):
    """A choice with what the bot thought it worth."""

    do: str
    zh: str
    en: str
    tiles: list[TileText]
    value: float


class MistakeView(Struct, kw_only=True, omit_defaults=True):
    """A decision that could have been better, as a client draws it."""

    round: int
    step: int
    """The step of the replay after which it was made."""
    turn: int
    seat: SeatLetter
    tiles: list[TileText]
    drawn: TileText | None = None
    melds: list[list[TileText]] = []
    wild: list[TileText] = []
    offered: TileText | None = None
    chosen: JudgedChoice
    best: JudgedChoice
    loss: float
    why: Text


def decisions(entries: Iterable[match_log.MatchEntry]) -> Iterator[Decision]:
    """Play a log again and stop before every answer."""
    source = iter(entries)
    recorder = match_log.reopened(source)
    match = recorder.match
    views: list[View] = []
    for number, entry in enumerate(source, 2):
        if isinstance(entry, match_log.AnswerTaken) and entry.seat in match.round.asked:
            yield _decision(match, views[entry.seat], entry)
        if not isinstance(entry, match_log.Happened):
            match_log.redo(recorder, entry, number)
        if isinstance(entry, match_log.RoundOpened):
            views = views_of(match.round)


def _decision(match: Match, view: View, entry: match_log.AnswerTaken) -> Decision:
    assert match.round.log is not None
    offers = match.round.asked[entry.seat]
    place = len(match.round.log)
    return Decision(len(match.rounds), place, entry.seat, view, offers, entry.action)


def count(entries: Iterable[match_log.MatchEntry], seats: Sequence[Seat]) -> int:
    """How many decisions there are to look at."""
    return sum(
        isinstance(entry, match_log.AnswerTaken) and entry.seat in seats for entry in entries
    )


def mistakes(
    entries: Sequence[match_log.MatchEntry], seats: Sequence[Seat], level: str = REVIEWER
) -> Iterator[Mistake | None]:
    """For each decision of these seats what was lost by it, None where nothing was."""
    opening = entries[0]
    assert isinstance(opening, match_log.Opening)
    for number, decision in enumerate(decisions(entries)):
        if decision.seat in seats:
            yield _mistake(decision, level, f"{opening.seed} {number}")


def _mistake(decision: Decision, level: str, seed: str) -> Mistake | None:
    if len(decision.offers) == 1 and isinstance(decision.offers[0], Action):
        return None
    judged = make_bot(level, seed).judge(decision.view, decision.offers)
    values = {each.action: each.value for each in judged}
    best = judged[0]
    value = values.get(decision.action, min(values.values()))
    if decision.action == best.action or best.value - value < LEAST:
        return None
    return _as_mistake(decision, best, value)


def _as_mistake(decision: Decision, best: Judged, value: float) -> Mistake:
    table, seat = decision.view.table, decision.seat
    player = table.seats[seat]
    on_turn = table.turn.seat == seat
    discards = (e for e in decision.view.log if isinstance(e, ev.Discarded) and e.seat == seat)
    return Mistake(
        round=decision.round,
        place=decision.place,
        turn=sum(1 for _ in discards) + 1,
        seat=seat,
        tiles=list(player.hand.tiles()),
        drawn=table.turn.drawn if on_turn else None,
        melds=tuple(player.melds),
        wild=tuple(table.wild),
        offered=table.offered[0] if table.offered and not on_turn else None,
        chosen=decision.action,
        chosen_value=value,
        best=best,
        loss=best.value - value,
    )


def worst(found: Iterable[Mistake | None], top: int = TOP) -> list[Mistake]:
    """The decisions by which most was lost, the worst first."""
    made = [mistake for mistake in found if mistake is not None]
    return sorted(made, key=lambda mistake: (-mistake.loss, mistake.round, mistake.place))[:top]


class MistakePainter:
    """Shows mistakes of one match."""

    def __init__(self, rules: Ruleset, entries: Iterable[match_log.MatchEntry]) -> None:
        self.rules = rules
        self._rounds: list[list[ev.Event]] = []
        for entry in entries:
            if isinstance(entry, match_log.RoundOpened):
                self._rounds.append([])
            elif isinstance(entry, match_log.Happened):
                self._rounds[-1].append(entry.event)
        self._ends: dict[int, list[int]] = {}

    def step(self, mistake: Mistake) -> int:
        """The step of the replay after which the decision was made."""
        if mistake.round not in self._ends:
            self._ends[mistake.round] = ends(self._rounds[mistake.round - 1])
        return bisect_left(self._ends[mistake.round], mistake.place)

    def show(self, mistake: Mistake) -> MistakeView:
        """A mistake as a client draws it."""
        return MistakeView(
            round=mistake.round,
            step=self.step(mistake),
            turn=mistake.turn,
            seat=letter(mistake.seat),
            tiles=tile_names(mistake.tiles),
            drawn=None if mistake.drawn is None else tile_text(mistake.drawn),
            melds=[tile_names(meld.tiles) for meld in mistake.melds],
            wild=tile_names(mistake.wild),
            offered=None if mistake.offered is None else tile_text(mistake.offered),
            chosen=self._choice(mistake.chosen, mistake.chosen_value),
            best=self._choice(mistake.best.action, mistake.best.value),
            loss=round(mistake.loss, 2),
            why=mistake.best.why,
        )

    def _choice(self, action: Action, value: float) -> JudgedChoice:
        text, tiles = action.label(self.rules.declarations), tile_names(action.takes)
        do = "discard" if isinstance(action, Discard) else action.verb
        return JudgedChoice(do, text.zh, text.en, tiles, round(value, 2))

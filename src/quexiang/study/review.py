"""After a match: where a player gave away most, by the estimate of a bot that saw the same."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from quexiang.bots import make_bot
from quexiang.bots.bot import Judged
from quexiang.engine import events as ev
from quexiang.engine.actions import Action, Discard, Offer, Seat
from quexiang.engine.view import View
from quexiang.engine.wire import SeatLetter, TileText, letter, tile_names
from quexiang.match import log as match_log
from quexiang.match.play import views_of
from quexiang.present.steps import ends
from quexiang.text import Text
from quexiang.tiles import Tile, tile_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quexiang.engine.ruleset import Ruleset
    from quexiang.match.match import Match

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


class Lesson(Struct, frozen=True, kw_only=True):
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


class LessonView(Struct, kw_only=True, omit_defaults=True):
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


def decisions(lines: Iterable[match_log.AnyLine]) -> Iterator[Decision]:
    """Play a log again and stop before every answer."""
    source = iter(lines)
    recorder = match_log.Recorder(match_log.opened_match(source))
    match = recorder.match
    views: list[View] = []
    for number, line in enumerate(source, 2):
        if isinstance(line, match_log.Answer) and line.seat in match.round.asked:
            yield _decision(match, views[line.seat], line)
        if not isinstance(line, match_log.Happened):
            match_log.redo(recorder, line, number)
        if isinstance(line, match_log.RoundOpened):
            views = views_of(match.round)


def _decision(match: Match, view: View, line: match_log.Answer) -> Decision:
    assert match.round.log is not None
    offers = match.round.asked[line.seat]
    place = len(match.round.log)
    return Decision(len(match.rounds), place, line.seat, view, offers, line.action)


def count(lines: Iterable[match_log.AnyLine], seats: Sequence[Seat]) -> int:
    """How many decisions there are to look at."""
    return sum(isinstance(line, match_log.Answer) and line.seat in seats for line in lines)


def lessons(
    lines: Sequence[match_log.AnyLine], seats: Sequence[Seat], level: str = REVIEWER
) -> Iterator[Lesson | None]:
    """For each decision of these seats what was lost by it, None where nothing was."""
    opening = lines[0]
    assert isinstance(opening, match_log.Opening)
    for number, decision in enumerate(decisions(lines)):
        if decision.seat in seats:
            yield _lesson(decision, level, f"{opening.seed} {number}")


def _lesson(decision: Decision, level: str, seed: str) -> Lesson | None:
    if len(decision.offers) == 1 and isinstance(decision.offers[0], Action):
        return None
    judged = make_bot(level, seed).judge(decision.view, decision.offers)
    values = {each.action: each.value for each in judged}
    best = judged[0]
    value = values.get(decision.action, min(values.values()))
    if decision.action == best.action or best.value - value < LEAST:
        return None
    return _told(decision, best, value)


def _told(decision: Decision, best: Judged, value: float) -> Lesson:
    table, seat = decision.view.table, decision.seat
    player = table.seats[seat]
    on_turn = table.turn.seat == seat
    discards = (e for e in decision.view.log if isinstance(e, ev.Discarded) and e.seat == seat)
    return Lesson(
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


def worst(found: Iterable[Lesson | None], top: int = TOP) -> list[Lesson]:
    """The decisions by which most was lost, the worst first."""
    made = [lesson for lesson in found if lesson is not None]
    return sorted(made, key=lambda lesson: (-lesson.loss, lesson.round, lesson.place))[:top]


class Teller:
    """Shows lessons of one match."""

    def __init__(self, rules: Ruleset, lines: Iterable[match_log.AnyLine]) -> None:
        self.rules = rules
        self._rounds: list[list[ev.Event]] = []
        for line in lines:
            if isinstance(line, match_log.RoundOpened):
                self._rounds.append([])
            elif isinstance(line, match_log.Happened):
                self._rounds[-1].append(line.event)
        self._ends: dict[int, list[int]] = {}

    def step(self, lesson: Lesson) -> int:
        """The step of the replay after which the decision was made."""
        if lesson.round not in self._ends:
            self._ends[lesson.round] = ends(self._rounds[lesson.round - 1])
        return bisect_left(self._ends[lesson.round], lesson.place)

    def show(self, lesson: Lesson) -> LessonView:
        """A lesson as a client draws it."""
        return LessonView(
            round=lesson.round,
            step=self.step(lesson),
            turn=lesson.turn,
            seat=letter(lesson.seat),
            tiles=tile_names(lesson.tiles),
            drawn=None if lesson.drawn is None else tile_text(lesson.drawn),
            melds=[tile_names(meld.tiles) for meld in lesson.melds],
            wild=tile_names(lesson.wild),
            offered=None if lesson.offered is None else tile_text(lesson.offered),
            chosen=self._choice(lesson.chosen, lesson.chosen_value),
            best=self._choice(lesson.best.action, lesson.best.value),
            loss=round(lesson.loss, 2),
            why=Text(lesson.best.zh, lesson.best.en),
        )

    def _choice(self, action: Action, value: float) -> JudgedChoice:
        text, tiles = action.label(self.rules.declarations), tile_names(action.takes)
        do = "discard" if isinstance(action, Discard) else action.verb
        return JudgedChoice(do, text.zh, text.en, tiles, round(value, 2))

"""Answering a score question: the table is set up just before the win, then the rules decide.

The win is asked of the ordinary engine; one that is not allowed is refused with its rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from quexiang.engine import events as ev
from quexiang.engine.actions import (
    ADDED,
    CONCEALED,
    DISCARD,
    EXPOSED,
    PASS,
    WIN,
    Action,
    Discard,
    Kong,
    Seat,
    allowed,
)
from quexiang.engine.refusals import NOT_ASKED, NOT_POSSIBLE, NotAllowed
from quexiang.engine.round import Round
from quexiang.engine.table import Table
from quexiang.scenarios.question import Question
from quexiang.scenarios.staging import Staging
from quexiang.text import Text
from quexiang.tiles import Tile, is_flower

KONGS: Final = {"exposed": EXPOSED, "added": ADDED, "concealed": CONCEALED}
SPARE: Final = 3
"""Plain tiles behind the winning one, where a town turns several for a kong."""


class Scored(Struct):
    """What a win came to, and what was assumed because the question does not say it."""

    table: Table
    log: list[ev.Event]
    assumed: dict[str, tuple[int, ...]]
    left: int
    """Tiles in the wall when the hand was won."""


class PlannedAction(Struct, frozen=True):
    """What a seat does on the way to the win; some steps exist only in some towns."""

    seat: Seat
    action: Action
    needed: bool = True


def score(question: Question) -> Scored:
    """Play the win out; of turned tiles that the question does not give, the least telling."""
    try:
        return _scored(question)
    except AssertionError:
        if question.marks:
            zh = "规则要的是另一种值；列表写成 [1, 2] 或 1,2"
            en = "a rule wants another kind of value; a list is written [1, 2] or 1,2"
            raise question.document.bad("marks", Text(zh, en)) from None
        raise


def _scored(question: Question) -> Scored:
    scored = _settled(question, question.turned)
    turned = turned_after_win(scored.log)
    if len(question.turned) < len(turned):
        scored = _settled(question, _least(question, len(turned)))
        scored.assumed["turned"] = turned_after_win(scored.log)
    return scored


def turned_after_win(log: Sequence[ev.Event]) -> tuple[Tile, ...]:
    """The birds or chickens."""
    won = next((place for place, event in enumerate(log) if isinstance(event, ev.Won)), len(log))
    return tuple(t for event in log[won:] if isinstance(event, ev.TurnedUp) for t in event.tiles)


def _least(question: Question, count: int) -> list[Tile]:
    """Turned tiles by which as little as possible is paid."""
    spare = list(question.rules.tiles)
    for tile in question.named():
        spare.remove(tile)

    def paid(tile: Tile) -> int:
        table = _settled(question, [*question.turned, tile]).table
        return sum(payment.amount for payment in table.paid)

    kinds = sorted({tile for tile in spare if not is_flower(tile)}, key=lambda t: (paid(t), t))
    chosen = [tile for tile in kinds for _ in range(spare.count(tile))]
    return [*question.turned, *chosen][:count]


def _settled(question: Question, turned: list[Tile]) -> Scored:
    """Play once, or twice where the number of tiles left is given."""
    scored = _played(Staging(question, turned, None))
    wanted = question.document.values.get("left")
    if wanted is None:
        return scored
    began = next(event.left for event in scored.log if isinstance(event, ev.Began))
    return _played(Staging(question, turned, question.left + began - scored.left))


def _played(staging: Staging) -> Scored:
    question = staging.question
    if question.by == "opening":
        played = staging.round
        steps = [PlannedAction(seat, WIN) for seat in question.winners]
    else:
        staging.play_history(question.kongs)
        steps = _lead_to_win(staging)
        played = staging.resume()
    left = _drive(played, steps)
    assert played.log is not None
    dice = () if question.document.values.get("dice") else dice_before_deal(played.log)
    assumed = {"dice": dice} if dice else {}
    return Scored(played.table, played.log, assumed, left)


def dice_before_deal(log: Sequence[ev.Event]) -> tuple[int, ...]:
    """The dice that may decide on stakes, not those of a kong."""
    dealt = next(place for place, event in enumerate(log) if isinstance(event, ev.Dealt))
    return tuple(die for event in log[:dealt] if isinstance(event, ev.Rolled) for die in event.dice)


def _lead_to_win(staging: Staging) -> list[PlannedAction]:
    """What is drawn and done in the turn in which the hand is won."""
    question, wall = staging.question, staging.wall
    assert question.tile is not None
    seat = question.on_turn
    melds = question.melds.get(seat, [])
    kongs = melds[len(melds) - question.kongs :] if question.kongs else []
    steps: list[PlannedAction] = []
    drawer, coming = seat, []
    for kong in kongs:
        tile = kong.tiles[0]
        coming.append(tile)
        if kong.kind == "exposed":
            assert kong.source is not None
            drawer = kong.source
            steps.append(PlannedAction(drawer, DISCARD[tile]))
        steps.append(PlannedAction(seat, KONGS[kong.kind][tile]))
    coming.append(question.tile)
    wall.draws[:0] = [wall.draws.pop(wall.draws.index(coming[0]))]
    for tile in coming[1:]:
        wall.draws.remove(tile)
    wall.tail = [*coming[1:], *question.back]
    if kongs:
        wall.tail += wall.heap[:SPARE]
        del wall.heap[:SPARE]
    staging.happen(ev.Due("draw", drawer))
    return steps + _last_steps(question)


def _last_steps(question: Question) -> list[PlannedAction]:
    tile, payer = question.tile, question.payer
    assert tile is not None
    wins = [PlannedAction(seat, WIN) for seat in question.winners]
    if payer is None:
        return wins
    if question.by == "rob_kong":
        return [PlannedAction(payer, ADDED[tile]), *wins]
    discard = Discard(tile, question.declares)
    return [PlannedAction(payer, discard, needed=not question.kongs), *wins]


def _drive(played: Round, steps: list[PlannedAction]) -> int:
    """Do the steps, everybody else passing; tell how many tiles were left at the win."""
    left = played.table.left
    before, last = played.copy(), steps[0]
    while steps and not played.table.wins:
        step = _next_step(played, steps)
        if step is None:
            if not _pass_on(played, steps):
                raise _refused(played, before, last, steps)
            continue
        del steps[: steps.index(step) + 1]
        if step.action is WIN:
            left = played.table.left
        elif isinstance(step.action, Discard | Kong):
            before, last = played.copy(), step
        played.answer(step.seat, step.action)
    while played.asked and not played.table.wins:
        _pass_on(played, steps)
    return left


def _next_step(played: Round, steps: list[PlannedAction]) -> PlannedAction | None:
    """The first step that is offered now, going past those that this town may not have."""
    for step in steps:
        if step.seat in played.pending and allowed(played.asked[step.seat], step.action):
            return step
        if step.needed:
            return None
    return None


def _pass_on(played: Round, steps: list[PlannedAction]) -> bool:
    """Let somebody pass who has nothing to do with it; tell whether there was one."""
    meant = {step.seat for step in steps}
    for seat in sorted(played.pending, key=lambda seat: seat in meant):
        if PASS in played.asked[seat]:
            played.answer(seat, PASS)
            return True
    return False


def _refused(
    played: Round, before: Round, last: PlannedAction, steps: list[PlannedAction]
) -> NotAllowed:
    """Why a step cannot be done: asked at the moment when it would have been."""
    wanted, table = steps[0], before.table
    if not wanted.needed and wanted.seat not in played.pending:  # a kong's tiles were thrown
        wanted = next(step for step in steps if step.needed)
        reason = played.why_not(wanted.seat, wanted.action)
        if reason == NOT_ASKED:  # no rule speaks against it, so its tiles do
            reason = NOT_POSSIBLE
        return NotAllowed(wanted.seat, wanted.action, reason)
    if wanted.action is WIN and wanted.seat != last.seat:
        match last.action:
            case Discard(tile=tile, declare=declare):
                table.apply(ev.Discarded(last.seat, tile, declare))
            case Kong(kind="added", tile=tile) if before.rules.rob_kongs:
                table.apply(ev.KongDeclared(last.seat, tile))
    reason = before.why_not(wanted.seat, wanted.action)
    return NotAllowed(wanted.seat, wanted.action, reason)

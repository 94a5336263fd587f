"""Playing a script: windows gather answers until they close, checks look at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from quexiang.engine.actions import PASS, SEATS, Action, Discard, Offer, Seat
from quexiang.engine.events import Drawn, Event
from quexiang.engine.refusals import ENGINE_REASONS
from quexiang.engine.round import Round
from quexiang.engine.wish import Wish
from quexiang.errors import UserError
from quexiang.rulebook import Variant
from quexiang.scenarios.steps import Kind, ScriptStep
from quexiang.text import Text
from quexiang.tiles import is_flower, mask_of, tiles_of, tiles_text
from quexiang.variants import declarations_at

OFFERED = Text("这样做得成", "it is offered")
ENDED = Text("这一局已经完了", "the round is over")


class StepFailed(UserError):
    """A step that did not come true."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.zh, why.en)
        self.args = (why,)


class Script:
    """One round in play under a script; `answers` are the ones given to the open window."""

    def __init__(self, variant: Variant, round_: Round) -> None:
        self.variant = variant
        self.round = round_
        self.answers: dict[Seat, Action] = {}

    # Windows.

    @property
    def on_turn(self) -> bool:
        """Tell whether a seat is on turn, rather than a window or phase open."""
        return self.round.table.due.stage == "turn" and bool(self.round.asked)

    def close(self) -> None:
        """Close the open window or phase; the silent pass or take the neutral choice."""
        asked = dict(self.round.asked)
        for seat, offers in asked.items():
            silent = seat not in self.answers
            action = self.silent(seat, offers) if silent else self.answers[seat]
            self.round.answer(seat, action)
        self.answers = {}

    def silent(self, seat: Seat, offers: list[Offer]) -> Action:
        """What a silent seat does."""
        return PASS if PASS in offers else self.round.rules.neutral(self.round.table, seat, offers)

    def close_all(self) -> None:
        """Close windows and phases until a seat is on turn or the round is over."""
        while self.round.asked and not self.on_turn:
            self.close()

    # Steps.

    def run(self, step: ScriptStep) -> None:
        """Do or check one step."""
        if step.kind == "do":
            self.do(step)
            return
        if self.answers:
            self.close()
        CHECKS[step.kind](self, step)

    def do(self, step: ScriptStep) -> None:
        """Take an action, closing windows in which it is not offered."""
        assert step.seat is not None
        if step.wish.verb == "leave":
            if self.answers:
                self.close()
            self.round.leave(step.seat)
            return
        reason = self.refusal(step)
        while not self._try(step.seat, step.wish):
            if not self.round.asked or self.on_turn:
                raise StepFailed(reason)
            self.close()

    def _try(self, seat: Seat, wish: Wish) -> bool:
        offers = self.round.asked.get(seat)
        action = wish.match(offers) if offers and seat not in self.answers else None
        if action is None:
            return False
        if self.on_turn:
            self.round.answer(seat, action)
            return True
        self.answers[seat] = action
        if len(self.answers) == len(self.round.asked):
            self.close()
        return True

    def refusal(self, step: ScriptStep) -> Text:
        """Say what was wanted, why it is not possible and what is offered."""
        offered = "; ".join(
            f"{SEATS[seat]}: {', '.join(offer.text() for offer in offers)}"
            for seat, offers in self.round.asked.items()
        )
        why = self._why(step)
        zh = f"不能这样{why.zh}；能做的：{offered or '没有'}"
        return Text(zh, f"not offered{why.en}; offered: {offered or 'nothing'}")

    def _why(self, step: ScriptStep) -> Text:
        assert step.seat is not None
        meant = step.wish.means(self.round.table, declarations_at(self.round.rules))
        if not meant:
            return Text("", "")
        reason = self.round.why_not(step.seat, meant[0])
        known = ENGINE_REASONS.get(reason)
        if known:
            return Text(f"（{known.zh}）", f" ({reason} {known.en})")
        title = f"{reason} {self.variant.rule_title(reason)}"
        return Text(f"（{title}）", f" ({title})")

    # Checks.

    def check_can(self, step: ScriptStep) -> None:
        """`B can win`, `B cannot pong`."""
        assert step.seat is not None
        if step.wish.verb == "leave":
            possible = not self.round.over
        else:
            offers = self.round.asked.get(step.seat, [])
            possible = step.wish.match(offers) is not None
        if possible == step.negated:
            raise StepFailed(OFFERED if possible else self.refusal(step))

    def check_waits(self, step: ScriptStep) -> None:
        """`B waits 3m6m`, `B waits any`."""
        assert step.seat is not None
        found = self.round.rules.waits(self.round.table, step.seat)
        kinds = [tile for tile in set(self.round.rules.tiles) if not is_flower(tile)]
        wanted = mask_of(kinds if step.word == "any" else step.tiles)
        if found != wanted:
            shown = tiles_text(tiles_of(found))
            raise StepFailed(Text(f"听的是 {shown or '空的'}", f"waits {shown or 'nothing'}"))

    def check_holds(self, step: ScriptStep) -> None:
        """`B holds 123m55z`."""
        assert step.seat is not None
        held = self.round.table.seats[step.seat].hand.tiles()
        if sorted(held) != sorted(step.tiles):
            shown = tiles_text(held)
            raise StepFailed(Text(f"手里是 {shown or '空的'}", f"holds {shown or 'nothing'}"))

    def check_wild(self, step: ScriptStep) -> None:
        """`wild 2s`, `wild nothing`."""
        if set(self.round.table.wild) != set(step.tiles):
            shown = tiles_text(self.round.table.wild)
            raise StepFailed(Text(f"万能牌是 {shown or '没有'}", f"wild {shown or 'nothing'}"))

    def check_is(self, step: ScriptStep) -> None:
        """`B is sealed`, `B is not ready`."""
        assert step.seat is not None
        true = self.round.rules.states[step.word](self.round.table, step.seat)
        if true == step.negated:
            seat = SEATS[step.seat]
            zh = f"{seat} {'是' if true else '不是'} {step.word}"
            raise StepFailed(Text(zh, f"{seat} is {'' if true else 'not '}{step.word}"))

    def check_turn(self, step: ScriptStep) -> None:
        """`turn C`: on turn, or asked alone in the middle of the own turn."""
        stage = self.round.rules.stages.get(self.round.table.due.stage)
        if stage is not None and stage.own_turn and list(self.round.asked) == [step.seat]:
            return
        self.close_all()
        seat = self.round.table.due.seat if self.on_turn else None
        if seat != step.seat:
            raise StepFailed(ENDED if seat is None else _turn_of(SEATS[seat]))

    def check_dealer(self, step: ScriptStep) -> None:
        """`dealer C`."""
        dealer = self.round.table.dealer
        if dealer != step.seat:
            raise StepFailed(Text(f"庄家是 {SEATS[dealer]}", f"the dealer is {SEATS[dealer]}"))

    def check_over(self, step: ScriptStep) -> None:
        """`over`, `not over`."""
        self.close_all()
        if self.round.over == step.negated:
            raise StepFailed(ENDED if self.round.over else self.refusal_of_end())

    def refusal_of_end(self) -> Text:
        """Say who is still asked."""
        asked = " ".join(SEATS[seat] for seat in self.round.asked)
        return Text(f"这一局还没完，在等 {asked}", f"the round goes on; asked: {asked}")

    def check_auto(self, step: ScriptStep) -> None:
        """`auto N`, `auto end`: each discards what it drew and nobody claims."""
        self.close_all()
        log = self.round.log
        assert log is not None
        start = len(log)
        while self.round.asked and (step.count is None or _turns(log[start:]) < step.count):
            (seat,) = self.round.asked
            self.round.answer(seat, self._tsumogiri(seat))
            self.close_all()

    def _tsumogiri(self, seat: Seat) -> Action:
        table, offers = self.round.table, self.round.asked[seat]
        if table.turn.drawn is not None and Discard(table.turn.drawn) in offers:
            return Discard(table.turn.drawn)
        return self.round.rules.neutral(table, seat, offers)


CHECKS: Final[Mapping[Kind, Callable[[Script, ScriptStep], None]]] = {
    "can": Script.check_can,
    "waits": Script.check_waits,
    "holds": Script.check_holds,
    "wild": Script.check_wild,
    "is": Script.check_is,
    "turn": Script.check_turn,
    "dealer": Script.check_dealer,
    "over": Script.check_over,
    "auto": Script.check_auto,
}


def _turns(events: list[Event]) -> int:
    """How many turns began among these events."""
    return sum(isinstance(event, Drawn) and not event.back for event in events)


def _turn_of(seat: str) -> Text:
    return Text(f"轮到 {seat}", f"it is {seat}'s turn")

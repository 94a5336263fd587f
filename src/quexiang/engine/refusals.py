"""Why an action is not taken: by a rule, or by the state of the table."""

from __future__ import annotations

from quexiang.engine.actions import SEATS, Action, Seat
from quexiang.text import Text

NOT_ASKED = "not asked"
NOT_HELD = "not held"
NOT_POSSIBLE = "not possible"
OVER = "over"
ENGINE_REASONS = {
    NOT_ASKED: Text("现在没有轮到这一家", "it is not this seat's turn to answer"),
    NOT_HELD: Text("手里没有这样的牌", "the seat does not hold these tiles"),
    NOT_POSSIBLE: Text("牌形不合", "the tiles do not allow it"),
    OVER: Text("这一局已经结束", "the round is over"),
}


class NotAllowed(Exception):
    """An action that a rule, or the state of the table, forbids: `seat`, `action`, `rule`."""

    def __init__(self, seat: Seat, action: Action, rule: str) -> None:
        self.seat, self.action, self.rule = seat, action, rule
        super().__init__(f"{SEATS[seat]} may not {action.text()}: {rule}")

    def __reduce__(self) -> tuple[object, ...]:
        return NotAllowed, (self.seat, self.action, self.rule)

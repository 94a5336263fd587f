"""Payments: who pays whom how much, by which rule and by what arithmetic."""

from __future__ import annotations

from quexiang.engine.actions import Seat
from quexiang.engine.events import Paid
from quexiang.scoring.amount import Amount


def pay(payer: Seat, payee: Seat | None, amount: Amount, rule: str, *, block: str = "win") -> Paid:
    """One payment whose words are its computation."""
    return Paid(payer, payee, amount.value, rule, amount.zh(), amount.en(), block)

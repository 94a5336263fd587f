"""Patterns, amounts that carry their own arithmetic, wins and payments."""

from quexiang.scoring.amount import Amount, largest, total
from quexiang.scoring.patterns import Pattern, listed, pattern_names, suits
from quexiang.scoring.payments import pay
from quexiang.scoring.wins import steps, win

__all__ = [
    "Amount",
    "Pattern",
    "largest",
    "listed",
    "pattern_names",
    "pay",
    "steps",
    "suits",
    "total",
    "win",
]

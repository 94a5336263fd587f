"""Patterns, amounts that carry their own arithmetic, and payments."""

from quexiang.scoring.amount import Amount, largest, total
from quexiang.scoring.patterns import Pattern, listed, pattern_names
from quexiang.scoring.payments import pay

__all__ = ["Amount", "Pattern", "largest", "listed", "pattern_names", "pay", "total"]

"""What a hand is made of: completeness, waits, distance and readings."""

from quexiang.hand.kernel import Hand, Shape

__all__ = ["Hand", "Shape"]

"""What a hand is made of: completeness, waits, distance and readings."""

from quexiang.hand.concealed import Hand
from quexiang.hand.readings import Reading
from quexiang.hand.shape import Shape
from quexiang.hand.splits import Set

__all__ = ["Hand", "Reading", "Set", "Shape"]

"""What a hand is made of: completeness, waits, distance and readings."""

from quexiang.hand import kernel
from quexiang.hand.concealed import Hand
from quexiang.hand.readings import Reading
from quexiang.hand.shape import Shape
from quexiang.hand.splits import Set


def is_compiled() -> bool:
    """Tell whether the kernel runs compiled."""
    return not str(kernel.__file__).endswith(".py")


__all__ = ["Hand", "Reading", "Set", "Shape", "is_compiled"]

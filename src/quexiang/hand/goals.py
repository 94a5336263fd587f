"""What a hand may become."""

from typing import Final

ANY: Final = 0
"""Any winning shape."""
PAIRS: Final = 1
TRIPLETS: Final = 2
ALONE: Final = 3
"""Sets, and a wild of its own, which any tile completes."""
SUIT: Final = 4
"""One suit only: SUIT for m, and the next two for p and s."""
EVERY: Final = 0b1111111
"""All goals, each the bit of its number."""


def beside(tile: int, *, run: bool) -> int:
    """Return the goals that are possible beside a meld with this tile, as a mask."""
    return 1 << ANY | 1 << ALONE | 1 << SUIT + tile // 9 | (0 if run else 1 << TRIPLETS)

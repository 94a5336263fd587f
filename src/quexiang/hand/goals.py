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
TRIPLED: Final = 8
"""Beside a bit for each suit, in a mask of what melds leave possible: no run is among them."""

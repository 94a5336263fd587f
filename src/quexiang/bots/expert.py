"""高手: what 熟手 knows, and goals, danger, specials, and when to let a win pass."""

from __future__ import annotations

from quexiang.bots.thinker import Thinker


class ExpertBot(Thinker):
    """Weighs everything that its evaluation knows."""

    deep = True

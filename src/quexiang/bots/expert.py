"""高手: what 熟手 knows, and goals, danger, specials, and when to let a win pass."""

from __future__ import annotations

from quexiang.bots.offers import EvaluatingBot


class ExpertBot(EvaluatingBot):
    """Weighs everything that its evaluation knows."""

    deep = True

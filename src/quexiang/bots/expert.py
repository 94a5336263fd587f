"""高手: what 熟手 knows, and the value of things."""

from __future__ import annotations

from quexiang.bots.skilled import SkilledBot


class ExpertBot(SkilledBot):
    """Weighs danger and the town's specials besides."""

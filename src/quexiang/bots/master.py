"""宗师: plays out what it cannot see."""

from __future__ import annotations

from typing import Final

from quexiang.bots.expert import ExpertBot

BUDGET: Final = 0.3


class MasterBot(ExpertBot):
    """Searches within so many seconds."""

    def __init__(self, seed: str, budget: float = BUDGET) -> None:
        super().__init__(seed)
        self.budget = budget

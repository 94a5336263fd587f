"""Players without a person: they see what their seat sees, and nothing else."""

from __future__ import annotations

from quexiang.bots.bot import Bot
from quexiang.bots.plain import PlainBot
from quexiang.bots.rand import RandomBot

BOTS: dict[str, type[Bot]] = {"random": RandomBot, "plain": PlainBot}


def make_bot(name: str, seed: str) -> Bot:
    """A bot of this name; the same seed plays the same."""
    try:
        return BOTS[name](seed)
    except KeyError:
        known = ", ".join(BOTS)
        raise ValueError(f"unknown bot {name!r}; known: {known}") from None


__all__ = ["BOTS", "Bot", "PlainBot", "RandomBot", "make_bot"]

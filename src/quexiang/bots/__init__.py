"""Computer players, which see only what their seat sees."""

from __future__ import annotations

from quexiang.bots.bot import Bot, Judged
from quexiang.bots.evaluating import ExpertBot, NoviceBot, SkilledBot
from quexiang.bots.external import COMMAND, ExternalBot
from quexiang.bots.levels import KEYS, LEVELS, Level
from quexiang.bots.master import MasterBot
from quexiang.bots.plain import PlainBot
from quexiang.bots.random_bot import RandomBot

BOTS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "plain": PlainBot,
    "novice": NoviceBot,
    "skilled": SkilledBot,
    "expert": ExpertBot,
    "master": MasterBot,
}


def bot_key(name: str) -> str:
    """The key of a bot given by its key or by the Chinese name of its level.

    >>> bot_key("宗师"), bot_key("plain")
    ('master', 'plain')
    """
    key = KEYS.get(name, name)
    if key not in BOTS and not key.startswith(COMMAND):
        raise ValueError(f"unknown bot {name!r}; known: {', '.join(BOTS)}")
    return key


def make_bot(name: str, seed: str) -> Bot:
    """Make a bot by its key, the Chinese name of its level, or `cmd:` and a command."""
    key = bot_key(name)
    if key.startswith(COMMAND):
        return ExternalBot(key.removeprefix(COMMAND), seed)
    return BOTS[key](seed)


__all__ = [
    "BOTS",
    "COMMAND",
    "LEVELS",
    "Bot",
    "ExternalBot",
    "Judged",
    "Level",
    "PlainBot",
    "RandomBot",
    "bot_key",
    "make_bot",
]

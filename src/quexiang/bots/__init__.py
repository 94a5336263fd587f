"""Computer players, which see only what their seat sees."""

from __future__ import annotations

import difflib

from quexiang.bots.bot import Bot, Judged
from quexiang.bots.evaluating import ExpertBot, NoviceBot, SkilledBot
from quexiang.bots.external import COMMAND, ExternalBot
from quexiang.bots.levels import KEYS, LEVELS, Level
from quexiang.bots.master import MasterBot
from quexiang.bots.own import load_class
from quexiang.bots.plain import PlainBot
from quexiang.bots.random_bot import RandomBot
from quexiang.errors import UserError

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

    >>> bot_key("宗师"), bot_key("plain"), bot_key("mine:Patient")
    ('master', 'plain', 'mine:Patient')
    """
    key = KEYS.get(name, name)
    if key in BOTS or ":" in key:
        return key
    raise _unknown(name)


def _unknown(name: str) -> UserError:
    known = (*BOTS, "module:Class", "cmd:COMMAND")
    chinese = {level.key: level.zh for level in LEVELS}
    cutoff = 0.6 if name.isascii() else 0.5
    near = difflib.get_close_matches(name, [*BOTS, *KEYS], n=1, cutoff=cutoff)
    zh = f"没有叫 {name} 的电脑；有的是 {'、'.join(chinese.get(key, key) for key in known)}"
    en = f"unknown bot {name!r}; known: {', '.join(known)}"
    if near:
        return UserError(f"{zh}。是不是 {near[0]}？", f"{en}. Did you mean {near[0]}?")
    return UserError(zh, en)


def make_bot(name: str, seed: str) -> Bot:
    """Make a bot by its key, its level's Chinese name, `module:Class`, or `cmd:` and a command."""
    key = bot_key(name)
    if key.startswith(COMMAND):
        return ExternalBot(key.removeprefix(COMMAND), seed)
    return BOTS[key](seed) if key in BOTS else load_class(key)(seed)


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
    "load_class",
    "make_bot",
]

"""Advice in the terminal: a bot's best choices, with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from quexiang.bots import LEVELS, make_bot
from quexiang.bots.bot import Judged
from quexiang.cli import show
from quexiang.cli.bots import bot_name
from quexiang.cli.texts import Words
from quexiang.engine.actions import Offer
from quexiang.engine.ruleset import Ruleset
from quexiang.engine.view import View
from quexiang.errors import UserError

ADVISER: Final = "expert"
MOST: Final = 3
LEAST: Final = 0.05
"""Points that are told; fewer are rounded away."""


def adviser(name: str) -> str:
    """The level that is asked, by key or Chinese name; 高手 where none is named."""
    keys = {word: level.key for level in LEVELS for word in (level.key, level.zh)}
    if name and name not in keys:
        zh, en = ([level.pick(language) for level in LEVELS] for language in ("zh", "en"))
        raise UserError(
            f"没有叫 {name} 的；有的是 {'、'.join(zh)}", f"no {name}; there are {', '.join(en)}"
        )
    return keys.get(name, ADVISER)


def draw_hint(
    out: Console, view: View, offers: Sequence[Offer], words: Words, name: str = ""
) -> None:
    """Print the best choices by the seat's own view."""
    level = adviser(name)
    judged = make_bot(level, f"hint {len(view.log)}").judge(view, offers)
    for number, one in enumerate(judged[:MOST]):
        who = words("hint_best", level=bot_name(level, words)) if not number else words("hint_else")
        line = _line(who, one, words, view.rules)
        behind = judged[0].value - one.value
        if behind >= LEAST:
            line.append(words("hint_behind", points=f"{behind:.1f}"))
        out.print(line, style="" if not number else "dim")


def _line(who: str, judged: Judged, words: Words, rules: Ruleset) -> Text:
    text = Text(f"  {who} ").append_text(show.action(judged.action, words, rules.declarations))
    return text.append(words.pick("：", ": ") + judged.why.pick(words.language))

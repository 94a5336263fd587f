"""Quexiang 雀乡: five regional mahjong games on one engine.

>>> import quexiang
>>> game = quexiang.Game("杭州", seed=1)
>>> while not game.over:
...     game.play([quexiang.bot("random", seed=seat) for seat in range(game.players)])
...     if not game.over:
...         game.deal()
>>> game.number, sum(game.scores)
(8, 0)
"""

import os
from importlib import import_module
from pkgutil import extend_path
from typing import TYPE_CHECKING

from quexiang import plain

if TYPE_CHECKING:  # what a command does not need it does not load: see __getattr__
    from quexiang.bots import Bot
    from quexiang.engine.actions import Action, OpenChoice
    from quexiang.engine.events import Event
    from quexiang.engine.refusals import NotAllowed
    from quexiang.engine.table import Table
    from quexiang.engine.view import View
    from quexiang.errors import UserError
    from quexiang.game import Game, bot, distance, options, town_named, towns, waits
    from quexiang.rulebook import Option, Variant
    from quexiang.text import Text
    from quexiang.tiles import parse_tiles, tiles_text

__version__ = "0.1.0"
__all__ = [
    "Action",
    "Bot",
    "Event",
    "Game",
    "NotAllowed",
    "OpenChoice",
    "Option",
    "Table",
    "Text",
    "UserError",
    "Variant",
    "View",
    "bot",
    "distance",
    "options",
    "parse_tiles",
    "tiles_text",
    "town_named",
    "towns",
    "waits",
]

# Another distribution may add towns: a folder quexiang/variants/<town> anywhere on the path.
__path__ = extend_path(__path__, __name__)

if os.environ.get("QUEXIANG_PURE"):
    plain.prefer()

_HOMES = {
    "bots": ("Bot",),
    "engine.actions": ("Action", "OpenChoice"),
    "engine.events": ("Event",),
    "engine.refusals": ("NotAllowed",),
    "engine.table": ("Table",),
    "engine.view": ("View",),
    "errors": ("UserError",),
    "game": ("Game", "bot", "distance", "options", "town_named", "towns", "waits"),
    "rulebook": ("Option", "Variant"),
    "text": ("Text",),
    "tiles": ("parse_tiles", "tiles_text"),
}
"""The modules of the public names, each loaded when a name of it is first asked for."""


def __getattr__(name: str) -> object:
    """Load what is asked for: `import quexiang` alone is as quick as it can be."""
    for module, names in _HOMES.items():
        if name in names:
            found: object = getattr(import_module(f"{__name__}.{module}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

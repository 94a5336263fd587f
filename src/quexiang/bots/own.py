"""A bot of one's own: a class in a module that Python finds, or that lies in this folder."""

from __future__ import annotations

import sys
from importlib import import_module

from quexiang.bots.bot import Bot
from quexiang.errors import UserError


def load_class(name: str) -> type[Bot]:
    """The class that `module:Class` names, or an error that says what is missing."""
    module, _, inside = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")  # as `python -m` looks here first
    try:
        found = getattr(import_module(module), inside)
    except ModuleNotFoundError as error:
        raise _bad(name, f"没有模块 {error.name}", f"there is no module {error.name}") from None
    except AttributeError:
        raise _bad(name, f"{module} 里没有 {inside}", f"{module} has no {inside}") from None
    except Exception as error:  # the module is the user's, and may fail in any way
        raise _bad(name, f"{module} 读不进来：{error!r}", f"{module} fails: {error!r}") from error
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise _bad(name, "不是 quexiang.bots.Bot 的子类", "is no subclass of quexiang.bots.Bot")
    return found


def _bad(name: str, zh: str, en: str) -> UserError:
    return UserError(f"--bots {name}：{zh}", f"--bots {name}: {en}")

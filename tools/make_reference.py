"""Writes docs/api/reference.md: every public name with its signature and its docstring.

python tools/make_reference.py [FILE]
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ["QUEXIANG_PURE"] = "1"  # compiled methods have lost their arguments

from msgspec import Struct

import quexiang
from quexiang.engine.board import Board
from quexiang.engine.player import Player

TARGET = Path(__file__).parents[1] / "docs" / "api" / "reference.md"
HEAD = """\
# Reference

Made by `python tools/make_reference.py` from the docstrings. The [tour](tour.md) shows the names at
work.
"""
SHOWN = ("Action", "Game", "Bot", "View", "OpenChoice", "Option", "Table", "Text", "Variant")
"""The classes whose methods are listed; of the others one only looks at what they hold."""
INSIDE = ("marking", "shape", "shape_of", "far", "waits")
"""Fields that the engine keeps for itself."""


def reference() -> str:
    """The whole page."""
    return HEAD + "".join(line for name in quexiang.__all__ for line in _entry(name))


def _entry(name: str) -> Iterator[str]:
    found = getattr(quexiang, name)
    if not inspect.isclass(found):
        yield f"\n## {name}{_signature(found)}\n\n{_told(found)}\n"
        return
    yield f"\n## {name}\n\n{_told(found)}\n"
    yield from _held(found)
    if name not in SHOWN:
        return
    if "__init__" in vars(found) and found.__init__.__doc__:
        yield f"\n- `{name}{_signature(found)}`: {_told(found.__init__)}"
    for key, member in vars(found).items():
        if not key.startswith("_") and inspect.getdoc(member) and not _is_constant(member):
            yield f"\n- `{key}{_signature(member)}`: {_told(member)}"
    yield "\n"


def _held(found: type) -> Iterator[str]:
    """What the objects of a class hold, or the kinds that there are of it."""
    if found is quexiang.Table:
        yield f"\nIt holds {_names(Board.__slots__)}; each of `seats` {_names(Player.__slots__)}.\n"
    elif found in (quexiang.Action, quexiang.Event):
        for kind in found.__subclasses__():
            fields = ", ".join(kind.__struct_fields__)
            yield f"\n- `{kind.__name__}({fields})`: {_told(kind)}"
        yield "\n"
    elif issubclass(found, Struct):
        yield f"\nIt holds {_names(found.__struct_fields__)}.\n"


def _names(fields: tuple[str, ...]) -> str:
    return ", ".join(f"`{field}`" for field in fields if field not in INSIDE)


def _is_constant(member: object) -> bool:
    return isinstance(member, str | int | tuple)


def _signature(found: object) -> str:
    """The arguments without their types; a property has none."""
    plain = found.__func__ if isinstance(found, classmethod | staticmethod) else found
    if not callable(plain):
        return ""
    shown = inspect.signature(plain)
    kept = [p.replace(annotation=p.empty) for p in shown.parameters.values()]
    if kept and kept[0].name in ("self", "cls"):
        del kept[0]
    return str(shown.replace(parameters=kept, return_annotation=inspect.Signature.empty))


def _told(found: object) -> str:
    """The docstring as text: its first paragraph."""
    return " ".join((inspect.getdoc(found) or "").split("\n\n")[0].split())


if __name__ == "__main__":
    Path(*sys.argv[1:] or [str(TARGET)]).write_text(reference(), "utf-8")

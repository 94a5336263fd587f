"""Help that folds long words: rich takes a Chinese sentence for one word and would cut it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.columns import Columns
from rich.console import RenderableType
from rich.text import Text
from typer import rich_utils


class Folded(Columns):
    """The help of an option, a word that is too long for its line going on in the next one."""

    def __init__(self, parts: Iterable[RenderableType]) -> None:
        parts = list(parts)
        for part in parts:
            if isinstance(part, Text):
                part.overflow = "fold"
        super().__init__(parts)


def fold() -> None:
    """Make typer fold: it has no setting for that."""
    rich_utils.Columns = Folded  # type: ignore[assignment, attr-defined]  # it passes a list

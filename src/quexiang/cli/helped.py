"""Help whose sentences are whole: rich takes a Chinese sentence for one long word and cuts it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.columns import Columns
from rich.console import RenderableType
from rich.text import Text
from typer import rich_utils


class Folded(Columns):
    """What is said of an option; a word that is too long for the line goes on in the next."""

    def __init__(self, said: Iterable[RenderableType]) -> None:
        said = list(said)
        for one in said:
            if isinstance(one, Text):
                one.overflow = "fold"
        super().__init__(said)


def fold() -> None:
    """Let typer, which keeps the choice to itself, fold."""
    rich_utils.Columns = Folded  # type: ignore[assignment, attr-defined]  # it gives a list

"""Errors of the user's: one clear sentence and status 2."""

from __future__ import annotations

from typing import Final

import typer
from typer.core import TyperGroup

from quexiang.errors import BadNotation, BadOption, UnknownVariant
from quexiang.match.log import BadLog
from quexiang.scenarios.document import BadScenario


class Wrong(ValueError):
    """What the user asked for cannot be done; the text says what and where."""


USER_ERRORS: Final = (Wrong, BadNotation, BadOption, BadScenario, BadLog, UnknownVariant, OSError)


class Commands(TyperGroup):
    """The commands; what the user got wrong is told in a sentence, never in a traceback."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override] - its public name
        """Run a command."""
        try:
            return super().invoke(ctx)
        except USER_ERRORS as error:
            typer.echo(f"quexiang: {sentence(error)}", err=True)
            raise typer.Exit(2) from None


def sentence(error: Exception) -> str:
    """What to tell the user."""
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    return str(error)

"""Errors of the user's: one clear sentence and status 2."""

from __future__ import annotations

from typing import Final

import typer
from typer.core import TyperGroup

from quexiang.cli import show
from quexiang.cli.texts import Words
from quexiang.engine.actions import SEATS
from quexiang.engine.round import ENGINE_REASONS, NotAllowed
from quexiang.errors import BadNotation, BadOption, UnknownVariant
from quexiang.match.log import BadLog
from quexiang.rulebook import Variant
from quexiang.scenarios.document import BadScenario
from quexiang.variants import BadTowns


class UserError(ValueError):
    """What the user asked for cannot be done; the text says what and where."""


USER_ERRORS: Final = (
    UserError,
    BadNotation,
    BadOption,
    BadScenario,
    BadLog,
    BadTowns,
    UnknownVariant,
    OSError,
)


class Commands(TyperGroup):
    """The commands; what the user got wrong is told in a sentence, never in a traceback."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Run a command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except USER_ERRORS as error:
            typer.echo(f"quexiang: {sentence(error)}", err=True)
            raise typer.Exit(2) from None


def sentence(error: Exception) -> str:
    """What to tell the user."""
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    return str(error)


def refusal(variant: Variant, error: NotAllowed, words: Words) -> str:
    """Why a seat may not do something: the rule with its title, or the engine's reason."""
    why = reason(variant, error.rule, words)
    known = {one.key: one for one in variant.declarations}
    action = show.action(error.action, words, known)
    return words("may_not", seat=SEATS[error.seat], action=action, why=why)


def reason(variant: Variant, rule: str, words: Words) -> str:
    """A rule's id and title, or one of the engine's own reasons."""
    if rule in ENGINE_REASONS:
        return ENGINE_REASONS[rule].pick(words.language)
    return f"{rule} {variant.rule_title(rule, words.language)}"

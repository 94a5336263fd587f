"""User errors: one clear sentence and exit status 2."""

from __future__ import annotations

from typing import Final

from quexiang.cli import show
from quexiang.cli.texts import Words
from quexiang.engine.actions import SEATS
from quexiang.engine.round import ENGINE_REASONS, NotAllowed
from quexiang.errors import BadNotation, BadOption, UnknownVariant
from quexiang.match.log import BadLog
from quexiang.rulebook import Options, Variant
from quexiang.scenarios.document import BadScenario
from quexiang.variants import BadTowns


class UserError(ValueError):
    """A request that cannot be fulfilled; the message says why and where."""


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


def sentence(error: Exception) -> str:
    """What to tell the user."""
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    return str(error)


def refusal(variant: Variant, options: Options, error: NotAllowed, words: Words) -> str:
    """Why a seat may not do something: the rule with its title, or the engine's reason."""
    why = reason(variant, options, error.rule, words)
    known = {one.key: one for one in variant.declarations}
    action = show.action(error.action, words, known)
    return words("may_not", seat=SEATS[error.seat], action=action, why=why)


def reason(variant: Variant, options: Options, rule: str, words: Words) -> str:
    """A rule's id and title, and what others read otherwise; or one of the engine's own reasons."""
    if rule in ENGINE_REASONS:
        return ENGINE_REASONS[rule].pick(words.language)
    other = variant.otherwise(rule, options)
    more = f" ({other.pick(words.language)})" if other else ""
    return f"{rule} {variant.rule_title(rule, words.language)}{more}"

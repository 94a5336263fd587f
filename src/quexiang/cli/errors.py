"""User errors: one clear sentence and exit status 2."""

from __future__ import annotations

from pathlib import Path

from quexiang.engine.actions import SEATS, Seat
from quexiang.engine.refusals import ENGINE_REASONS, NotAllowed
from quexiang.errors import UserError, of_system
from quexiang.rulebook import Options, Variant
from quexiang.text import Text


def is_users(error: Exception) -> bool:
    """Tell whether an error is the user's to mend, not ours."""
    return isinstance(error, UserError | OSError)


def sentence(error: ValueError | OSError, language: str) -> str:
    """What to tell the user."""
    if isinstance(error, UserError):
        return error.told.pick(language)
    assert isinstance(error, OSError)
    why = of_system(error).pick(language)
    return f"{error.filename}: {why}" if error.filename else why


def in_file(path: str, error: UserError) -> UserError:
    """An error after the name of the file that has it."""
    return UserError(f"{path}: {error.told.zh}", f"{path}: {error.told.en}")


def no_text(path: str) -> UserError:
    """The error of a file that is not a text."""
    return UserError(f"{path}: 不是 UTF-8 文本", f"{path}: is no text in UTF-8")


def new_file(path: str, *, force: bool) -> None:
    """Make a file that was not there, so that nothing is lost by writing it."""
    if Path(path).exists() and not force:
        zh = f"{path} 已经有了；换个名字，或加 --force 盖掉"
        raise UserError(zh, f"{path} is there already; take another name, or --force")
    Path(path).touch()


def missing(module: str | None, extra: str) -> UserError:
    """The error of a library that only an extra of the package brings."""
    pip = f"pip install 'quexiang[{extra}]'"
    return UserError(f"少了 {module}；先 {pip}", f"{module} is missing; {pip}")


def named_seat(letter: str, players: int) -> Seat:
    """The seat that `--seat` names."""
    if len(letter) != 1 or letter not in SEATS[:players]:
        known = " ".join(SEATS[:players])
        zh = f"--seat {letter}：没有这个座位；有的是 {known}"
        raise UserError(zh, f"--seat {letter!r} is no seat; seats: {known}")
    return SEATS.index(letter)


def refusal(variant: Variant, options: Options, error: NotAllowed) -> UserError:
    """Why a seat may not do something: the rule with its title, or the engine's reason."""
    from quexiang.cli import show  # noqa: PLC0415 - loads rich, and few commands fail so
    from quexiang.cli.texts import Words  # noqa: PLC0415 - likewise

    known = {one.key: one for one in variant.declarations}
    zh, en = (
        words(
            "may_not",
            seat=SEATS[error.seat],
            action=show.action(error.action, words, known),
            why=reason(variant, options, error.rule).pick(words.language),
        )
        for words in (Words("zh"), Words("en"))
    )
    return UserError(zh, en)


def reason(variant: Variant, options: Options, rule: str) -> Text:
    """A rule's id and title, and what others read otherwise; or one of the engine's own reasons."""
    if rule in ENGINE_REASONS:
        return ENGINE_REASONS[rule]
    other = variant.otherwise(rule, options)
    zh, en = (
        f"{rule} {variant.rule_title(rule, language)}"
        + (f" ({other.pick(language)})" if other else "")
        for language in ("zh", "en")
    )
    return Text(zh, en)

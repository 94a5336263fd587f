"""Errors that a user can cause and must be able to understand."""

from quexiang.text import Text

_WIDE = "\u2e80"  # signs from here on take two columns


class BadNotation(ValueError):
    """A text that is not what its notation allows, with the place where it goes wrong."""

    def __init__(self, text: str, at: int, problem: str) -> None:
        """Point at character `at` of `text` and say what is wrong there."""
        self.text = text
        self.at = at
        self.problem = problem
        super().__init__(f"{problem} (at position {at + 1})\n  {text}\n  {_indent(text[:at])}^")

    def __reduce__(self) -> tuple[type["BadNotation"], tuple[str, int, str]]:
        """Survive pickling, since the message is not the only argument."""
        return BadNotation, (self.text, self.at, self.problem)


def _indent(before: str) -> str:
    """Blanks as wide as the text before the caret."""
    return "".join("\u3000" if sign >= _WIDE else " " for sign in before)


class BadOption(ValueError):
    """An option that a room cannot have, with the reason."""

    def __init__(self, key: str, why: Text) -> None:
        self.key = key
        self.why = why
        message = f"{why.zh}。{why.en}" if key == "options" else f"option {key}: {why.en}"
        super().__init__(message)


class UnknownVariant(ValueError):
    """A town that nobody has a rulebook for."""

    def __init__(self, key: str, known: tuple[str, ...]) -> None:
        self.key = key
        super().__init__(f"unknown variant {key!r}; known: {', '.join(known)}")

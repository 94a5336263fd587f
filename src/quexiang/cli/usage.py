"""Mistakes in how a command is called, as one sentence in Chinese and English."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Final

import typer

UsageError: Final[type[Exception]] = typer.BadParameter.__bases__[0]
"""The class of all of them, which typer keeps to itself."""
PATTERNS: Final = (
    (r"No such option:? '?(?P<a>[^' ]+)'?.*", "没有 {a} 这个选项"),
    (r"Missing (argument|parameter|option):? '?(?P<a>[^'.]+)'?\.?.*", "少了 {a}"),
    (r"Option '?(?P<a>[^' ]+)'? requires an argument\.?", "{a} 后面要写值"),
    (r"Option '?(?P<a>[^' ]+)'? does not take a value\.?", "{a} 后面不写值"),
    (r"Got unexpected extra argument(?:\(s\)|s)? \((?P<a>.*)\)", "多写了 {a}"),
    (
        r"Invalid value for '?(?P<a>[^':]+)'?: '?(?P<b>.*?)'? is not a valid int.*",
        "{a}：{b} 不是整数",
    ),
    (
        r"Invalid value for '?(?P<a>[^':]+)'?: '?(?P<b>.*?)'? is not a valid float.*",
        "{a}：{b} 不是数",
    ),
    (
        r"Invalid value for '?(?P<a>[^':]+)'?: (?P<b>.*?) is not in the range (?P<c>.*?)\.?",
        "{a}：{b} 不在 {c} 之内",
    ),
    (
        r"Invalid value for '?(?P<a>[^':]+)'?: '?(?P<b>.*?)'? is not one of (?P<c>.*?)\.?",
        "{a}：{b} 不行，只能是 {c}",
    ),
)
"""What typer says, and the same in Chinese."""


def in_chinese(message: str) -> str:
    """A message of typer's in Chinese; one that nobody foresaw stays as it is.

    >>> in_chinese("Missing argument 'VARIANT'.")
    '少了 VARIANT'
    """
    for pattern, wording in PATTERNS:
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            return wording.format(**found.groupdict())
    return message


def in_english(message: str) -> str:
    """A message of typer's without its words for types.

    >>> in_english("Invalid value for '--rounds': 'x' is not a valid int range.")
    "Invalid value for '--rounds': 'x' is not a whole number."
    """
    for kind, name in (("int", "whole number"), ("float", "number")):
        message = re.sub(rf"is not a valid {kind}\w*( range)?", f"is not a {name}", message)
    return message


def near(wanted: str, known: Iterable[str]) -> tuple[str, ...]:
    """What may have been meant, if anything; of short Chinese names half is enough.

    >>> near("hangzho", ["hangzhou", "lanzhou"]), near("杭洲", ["杭州", "安化"])
    (('hangzhou',), ('杭州',))
    """
    most, cutoff = (1, 0.6) if wanted.isascii() else (3, 0.5)
    return tuple(difflib.get_close_matches(wanted, [*known], n=most, cutoff=cutoff))


def did_you_mean(wanted: str, known: Iterable[str]) -> tuple[str, str]:
    """The question in Chinese and English whether something near was meant, or nothing."""
    found = near(wanted, known)
    if not found:
        return "", ""
    return f"。是不是 {'、'.join(found)}？", f". Did you mean {', '.join(found)}?"

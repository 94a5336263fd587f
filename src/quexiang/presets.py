"""House rules: a room's options under a name, and as a short code that anybody can type.

A code is one number in a base of thirty-two signs, each option a digit of its own base: how far its
value is from the default. The first option is the smallest digit, so that a town may get further
options behind the others, and old codes mean what they meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from quexiang.errors import BadOption
from quexiang.rulebook import Option, Options, OptionValue, Variant
from quexiang.text import Text

SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No I, L, O and U: nobody mistakes them for other signs, or reads words into a code."""
BASE: Final = len(SIGNS)
MISREAD: Final = str.maketrans("ILO", "110")
CHECK: Final = 1021
"""The last two signs are what the rest leaves, divided by this prime, so that a slip shows."""
CHECKED: Final = 2
LONGEST: Final = 60


def domain(option: Option) -> Sequence[OptionValue]:
    """All values of an option."""
    if isinstance(option.default, bool):
        return (False, True)
    return option.values or range(option.low, option.high + 1)


def code_of(variant: Variant, options: Mapping[str, OptionValue], players: int) -> str:
    """The code of a room's options."""
    number, unit = 0, 1
    for values, default, value in _digits(variant, options, players):
        number += unit * ((values.index(value) - values.index(default)) % len(values))
        unit *= len(values)
    return f"{variant.prefix}-{_written(number)}{_written(number % CHECK).zfill(CHECKED)}"


def options_of(variant: Variant, code: str) -> tuple[Options, int]:
    """The options and the number of players that a code stands for, or a refusal."""
    number = _read(variant, code)
    found: list[OptionValue] = []
    for values, default, _ in _digits(variant, {}, max(variant.players)):
        number, digit = divmod(number, len(values))
        found.append(values[(digit + values.index(default)) % len(values)])
    if number:
        raise _refused(code)
    players = int(found[0])
    given = dict(zip((option.key for option in variant.options), found[1:], strict=True))
    return variant.choose(given, players), players


def is_code(variant: Variant, text: str) -> bool:
    """Tell whether a text is meant as a code of this town."""
    return text.strip().upper().startswith(f"{variant.prefix}-")


def named(variant: Variant, text: str) -> tuple[Options, int]:
    """The options of a preset by its key or its name, or of a code."""
    for preset in variant.presets:
        if text in (preset.key, preset.zh, preset.en):
            players = max(variant.players)
            return variant.choose(dict(preset.options), players), players
    if is_code(variant, text):
        return options_of(variant, text)
    known = ", ".join(preset.key for preset in variant.presets)
    zh = f"{variant.zh}没有叫{text}的规则；有{known}，也可以写规则码" if known else "规则码不对"
    en = f"there are no such house rules; there are: {known}; or write a code"
    raise BadOption("preset", Text(zh, en))


def _digits(
    variant: Variant, options: Mapping[str, OptionValue], players: int
) -> Iterator[tuple[Sequence[OptionValue], OptionValue, OptionValue]]:
    """Each digit: its values, the default and the value chosen."""
    yield variant.players, max(variant.players), players
    for option in variant.options:
        yield domain(option), option.default, options.get(option.key, option.default)


def _written(number: int) -> str:
    signs = ""
    while number or not signs:
        number, sign = divmod(number, BASE)
        signs = SIGNS[sign] + signs
    return signs


def _read(variant: Variant, code: str) -> int:
    prefix, _, rest = code.strip().upper().partition("-")
    signs = rest.translate(MISREAD)
    if prefix != variant.prefix or not CHECKED < len(signs) < LONGEST or set(signs) - {*SIGNS}:
        raise _refused(code)
    number, check = _number(signs[:-CHECKED]), _number(signs[-CHECKED:])
    if number % CHECK != check:
        raise _refused(code)
    return number


def _number(signs: str) -> int:
    number = 0
    for sign in signs:
        number = number * BASE + SIGNS.index(sign)
    return number


def _refused(code: str) -> BadOption:
    zh, en = f"{code}不是这里的规则码，是不是抄错了", f"{code} is no code of this town; a slip?"
    return BadOption("preset", Text(zh, en))

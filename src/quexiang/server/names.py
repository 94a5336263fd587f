"""Names and logins as they may be shown: nothing invisible, nothing that changes what is beside."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from quexiang.server.refusals import bad

NAME_SIZE: Final = 16
"""Signs of a name, as people count them."""
STORED_SIZE: Final = 40
"""Code points of a name."""
MOST_MARKS: Final = 3
"""Accents on one letter."""
LOGIN: Final = re.compile(r"[\w.-]{2,24}")

JOINER: Final = "\u200d"
EMOJI_STYLE: Final = "\ufe0f"
SKINS: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
"""Letters, marks and symbols that show nothing."""


def clean_name(name: str) -> str:
    """A name as it may be shown, or a refusal."""
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    if not plain or len(plain) > STORED_SIZE or size(plain) > NAME_SIZE or _is_odd(plain):
        raise bad(
            f"名字要 1 到 {NAME_SIZE} 个看得见的字",
            f"A name has 1 to {NAME_SIZE} visible characters",
            "bad_name",
        )
    return plain


def clean_login(login: str) -> str:
    """A login as it is kept, or a refusal."""
    plain = unicodedata.normalize("NFKC", login).strip().casefold()
    if not LOGIN.fullmatch(plain) or _is_odd(plain):
        text = "账号要 2 到 24 个字，只能用文字、数字、点、横线"
        raise bad(text, "A login has 2 to 24 letters, digits, dots or dashes", "bad_login")
    return plain


def size(text: str) -> int:
    """How many signs a reader counts: accents, skins and joined pictures are no signs of their own.

    >>> size("老周"), size("e\u0301"), size("👩‍🌾"), size("🇨🇳")
    (2, 1, 1, 1)
    """
    count, flags = 0, 0
    for before, sign in zip("\0" + text, text, strict=False):
        flags = flags + 1 if _is_flag(sign) else 0
        count += not (_is_attached(sign) or before == JOINER or (flags and flags % 2 == 0))
    return count


def _is_attached(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "M" or sign in SKINS or sign == JOINER


def _is_flag(sign: str) -> bool:
    return "\U0001f1e6" <= sign <= "\U0001f1ff"


def _is_odd(text: str) -> bool:
    """Tell whether something cannot be seen, or stands where it does not belong."""
    marks = 0
    for before, sign, after in zip("\0" + text, text, text[1:] + "\0", strict=False):
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks > MOST_MARKS or (marks and not before.isprintable()):
            return True
        if sign == JOINER and _is_picture(before) and _is_picture(after):
            continue
        if sign == EMOJI_STYLE and _is_picture(before):
            continue
        if sign in BLANK or unicodedata.category(sign)[0] == "C":
            return True
    return False


def _is_picture(sign: str) -> bool:
    return sign != "\u2800" and (
        unicodedata.category(sign) == "So" or sign in SKINS or sign == EMOJI_STYLE
    )

"""The commands' sentences in one language."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from quexiang.cli.phrases import PHRASES


class Language(StrEnum):
    """The languages of the command line."""

    ZH = "zh"
    EN = "en"


_PLACE: Final = {Language.ZH: 0, Language.EN: 1}
_LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_NOBODYS: Final = ("", "C", "POSIX")
_CHINESE: Final = ("zh", "yue", "wuu", "nan", "hak")


def usual_language(environ: Mapping[str, str] = os.environ) -> Language:
    """The language of whoever has not said `--lang`: his own if that is known, else Chinese.

    >>> usual_language({"LANG": "en_GB.UTF-8"}), usual_language({"LANG": "C.UTF-8"})
    (<Language.EN: 'en'>, <Language.ZH: 'zh'>)
    """
    said = environ.get("QUEXIANG_LANG", "")
    if said in (*Language,):
        return Language(said)
    named = next((environ[key] for key in _LOCALES if environ.get(key)), "")
    locale = named.partition(".")[0]
    return Language.ZH if locale in _NOBODYS or locale.startswith(_CHINESE) else Language.EN


class Words:
    """The sentences of one language.

    >>> Words("en")("left", count=63)
    '63 tiles left'
    """

    def __init__(self, language: str = "zh") -> None:
        self.language = Language(language)
        self._place = _PLACE[self.language]

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence of this name with its values."""
        return PHRASES[key][self._place].format(**values)

    def pick(self, zh: str, en: str) -> str:
        """The text in this language."""
        return (zh, en)[self._place]

    def listed(self, items: list[str]) -> str:
        """Several things in a row.

        >>> Words("zh").listed(["碰", "过"])
        '碰、过'
        """
        return self.pick("、", ", ").join(items)

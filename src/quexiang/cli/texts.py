"""What the commands say, in Chinese and English, side by side."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from quexiang.cli.phrases import PHRASES


class Language(StrEnum):
    """The languages of the command line."""

    ZH = "zh"
    EN = "en"


_PLACE: Final = {Language.ZH: 0, Language.EN: 1}


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
        """Whichever of two texts is of this language."""
        return (zh, en)[self._place]

    def listed(self, items: list[str]) -> str:
        """Several things in a row.

        >>> Words("zh").listed(["碰", "过"])
        '碰、过'
        """
        return self.pick("、", ", ").join(items)

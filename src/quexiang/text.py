"""Words in both languages: Chinese first, English complete."""

from __future__ import annotations

from msgspec import Struct


class Text(Struct, frozen=True):
    """A sentence or a name in both languages."""

    zh: str
    en: str

    def pick(self, language: str) -> str:
        """The wording in a language; Chinese unless English is asked for."""
        return self.en if language == "en" else self.zh


class Named(Struct, frozen=True):
    """Something known by its key and shown by its name."""

    key: str
    zh: str
    en: str

    @property
    def name(self) -> Text:
        """The name in both languages."""
        return Text(self.zh, self.en)

    def pick(self, language: str) -> str:
        """The name in a language; Chinese unless English is asked for."""
        return self.en if language == "en" else self.zh

"""Who reads English reads no Chinese: names of options, patterns, blocks and marks are complete.

Only the readings speak of the sentence they read, in English with the town's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from quexiang.server.towns import town
from quexiang.variants import variants

CHINESE = re.compile("[\u4e00-\u9fff]")
WORD = re.compile(r"\b[a-z]{2}", re.IGNORECASE)


def english(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    match value:
        case dict():
            for key, inner in value.items():
                if isinstance(inner, str) and (key == "en" or key.endswith("_en")):
                    yield f"{path}.{key}", inner
                yield from english(inner, f"{path}.{key}")
        case list() | tuple():
            for at, inner in enumerate(value):
                yield from english(inner, f"{path}[{at}]")


@pytest.mark.parametrize("key", sorted(variants()))
def test_english_names_hold_no_chinese(key: str) -> None:
    named = dict(english(msgspec.to_builtins(town(key))))

    chinese = {path: text for path, text in named.items() if CHINESE.search(text)}

    assert len(named) > 10
    assert {path: text for path, text in chinese.items() if text not in readings(key)} == {}
    assert all(WORD.search(text) for text in chinese.values())


def readings(key: str) -> set[str]:
    """The English names and notes of the readings."""
    read = [option for option in variants()[key].options if option.readings]
    named = {text for option in read for one in option.readings for text in (one.en, one.note.en)}
    return named | {option.en for option in read}

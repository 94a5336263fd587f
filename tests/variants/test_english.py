"""Who reads English reads no Chinese: names of options, patterns, blocks and marks are complete."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from quexiang.server.towns import town
from quexiang.variants import variants

CHINESE = re.compile("[\u4e00-\u9fff]")


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
    assert chinese == {}

import string

import pytest

from quexiang.cli.phrases import PHRASES


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(PHRASES))
def test_a_phrase_says_the_same_in_both_languages(key: str) -> None:
    chinese, english = PHRASES[key]

    assert chinese
    assert english
    assert fields(chinese) >= fields(english)
    assert not any("\u4e00" <= sign <= "\u9fff" for sign in english)

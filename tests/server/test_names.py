"""Names that can be seen, and told apart from nothing."""

import pytest

from quexiang.server.names import clean_login, clean_name, size
from quexiang.server.refusals import Refusal

BLANKS = ["\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u200b", "\u200d", "\ufeff", "\u00ad"]
BLANKS += ["\u2060", "\u180e", "\u034f", "\ufe0f", "\u202e", "\u2066", "\u061c", "\U000e0041", "\0"]


@pytest.mark.parametrize("blank", BLANKS)
def test_what_cannot_be_seen_is_no_name(blank: str) -> None:
    for name in (blank, f"石头{blank}", f"{blank}石头", f"石{blank}头", f" {blank} "):
        with pytest.raises(Refusal):
            clean_name(name)


@pytest.mark.parametrize("blank", ["\u3164", "\u115f", "\u200b"])
def test_a_login_can_be_seen(blank: str) -> None:
    with pytest.raises(Refusal):
        clean_login(f"stone{blank}")


@pytest.mark.parametrize(
    "name", ["老周", "José", "Nguyễn Văn Anh", "👩‍🌾", "❤️", "👍🏽", "🇨🇳", "สวัสดี", "नमस्ते", "x" * 16]
)
def test_what_people_are_called_is_a_name(name: str) -> None:
    assert clean_name(name)


def test_a_name_is_as_long_as_it_looks() -> None:
    assert size("👩‍🌾👍🏽🇨🇳e\u0301") == 4
    assert clean_name("e\u0301" * 16) == "é" * 16
    for name in ("👍🏽" * 17, "x" * 17, "e" + "\u0316" * 10, "\u0316", "👩‍🌾" * 16):
        with pytest.raises(Refusal):
            clean_name(name)


def test_one_name_has_one_writing() -> None:
    assert clean_name("Ｌａｏ  周\u3000") == "Lao 周"

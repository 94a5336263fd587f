"""Amounts remember their arithmetic."""

from quexiang.scoring import Amount, largest, total


def test_a_sum_inside_a_product_gets_brackets() -> None:
    base, fan, streak = Amount(2, "底", "base"), Amount(3, "番", "fan"), Amount(1, "连", "streak")

    amount = base * (fan * 2 + streak)

    assert amount.value == 14
    assert amount.zh() == "底2 × (番3 × 2 + 连1) = 14"
    assert amount.en() == "base 2 × (fan 3 × 2 + streak 1) = 14"


def test_what_is_taken_away_keeps_its_brackets() -> None:
    assert str(Amount(9) - (Amount(2) + 3)) == "9 − (2 + 3) = 4"


def test_a_single_amount_has_no_equals_sign() -> None:
    assert str(Amount(5, "飘", "piao")) == "飘5"


def test_sums_and_maxima_of_none_are_none() -> None:
    assert total([]) is None
    assert largest([]) is None


def test_the_largest_keeps_its_words() -> None:
    assert str(largest([Amount(2, "甲"), Amount(7, "乙")])) == "乙7"

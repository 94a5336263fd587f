"""The kernel agrees with the oracle on random hands of all games; a million of them by soak."""

from random import Random

import pytest
from agreement import check_quickly, check_random_hands


@pytest.mark.parametrize("seed", range(8))
def test_every_answer_agrees_with_the_oracle(seed: int) -> None:
    positive = check_random_hands(Random(seed), 200)

    assert 40 < positive < 160


@pytest.mark.parametrize("seed", range(4))
def test_completeness_agrees_with_the_oracle(seed: int) -> None:
    positive = check_quickly(Random(seed), 2000)

    assert 400 < positive < 1600


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 150))
def test_a_million_hands_agree_with_the_oracle(seed: int) -> None:
    positive = check_quickly(Random(seed), 20_000)

    assert 4_000 < positive < 16_000

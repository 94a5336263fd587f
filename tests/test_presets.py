"""House rules as codes: every choice of options has one, and no slip goes through."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quexiang.errors import BadOption
from quexiang.match.simulate import draw_options
from quexiang.presets import SIGNS, code_of, domain, named, options_of
from quexiang.variants import variant_named, variants

TOWNS = sorted(variants())
A_TOWN = st.sampled_from(TOWNS)
untimed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@untimed
@given(A_TOWN, st.integers(0, 10**9))
def test_a_code_is_read_as_the_options_it_was_made_of(town: str, seed: int) -> None:
    variant = variant_named(town)
    players, drawn = draw_options(variant, {}, None, f"{seed}")
    options = variant.choose(drawn, players)

    code = code_of(variant, options, players)

    assert options_of(variant, code) == (options, players)
    assert options_of(variant, code.lower().replace("0", "o").replace("1", "l")) == (
        options,
        players,
    )
    assert len(code) <= 30


@untimed
@given(A_TOWN, st.integers(0, 10**9), st.integers(3, 40), st.sampled_from(SIGNS))
def test_a_slip_is_noticed(town: str, seed: int, place: int, sign: str) -> None:
    variant = variant_named(town)
    players, drawn = draw_options(variant, {}, None, f"{seed}")
    code = code_of(variant, variant.choose(drawn, players), players)
    place = 3 + place % (len(code) - 3)
    wrong = code[:place] + sign + code[place + 1 :]

    if wrong != code:
        with pytest.raises(BadOption):
            options_of(variant, wrong)


@pytest.mark.parametrize("town", TOWNS)
def test_the_defaults_have_the_shortest_code(town: str) -> None:
    variant = variant_named(town)

    code = code_of(variant, variant.choose({}), max(variant.players))

    assert code == f"{variant.prefix}-000"


@pytest.mark.parametrize("town", TOWNS)
def test_an_option_that_is_added_behind_the_others_changes_no_code(town: str) -> None:
    variant = variant_named(town)
    chance = random.Random(town)
    given = {option.key: chance.choice(domain(option)) for option in variant.options[:3]}
    number = {option.key: given.get(option.key, option.default) for option in variant.options}

    short = code_of(variant, given, max(variant.players))

    assert short == code_of(variant, number, max(variant.players))


@pytest.mark.parametrize("town", ["anhua", "anshun", "hangzhou", "lanzhou", "zhangzhou"])
def test_a_town_ships_house_rules(town: str) -> None:
    variant = variant_named(town)

    assert len(variant.presets) >= 3
    for preset in variant.presets:
        options, players = named(variant, preset.key)
        assert {key: options[key] for key in preset.options} == preset.options
        assert named(variant, preset.zh) == named(variant, preset.en) == (options, players)
        assert named(variant, code_of(variant, options, players)) == (options, players)


@pytest.mark.parametrize(
    "code", ["", "HZ-", "HZ-00", "HZ-???", "ZZ-000", "外婆家", "HZ-ZZZZZZZZZZZZ"]
)
def test_what_is_no_code_is_refused(code: str) -> None:
    with pytest.raises(BadOption):
        named(variant_named("hangzhou"), code)

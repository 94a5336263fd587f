"""The figures of a release are kept, and a slower town is named."""

from history import compared, ratios, slower

FOUND = {
    "reference loop": {"rounds": 5000.0, "microseconds": 2.0},
    "hangzhou": {"rounds": 4000.0, "microseconds": 3.0},
    "riichienv": {"rounds": 800.0, "microseconds": 12.0},
    "hands": {"complete": 20.0},
}


def test_rounds_are_kept_as_ratios_to_the_reference_loop() -> None:
    assert ratios(FOUND) == {"reference loop": 1.0, "hangzhou": 0.8, "riichienv": 0.16}


def test_a_town_that_is_15_percent_slower_is_named() -> None:
    assert slower({"hangzhou": 0.68, "lanzhou": 0.5}, {"hangzhou": 0.8, "lanzhou": 0.5}) == [
        "hangzhou"
    ]


def test_a_town_that_was_not_measured_counts_as_slower() -> None:
    assert slower({}, {"anhua": 0.8}) == ["anhua"]


def test_a_little_slower_is_no_slow_down() -> None:
    assert slower({"hangzhou": 0.7}, {"hangzhou": 0.8}) == []


def test_a_slower_peer_is_not_ours_to_mend() -> None:
    assert slower({"riichienv": 0.1}, {"riichienv": 0.2}) == []


def test_changes_are_told_in_per_cent() -> None:
    assert compared({"hangzhou": 0.6}, {"hangzhou": 0.8}) == "hangzhou -25%"

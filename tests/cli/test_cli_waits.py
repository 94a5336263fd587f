import json
from collections.abc import Callable

import pytest
from typer.testing import Result

Run = Callable[..., Result]


def waits(run: Run, *arguments: str) -> dict[str, object]:
    result = run("waits", *arguments, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.output)
    assert isinstance(found, dict)
    return found


def test_a_ready_hand_names_its_waits_and_the_copies_it_does_not_see(run: Run) -> None:
    found = waits(run, "hangzhou", "234m 678m 123p 55s 78s")

    assert found["waits"] == {"6s": 4, "9s": 4, "5z": 4}
    assert found["copies"] == 12


def test_a_hand_not_ready_names_its_distance_and_useful_tiles(run: Run) -> None:
    found = waits(run, "hangzhou", "123m 456m 5s 7s 9s 1z 2z 3z 4z")

    assert found["ready"] is False
    assert found["distance"] == 3
    assert "6s" in found["useful"]  # type: ignore[operator]


def test_a_tile_more_gives_the_waits_after_each_discard(run: Run) -> None:
    found = waits(run, "hangzhou", "123m 456m 789p 55s 78s 1z")

    best = found["discards"][0]  # type: ignore[index]
    assert best["discard"] == "1z"
    assert best["waits"] == {"6s": 4, "9s": 4, "5z": 4}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("anhua", "234m 678m 345s 88s 6p 7p", "--indicator", "6p"), {"5p": 4, "8p": 4, "7p": 3}),
        (("lanzhou", "55m 678p 234s 34s", "--option", "eyes=hard258"), {"2s": 3, "5s": 4}),
        (("zhangzhou", "234m 567m 345p 678p 99s 45s", "--indicator", "1z"), {"1z": 3, "3s": 4}),
        (("anshun", "11m 44m 77m 22p 66p 33s 8s"), {"8s": 3}),
    ],
)
def test_each_town_waits_by_its_own_rules(
    run: Run, arguments: tuple[str, ...], expected: dict[str, int]
) -> None:
    found = waits(run, *arguments)["waits"]

    assert expected.items() <= found.items()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("reading", "expected"),
    [("triplet", {}), ("any_set", {"5s": 2, "8s": 4, "1z": 3}), ("off", {})],
)
def test_waits_follow_the_readings_of_the_room(
    run: Run, reading: str, expected: dict[str, int]
) -> None:
    hand = "22m 44m 66p 88p 33s 55s 44z 67s"
    found = waits(run, "zhangzhou", hand, "--indicator", "1z", "--option", f"pairs_hand={reading}")

    assert found.get("waits", {}) == expected
    assert found["ready"] == bool(expected)


def test_melds_count_as_seen(run: Run) -> None:
    found = waits(run, "hangzhou", "78s 55s", "--meld", "pong 9s", "--meld", "chow 123m")

    assert found["waits"] == {"6s": 4, "9s": 1, "5z": 4}


def test_people_see_tiles_and_waits(run: Run) -> None:
    chinese = run("waits", "hangzhou", "234m 678m 123p 55s 78s").output
    english = run("waits", "hangzhou", "三万 四万", "--lang", "en").output

    assert "听  6条×4 9条×4 白×4" in chinese
    assert "waits for" in english

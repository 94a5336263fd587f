import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml
from typer.testing import Result

from quexiang.scenarios.question import ArgumentDocument, Question
from quexiang.scenarios.score import score

Run = Callable[..., Result]
WORKED = Path(__file__).parent / "worked"
HAND = "234m 678m 123p 55s 78s"


def worked() -> Iterator[tuple[dict[str, object], dict[str, object]]]:
    """The worked settlements of the rulebooks as questions, with what they must give."""
    for file in sorted(WORKED.glob("*.yaml")):
        for question in yaml.safe_load_all(file.read_text("utf-8")):
            expected = question.pop("expect")
            name = f"{question['variant']} {question.pop('name')}"
            yield pytest.param(question, expected, id=name)  # type: ignore[misc]


@pytest.mark.parametrize(("question", "expected"), list(worked()))
def test_worked_settlements_come_out_as_the_rulebook_says(
    run: Run, tmp_path: Path, question: dict[str, object], expected: dict[str, object]
) -> None:
    file = tmp_path / "question.yaml"
    file.write_text(yaml.safe_dump(question, allow_unicode=True), encoding="utf-8")

    result = run("score", "--file", str(file), "--json")

    assert result.exit_code == 0, result.output
    found = json.loads(result.output)
    assert found["changes"] == expected["changes"]
    if "value" in expected:
        assert found["wins"][0]["value"] == expected["value"]
        assert sorted(found["wins"][0]["patterns"]) == sorted(expected["patterns"])  # type: ignore[call-overload]


def test_arguments_ask_the_same_as_a_file(run: Run) -> None:
    melds = ("--meld", "pong 6s from D", "--river", "B=5z")
    result = run("score", "hangzhou", "123456789m 5z", "3z", "--winner", "B", *melds, "--json")

    found = json.loads(result.output)
    assert found["wins"][0]["patterns"] == ["爆头", "财飘"]
    assert found["changes"] == {"A": -8, "B": 16, "C": -4, "D": -4}


def test_the_steps_and_payments_are_told_in_both_languages(run: Run) -> None:
    chinese = run("score", "hangzhou", HAND, "9s", "--streak", "1").output
    english = run("score", "hangzhou", HAND, "9s", "--streak", "1", "--lang", "en").output

    assert "B → A  4  二老庄4 × 倍数1 = 4  HZ-71 庄家自摸" in chinese
    assert "plain win ×1  HZ-58" in english
    assert "B → A  4  second deal stake 4 × multiple 1 = 4  HZ-71" in english


def test_payments_add_up_to_the_changes(run: Run) -> None:
    found = json.loads(run("score", "hangzhou", HAND, "9s", "--json").output)

    changes = dict.fromkeys("ABCD", 0)
    for payment in found["payments"]:
        changes[payment["payer"]] -= payment["amount"]
        changes[payment["payee"]] += payment["amount"]
    assert changes == found["changes"]


def test_a_win_that_is_not_allowed_is_refused_with_its_rule(run: Run) -> None:
    result = run("score", "hangzhou", HAND, "9s", "--from", "C")

    assert result.exit_code == 2
    assert result.output == "quexiang: A 不能胡：HZ-22 捉冲\n"


def test_a_hand_that_is_not_complete_is_refused(run: Run) -> None:
    result = run("score", "hangzhou", HAND, "1z", "--lang", "en")

    assert result.exit_code == 2
    assert "the tiles do not allow it" in result.output


def test_the_last_tile_of_a_full_hand_is_the_winning_one(run: Run) -> None:
    found = json.loads(run("score", "hangzhou", f"{HAND} 9s", "--json").output)

    assert found["wins"][0]["tile"] == "9s"


def test_a_mark_can_be_given_and_taken_away(run: Run) -> None:
    arguments = ("score", "hangzhou", "123456789m 66s 5z", "3z", "--meld", "pong 6s from D")
    plain = ("score", "hangzhou", "123456789m 5z", "3z", "--meld", "pong 6s from D", "--json")

    given = json.loads(run(*plain, "--mark", "chain=1,2").output)
    taken = json.loads(run(*plain, "--river", "A=5z", "--mark", "chain=off").output)

    assert run(*arguments).exit_code == 2
    assert given["wins"][0]["patterns"] == ["爆头", "财飘", "杠开"]
    assert taken["wins"][0]["patterns"] == ["爆头"]


def test_turned_tiles_that_are_not_given_are_the_least_telling(run: Run) -> None:
    result = run("score", "anshun", "123m 678m 345p 567p 9p", "9p")

    assert "A +6  B -2  C -2  D -2" in result.output
    assert "--turned" in result.output


def test_the_number_of_tiles_left_is_as_asked(run: Run) -> None:
    found = json.loads(run("score", "hangzhou", HAND, "9s", "--left", "30", "--json").output)

    assert found["left"] == 30


def test_other_hands_do_not_change_a_result_that_does_not_look_at_them() -> None:
    found = set()
    for fill in range(20):
        values = {"variant": "hangzhou", "hand": HAND, "tile": "9s", "fill": fill}
        found.add(score(Question(ArgumentDocument("score", 1, values, {}))).table.changes())

    assert found == {(6, -2, -2, -2)}

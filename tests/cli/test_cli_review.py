import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from quexiang.match.log import Recorder

Run = Callable[..., Result]
Play = Callable[[str, int, str], Recorder]


@pytest.fixture
def careless(tmp_path: Path, play_match: Play) -> Path:
    """The log of a match between bots that do not care."""
    path = tmp_path / "match.jsonl"
    path.write_text(play_match("hangzhou", 3, "random").text(), encoding="utf-8")
    return path


def test_the_worst_decisions_come_first_with_the_hand_and_a_reason(
    run: Run, careless: Path
) -> None:
    result = run("review", str(careless), "--top", "2", "--lang", "en")

    assert result.exit_code == 0, result.output
    assert "Expert looked at" in result.output
    assert result.output.count("chosen:") == 2
    assert result.output.count("better:") == 2


def test_programs_get_lessons_with_round_and_step(run: Run, careless: Path) -> None:
    found = json.loads(run("review", str(careless), "--all", "--top", "4", "--json").stdout)

    losses = [lesson["loss"] for lesson in found["lessons"]]
    assert len(losses) == 4
    assert losses == sorted(losses, reverse=True)
    first = found["lessons"][0]
    assert first["best"]["value"] >= first["chosen"]["value"]
    assert first["why"]["zh"]
    assert {"round", "step", "turn", "seat", "tiles"} <= first.keys()


def test_wrong_input_gets_a_sentence(run: Run, careless: Path, tmp_path: Path) -> None:
    torn = tmp_path / "torn.jsonl"
    torn.write_text("nothing of the kind", encoding="utf-8")

    seat = run("review", str(careless), "--seat", "E", "--lang", "en")
    level = run("review", str(careless), "--level", "god", "--lang", "en")
    file = run("review", str(torn), "--lang", "en")

    assert [result.exit_code for result in (seat, level, file)] == [2, 2, 2]
    assert "no seat" in seat.output
    assert "unknown bot" in level.output
    assert "line 1" in file.output

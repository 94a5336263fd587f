import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

from typer.testing import Result

Run = Callable[..., Result]
QUICK = ("arena", "hangzhou", "--bots", "plain,random", "--rotations", "--seed", "3")


def test_the_better_bot_is_ahead_in_words_and_in_json(run: Run) -> None:
    told = run(*QUICK, "--matches", "4", "--lang", "en")
    found = json.loads(run(*QUICK, "--matches", "4", "--json").stdout)

    assert "4 walls × 2 seatings, 8 rounds in all" in told.output
    assert "plain − random" in told.output
    plain, other = found["standings"]["bots"]
    assert plain["score"]["mean"] == -other["score"]["mean"] > 0
    assert plain["win_rate"] > other["win_rate"]
    assert plain["mean_ms"] <= plain["worst_ms"]
    assert found["setup"]["bots"] == ["plain", "random", "plain", "random"]


def test_a_kept_arena_goes_on_where_it_was_stopped(run: Run, tmp_path: Path) -> None:
    kept, whole = tmp_path / "kept.jsonl", tmp_path / "whole.jsonl"
    run(*QUICK, "--matches", "2", "--resume", str(kept))
    with kept.open("a") as file:
        file.write('{"wall":3,"seat')  # the power went

    run(*QUICK, "--matches", "4", "--jobs", "2", "--resume", str(kept))
    run(*QUICK, "--matches", "4", "--resume", str(whole))

    assert _seatings(kept) == _seatings(whole)
    assert len(kept.read_text("utf-8").splitlines()) == 5


def _seatings(path: Path) -> list[object]:
    return [json.loads(line)["seatings"] for line in path.read_text("utf-8").splitlines()[1:]]


def test_another_set_up_is_refused(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    run(*QUICK, "--matches", "1", "--resume", str(kept))

    other = run(*QUICK, "--rounds", "2", "--resume", str(kept), "--lang", "en")
    nonsense = run(*QUICK, "--resume", __file__, "--lang", "en")

    assert other.exit_code == 2
    assert "was begun with rounds 1, not 2" in other.output
    assert nonsense.exit_code == 2
    assert "line 1" in nonsense.output


def test_the_chart_is_svg_with_a_bar_for_each_bot(run: Run, tmp_path: Path) -> None:
    plot = tmp_path / "arena.svg"

    run(*QUICK, "--matches", "2", "--plot", str(plot))

    texts = [node.text for node in ET.fromstring(plot.read_text("utf-8")).iter() if node.text]  # noqa: S314 - our own chart
    assert "plain" in texts
    assert "random" in texts
    assert any("杭州" in text for text in texts)


def test_wrong_input_gets_a_sentence(run: Run) -> None:
    png = run(*QUICK, "--plot", "arena.png", "--lang", "en")
    who = run("arena", "hangzhou", "--bots", "大师", "--lang", "en")
    many = run("arena", "hangzhou", "--bots", ",".join(["plain"] * 5), "--lang", "en")

    assert [result.exit_code for result in (png, who, many)] == [2, 2, 2]
    assert "only SVG" in png.output
    assert "unknown bot '大师'" in who.output
    assert "5 bots cannot sit on 4 seats" in many.output

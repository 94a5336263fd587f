"""Whatever is wrong with what the user gives: one sentence that names the place, and status 2."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]
HAND = "234m 678m 123p 55s 78s"

BAD = {
    "unknown variant": (("rules", "nowhere"), "nowhere"),
    "unknown variant of waits": (("waits", "nowhere", HAND), "nowhere"),
    "unknown variant of options": (("options", "nowhere"), "nowhere"),
    "unknown variant of play": (("play", "nowhere"), "nowhere"),
    "unknown variant of score": (("score", "nowhere", HAND, "9s"), "nowhere"),
    "unknown rule": (("rules", "hangzhou", "XY-3"), "XY-3"),
    "unknown option": (("waits", "hangzhou", HAND, "--option", "wings=2"), "wings"),
    "value not allowed": (("play", "hangzhou", "--option", "rounds=many"), "many"),
    "option without value": (("play", "hangzhou", "--option", "rounds"), "key=value"),
    "too few players": (("play", "hangzhou", "--players", "3"), "players"),
    "players not a number": (("waits", "anhua", HAND, "--option", "players=x"), "players"),
    "unknown bot": (("play", "hangzhou", "--bots", "genius"), "genius"),
    "no such place to sit": (("play", "hangzhou", "--seat", "E"), "E"),
    "nowhere to save": (("play", "hangzhou", "--save", "/nowhere/log"), "/nowhere/log"),
    "unknown tile": (("waits", "hangzhou", "12m 8z"), "8z is no tile"),
    "tile of another town": (("waits", "anshun", "123m 1z"), "1z"),
    "flower in a hand": (("waits", "zhangzhou", "123m 1f"), "1f"),
    "five copies": (("waits", "hangzhou", "11111m 23m"), "1m"),
    "fifth copy in a meld": (("waits", "hangzhou", "1m", "--meld", "concealed 1m"), "1m"),
    "hand of three": (("waits", "hangzhou", "123m"), "3k+1"),
    "hand too large": (("waits", "hangzhou", "123456789m 123456789p"), "at most 14"),
    "no meld": (("waits", "hangzhou", "1m", "--meld", "bring 1m"), "bring"),
    "score without anything": (("score",), "--file"),
    "score without a hand": (("score", "hangzhou"), "hand"),
    "hand of a wrong size": (("score", "hangzhou", "123m", "9s"), "hand: A has 3 tiles, not 13"),
    "no winning tile": (("score", "hangzhou", HAND), "tile"),
    "two winning tiles": (("score", "hangzhou", HAND, "9s 8s"), "one tile"),
    "wrong tile in a score": (("score", "hangzhou", HAND, "9x"), "9x"),
    "five copies in a score": (("score", "hangzhou", f"1111m 78m {HAND[10:]}", "1m"), "1m"),
    "unknown winner": (("score", "hangzhou", HAND, "9s", "--winner", "E"), "'E' is no seat"),
    "unknown payer": (("score", "hangzhou", HAND, "9s", "--from", "Z"), "'Z' is no seat"),
    "own discard": (("score", "hangzhou", HAND, "9s", "--from", "A"), "from"),
    "payer missing": (("score", "hangzhou", HAND, "9s", "--by", "discard"), "from"),
    "unknown way": (("score", "hangzhou", HAND, "9s", "--by", "luck"), "luck"),
    "seat missing": (("score", "hangzhou", HAND, "9s", "--hand", "123m"), "--hand"),
    "seat twice": (
        ("score", "hangzhou", HAND, "9s", "--river", "B=1m", "--river", "B=2m"),
        "given twice",
    ),
    "meld from nobody": (
        ("score", "hangzhou", HAND[5:], "9s", "--meld", "pong 1z"),
        "say whose tile",
    ),
    "kongs that are none": (("score", "hangzhou", HAND, "9s", "--kongs", "1"), "kongs"),
    "unknown mark": (("score", "hangzhou", HAND, "9s", "--mark", "luck=1"), "luck"),
    "mark of a wrong kind": (("score", "hangzhou", HAND, "9s", "--mark", "chain=1"), "marks"),
    "mark of nobody": (("score", "hangzhou", HAND, "9s", "--mark", "E:chain=1"), "E"),
    "nobody declares there": (("score", "hangzhou", HAND, "9s", "--declared", "A"), "declare"),
    "no indicator": (("score", "anhua", "234m 678m 345s 88s 67p", "8p"), "indicator"),
    "die of seven": (("score", "hangzhou", HAND, "9s", "--dice", "7,1"), "dice"),
    "too many left": (("score", "hangzhou", HAND, "9s", "--left", "130"), "left"),
    "running total no number": (("score", "hangzhou", HAND, "9s", "--score", "A=x"), "--score"),
    "not allowed by the rules": (("score", "hangzhou", HAND, "9s", "--from", "B"), "HZ-22"),
    "no such question": (("score", "--file", "nothing.yaml"), "nothing.yaml"),
    "no such log": (("replay", "nothing.jsonl"), "nothing.jsonl"),
    "no such log to export": (("scenario", "--from", "nothing.jsonl"), "nothing.jsonl"),
    "nothing to run": (("scenario",), "PATH"),
    "no such scenario": (("scenario", "nothing.yaml"), "nothing.yaml"),
}


@pytest.mark.parametrize(("arguments", "named"), list(BAD.values()), ids=list(BAD))
def test_bad_input_is_told_in_a_sentence(run: Run, arguments: tuple[str, ...], named: str) -> None:
    result = run(*arguments, "--lang", "en")
    chinese = run(*arguments, "--lang", "zh")

    assert result.exit_code == chinese.exit_code == 2, result.output
    assert named in result.output
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert any("\u4e00" <= sign <= "\u9fff" for sign in chinese.output), chinese.output


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "question.yaml:1"),
        ("- 1\n- 2\n", "question.yaml:1"),
        ("variant: [\n", "question.yaml:2"),
        ("hand: 123m\n", "variant"),
        ("variant: hangzhou\ncolour: red\n", "question.yaml:2: colour"),
        ("variant: hangzhou\nhand: 123m 8z\n", "question.yaml:2: hand"),
        ("variant: hangzhou\noptions: {wings: 2}\n", "question.yaml:2: options"),
        ("variant: hangzhou\nhands: 123m\n", "question.yaml:2: hands"),
        ("variant: hangzhou\nwinner: E\n", "question.yaml:2: winner"),
        ("variant: hangzhou\nmarks: {A: 3}\nhand: 1m\ntile: 1m\n", "question.yaml:2: marks"),
        ("variant: zhangzhou\nhand: 1f\ntile: 1m\n", "flowers"),
    ],
)
def test_a_bad_question_is_refused_with_file_and_line(
    run: Run, tmp_path: Path, text: str, named: str
) -> None:
    file = tmp_path / "question.yaml"
    file.write_text(text, encoding="utf-8")

    result = run("score", "--file", str(file))

    assert result.exit_code == 2
    assert named in result.output


def test_bytes_that_are_no_text_are_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_bytes(b"\xff\xfe\x00\x80")

    for command in (("score", "--file"), ("replay",), ("scenario", "--from"), ("scenario",)):
        result = run(*command, str(file))
        assert result.exit_code == 2
        assert "noise" in result.output


@pytest.mark.parametrize("kept", [0, 1, 200, 3000, -1, -40])
def test_a_truncated_log_is_refused_with_its_line(run: Run, log: Path, kept: int) -> None:
    log.write_text(log.read_text("utf-8")[:kept], encoding="utf-8")

    for command in (("replay",), ("scenario", "--round", "1", "--from")):
        result = run(*command, str(log), "--lang", "en")
        if kept == -1:  # only the last line's end is missing
            assert result.exit_code == 0
        else:
            assert result.exit_code == 2
            assert "line " in result.output


def test_a_round_that_is_not_in_the_log_is_refused(run: Run, log: Path) -> None:
    for command in (("replay",), ("scenario", "--from")):
        result = run(*command, str(log), "--round", "9", "--lang", "en")
        assert result.exit_code == 2
        assert "the log has 2 rounds" in result.output


def test_a_script_that_asks_the_impossible_fails_with_its_step(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "impossible.yaml"
    file.write_text("title: 不可能\nvariant: hangzhou\nplay:\n  - B pong\n", encoding="utf-8")

    result = run("scenario", str(file), "--lang", "en")

    assert result.exit_code == 1
    assert "step 1" in result.output

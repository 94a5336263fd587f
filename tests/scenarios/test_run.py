"""The scenario command's contract: windows, checks, bad files, exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quexiang.cli.app import app
from quexiang.scenarios.files import documents_of
from quexiang.scenarios.run import Row, run_file, run_paths
from quexiang.variants import hangzhou

HEAD = "title: t\nvariant: hangzhou\n"
AUTO = "title: t\nvariant: anhua\ndealer: auto\n"
MOST = "1111222233334444555566667777m 111122223333444455556666777788889999p"
QUIET = """
hands:
  A: 147m 258p 369s 1234z 6z
  B: 147m 258p 369s 1234z
  C: 258m 369p 147s 1234z
  D: 258m 369p 147s 1234z
"""


def run(tmp_path: Path, text: str) -> Row:
    file = tmp_path / "s.yaml"
    file.write_text(text, encoding="utf-8")
    (row,) = run_file(str(file))
    return row


def good(tmp_path: Path, text: str) -> None:
    row = run(tmp_path, HEAD + text)
    assert row.ok, row.errors


def failed(tmp_path: Path, text: str) -> str:
    row = run(tmp_path, HEAD + text)
    assert not row.ok
    assert not row.bad
    return "\n".join(row.errors)


def bad(tmp_path: Path, text: str) -> str:
    row = run(tmp_path, text)
    assert row.bad
    assert not row.ok
    return "\n".join(row.errors)


PONG = """
dice: [1, 2]
hands:
  A: 5m 147m 258p 36s 1234z 6z
  B: 55m 19m 258p 369s 123z
  C: 34m 67m 369p 147s 12z 4z
  D: 258m 369p 147s 3z 4z 7z 7z
"""


def test_a_silent_seat_passes_when_its_neighbour_acts_on(tmp_path: Path) -> None:
    good(tmp_path, PONG + "draws: 9p\nplay: [A discard 5m, B can pong, B discard 9p]\n")


def test_answers_may_stand_in_any_order_and_priority_decides(tmp_path: Path) -> None:
    hands = PONG.replace("B: 55m 19m", "B: 34m 19m").replace("C: 34m 67m", "C: 55m 67m")
    good(tmp_path, hands + "play: [A discard 5m, B chow 34m, C pong, turn C]\n")
    good(tmp_path, hands + "play: [A discard 5m, C pong, B chow 34m, turn C]\n")
    good(tmp_path, hands + "play: [A discard 5m, B chow 34m, turn B]\n")


def test_a_check_after_an_answer_closes_the_window(tmp_path: Path) -> None:
    good(tmp_path, PONG + "play: [A discard 5m, B pong, B holds 19m 258p 369s 123z, turn B]\n")


def test_an_answer_that_is_not_offered_says_why_and_what_is(tmp_path: Path) -> None:
    error = failed(tmp_path, PONG + "play:\n  - A discard 5m\n  - D pong\n")

    assert "s.yaml:12: step 2 `D pong`" in error
    assert "offered: B: pong, pass" in error


def test_a_veto_is_told_with_its_rule(tmp_path: Path) -> None:
    hands = PONG.replace("A: 5m 147m", "A: 5z 147m")
    error = failed(tmp_path, hands + "draws: 7z\nplay: [A discard 5z, B discard 7z, D pong]\n")

    assert "HZ-39 财神在外" in error


def test_auto_plays_turns_without_claims(tmp_path: Path) -> None:
    good(
        tmp_path, QUIET + "draws: 9m 9p 9s\nplay: [auto 3, turn D, B holds 147m 258p 369s 1234z]\n"
    )


def test_auto_end_reaches_the_end_of_the_wall(tmp_path: Path) -> None:
    good(
        tmp_path, QUIET + "left: 22\nplay: [auto end, over]\nresult: {end: draw, changes: {A: 0}}\n"
    )


def test_a_result_needs_a_finished_round(tmp_path: Path) -> None:
    assert "not over" in failed(tmp_path, QUIET + "result: {end: draw}\n")


def test_wrong_results_are_told_with_what_came_out(tmp_path: Path) -> None:
    error = failed(
        tmp_path,
        QUIET + "left: 20\nplay: [auto end]\nresult: {end: win, changes: {A: 1}, next_dealer: B}\n",
    )

    assert "end: expected win, got draw" in error
    assert "changes: expected {A: 1}, got {A: 0, B: 0, C: 0, D: 0}" in error
    assert "next_dealer: expected B, got A" in error


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("title: t\nvariant: nowhere\n", "s.yaml:2: variant: unknown variant 'nowhere'"),
        ("variant: hangzhou\n", "title: is required"),
        ("title: t\nvariant: hangzhou\nhand: {}\n", "s.yaml:3: hand: unknown key"),
        (HEAD + "options: {fast: true}\n", "s.yaml:3: options: option fast"),
        (HEAD + "options: {rounds: 99}\n", "1 to 32"),
        (HEAD + "options: {players: 4}\n", "s.yaml:3: options: option players"),
        (HEAD + "players: 3\n", "players: option players"),
        (HEAD + "rules: [HZ-999]\n", "no rule HZ-999"),
        (HEAD + "hands: {A: 1m}\n", "A has 1 tiles, not 14"),
        (HEAD + "hands: {E: 1m}\n", "'E' is no seat"),
        (HEAD + "draws: 11111m\n", "more than 4 1m"),
        (HEAD + "draws: 1x\n", "draws:"),
        (HEAD + "draws: 1f\n", "hangzhou has no 1f"),
        (HEAD + "indicator: 3m\n", "s.yaml:3: indicator: hangzhou has none"),
        (HEAD + "play: [auto x]\n", "s.yaml:3: step 1: 'auto x': auto wants a number"),
        (HEAD + "dice: [7]\n", "7 is no result of a die"),
        (HEAD + "dice: [12]\n", "12 is no result of a die"),
        (HEAD + "left: 200\n", "only 83 tiles are left"),
        (HEAD + "draws: 1m2m3m\nleft: 2\n", "hold more than 2 tiles"),
        ("title: t\nvariant: lanzhou\nleft: 85\n", "s.yaml:3: left: only 84 tiles are left"),
        (HEAD + "scores: {A: x}\n", "s.yaml:3: scores: 'x' is not a number"),
        (HEAD + "rounds: [{A: x}]\ntotals: {A: 1}\n", "s.yaml:3: rounds: 'x' is not a number"),
        (HEAD + "rounds: [5]\ntotals: {A: 1}\n", "s.yaml:3: rounds: must be given by seat"),
        (HEAD + "rounds: []\ntotals: {A: six}\n", "s.yaml:4: totals: 'six' is not a number"),
        (AUTO + "hands: {A: 123m 456m 789m 123p 1s}\n", "s.yaml:4: hands: A deals, and one"),
        (AUTO + "hands: {B: 123m 456m 789m 123p 11s}\n", "s.yaml:4: hands: B does not deal"),
        (AUTO + f"draws: {MOST}\n", "too few tiles for the deal"),
        (HEAD + "dealer: Q\n", ": dealer: 'Q' is no seat"),
        (HEAD + "streak: long\n", ": streak: 'long' is not a number"),
        (HEAD + "play: [A jump]\n", "unknown verb 'jump'"),
        (HEAD + "play: [A is happy]\n", "unknown state 'happy'"),
        (HEAD + "play: [Q discard 1m]\n", "'Q' is neither a seat"),
        (HEAD + "play: [12]\n", "a step is a line of text"),
        (HEAD + "play: [A discard]\n", "discard needs tiles"),
        (HEAD + "result: {winner: A}\n", "unknown key 'winner'"),
        (HEAD + "result: {changes: {A: zero}}\n", "s.yaml:3: result: 'zero' is not a number"),
        (HEAD + "result: {next_streak: '1'}\n", "result: next_streak: '1' is not a number"),
        (HEAD + "result: {wins: [{value: x}]}\n", "result: value: 'x' is not a number"),
        (HEAD + "result: {wins: [{tile: ''}]}\n", "the tile of a win is one tile"),
        (HEAD + "result: {wins: [{who: A}]}\n", "unknown key 'who' in a win"),
        (HEAD + "title: t\n", "title stands twice"),
        ("title: [\n", "not YAML"),
        ("- 1\n", "a scenario is a list of keys and values"),
    ],
)
def test_a_bad_file_is_refused_with_the_place(tmp_path: Path, text: str, wanted: str) -> None:
    problem = bad(tmp_path, text)

    assert wanted in problem
    assert problem.count("s.yaml") == 1


def test_lists_in_lists_without_end_stop_the_reader_and_not_the_process() -> None:
    with pytest.raises(RecursionError):
        list(documents_of("deep.yaml", "[" * 500))


def test_a_bad_scenario_keeps_its_title(tmp_path: Path) -> None:
    assert run(tmp_path, HEAD + "hand: 1\n").title == "t"


def test_wrong_totals_are_told_by_seat(tmp_path: Path) -> None:
    text = "title: t\nvariant: anhua\nplayers: 2\nrounds: [{A: 2, B: -2}]\ntotals: {A: 3}\n"

    assert run(tmp_path, text).errors[0].endswith("expected {A: 3}, got {A: 2, B: -2}")


def test_a_missing_file_is_a_row_too() -> None:
    (row,) = run_file("nowhere.yaml")

    assert row.bad
    assert "nowhere.yaml" in row.errors[0]


def test_a_folder_is_searched_but_for_a_town_s_lessons() -> None:
    town = Path(hangzhou.__file__).parent

    rows = list(run_paths([str(town)]))

    assert {Path(row.file).parent for row in rows} == {town / "scenarios"}
    assert all(row.ok for row in rows)


def test_a_file_may_hold_several_scenarios_and_a_bad_one_does_not_stop_the_run(
    tmp_path: Path,
) -> None:
    file = tmp_path / "many.yaml"
    file.write_text(f"{HEAD}---\n{HEAD}hand: 1\n---\n{HEAD}play: [over]\n", encoding="utf-8")

    rows = list(run_file(str(file)))

    assert [(row.ok, row.bad) for row in rows] == [(True, False), (False, True), (False, False)]


@pytest.mark.parametrize(
    ("text", "status"),
    [(HEAD, 0), (HEAD + "play: [over]\n", 1), (HEAD + "hand: 1\n", 2)],
)
def test_the_exit_status_tells_bad_from_failed(tmp_path: Path, text: str, status: int) -> None:
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")

    done = CliRunner().invoke(app, ["scenario", "--json", str(tmp_path)])

    assert done.exit_code == status
    assert set(json.loads(done.stdout)) == {"file", "title", "ok", "errors"}

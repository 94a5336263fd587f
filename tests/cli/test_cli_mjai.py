"""mjai lines: written by `export`, read back by `import`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from quexiang.match.log import Recorder
from quexiang.variants import variants

Run = Callable[..., Result]
Play = Callable[[str, int, str], Recorder]


@pytest.mark.parametrize("name", sorted(variants()))
def test_a_match_goes_out_and_comes_back_the_same(
    run: Run, play_match: Play, tmp_path: Path, name: str
) -> None:
    log, lines = tmp_path / "match.jsonl", tmp_path / "match.mjson"
    log.write_text(play_match(name, 3, "plain").text(), encoding="utf-8")
    lines.write_text(run("export", str(log), "--answers").output, encoding="utf-8")

    back = run("import", str(lines))

    assert back.exit_code == 0, back.output
    assert back.output == log.read_text("utf-8")


@pytest.mark.parametrize("bots", ["plain", "random"])
@pytest.mark.parametrize("name", sorted(variants()))
def test_public_lines_are_read_as_a_match_that_shows_the_same(
    run: Run, play_match: Play, tmp_path: Path, name: str, bots: str
) -> None:
    log, back = tmp_path / "match.jsonl", tmp_path / "back.jsonl"
    log.write_text(play_match(name, 1, bots).text(), encoding="utf-8")
    lines = run("export", str(log)).output
    (tmp_path / "match.mjson").write_text(lines, encoding="utf-8")

    back.write_text(run("import", str(tmp_path / "match.mjson")).output, encoding="utf-8")

    assert run("export", str(back)).output == lines
    assert run("replay", str(back)).exit_code == 0


def without_ours(line: dict[str, object]) -> dict[str, object]:
    ours = ("back", "by", "value", "patterns", "deltas", "how", "reason", "honba", "kyoku", "proof")
    return {key: value for key, value in line.items() if key not in ours}


def imported(run: Run, folder: Path, lines: list[dict[str, object]]) -> Result:
    file = folder / "other.mjson"
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return run("import", str(file), "--lang", "en")


def exported(run: Run, log: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in run("export", str(log)).output.splitlines()]


def test_lines_of_another_program_need_no_field_of_ours(
    run: Run, log: Path, tmp_path: Path
) -> None:
    lines = exported(run, log)
    plain = [without_ours(line) for line in lines if line["type"] != "quexiang"]
    hidden = [{**line, "pai": "?"} if line["type"] == "tsumo" else line for line in plain]

    back = tmp_path / "back.jsonl"
    back.write_text(imported(run, tmp_path, hidden).output, encoding="utf-8")

    assert exported(run, back) == lines


def test_lines_that_break_off_are_read_so_far(run: Run, log: Path, tmp_path: Path) -> None:
    lines = exported(run, log)[:40]

    back = tmp_path / "back.jsonl"
    back.write_text(imported(run, tmp_path, lines).output, encoding="utf-8")

    assert exported(run, back)[:40] == lines


def test_a_public_line_that_nobody_can_have_caused_is_named(
    run: Run, log: Path, tmp_path: Path
) -> None:
    lines = exported(run, log)
    place = next(at for at, line in enumerate(lines) if line["type"] == "dahai")
    lines[place]["pai"] = "1f"

    result = imported(run, tmp_path, lines)

    assert result.exit_code == 2
    assert f"line {place + 1}: nothing that was possible leads to" in result.output


def test_hands_that_the_seed_does_not_deal_are_refused(run: Run, log: Path, tmp_path: Path) -> None:
    lines = exported(run, log)
    start = next(line for line in lines if line["type"] == "start_kyoku")
    start["seed"] = "00" * 32

    result = imported(run, tmp_path, lines)

    assert result.exit_code == 2
    assert "start_kyoku needs its seed" in result.output


def test_a_line_that_does_not_follow_is_named(run: Run, log: Path, tmp_path: Path) -> None:
    lines = run("export", str(log), "--answers").output.splitlines()
    place = next(at for at, line in enumerate(lines) if json.loads(line)["type"] == "dahai")
    lines[place] = lines[place].replace('"actor":', '"actor":1')
    file = tmp_path / "match.mjson"
    file.write_text("\n".join(lines), encoding="utf-8")

    result = run("import", str(file), "--lang", "en")

    assert result.exit_code == 2
    assert f"line {place + 1}: is replayed as" in result.output


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", '{"type": "start_game"}', '{"quexiang": {}}']
)
def test_what_is_no_mjai_of_ours_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "match.mjson"
    file.write_text(text, encoding="utf-8")

    result = run("import", str(file))

    assert result.exit_code == 2
    assert "第 1 行" in result.output
